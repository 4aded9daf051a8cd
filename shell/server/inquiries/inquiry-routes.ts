import { fieldErrorSchema } from '@godhuli/contracts/problem';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Api } from '../api-client.js';
import { noticeDocument } from '../documents/document.js';
import type { Logger } from '../logger.js';
import type { ShellBuild } from '../shell-build.js';
import { type InquiryValues, inquiryForm } from './inquiry-form.js';

const LARGEST_BODY = 64 * 1024;
/** The fields that are passed on; anything else that was sent is dropped. */
const FIELDS = ['name', 'phone', 'email', 'eventType', 'eventDate', 'message', 'website'] as const;
const SUCCESS = {
  heading: 'Inquiry Submitted Successfully!',
  text: "Thank you for your interest. We'll get back to you within 24 hours.",
};
const FAILURE = {
  heading: 'Submission Failed',
  text: 'There was an error submitting your inquiry. Please try again or contact us directly.',
};
const BACK = '<a class="shell-button" href="/">Back to Website</a>';
const problemSchema = z.object({ detail: z.string().optional(), errors: z.array(fieldErrorSchema).default([]) });

/** Reads at most so many bytes of a body. Null: there are more. */
async function readBounded(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The JSON that the API takes for a form that was sent. */
function inquiryOf(values: InquiryValues): Record<string, unknown> {
  const inquiry: Record<string, unknown> = {};
  for (const name of FIELDS) if (values[name] !== undefined) inquiry[name] = values[name].replaceAll('\r\n', '\n');
  const elapsedMs = Number(values.elapsedMs);
  if (values.elapsedMs && Number.isSafeInteger(elapsedMs) && elapsedMs >= 0) inquiry.elapsedMs = elapsedMs;
  return inquiry;
}

/** Passes the form on as the JSON call that the page itself would make, with the headers the API judges it by. */
function apiRequest(request: Request, values: InquiryValues): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  for (const name of ['origin', 'sec-fetch-site', 'user-agent', 'host', 'x-forwarded-for']) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  if (/^[\w-]{8,100}$/.test(values.idempotencyKey ?? '')) headers.set('idempotency-key', values.idempotencyKey ?? '');
  return new Request(new URL('/api/inquiries', request.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(inquiryOf(values)),
  });
}

/**
 * `POST /inquiries`: the booking form of a page without JavaScript (PUB-CONT-2 to PUB-CONT-4). Answers with a page of
 * the shell's look; after a failure it holds the form with every value kept.
 */
export function inquiryRoutes(shell: ShellBuild, api: Api, logger: Logger, headers: Record<string, string>): Hono {
  const page = (status: number, notice: { heading: string; text: string }, eyebrow: string, slot: string) =>
    new Response(noticeDocument(shell, { ...notice, eyebrow, slot }), {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });

  return new Hono().post('/inquiries', async (c) => {
    const request = c.req.raw;
    const type = request.headers.get('content-type') ?? '';
    if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded'))
      return page(415, FAILURE, 'Not sent', BACK);
    const body = await readBounded(request);
    if (body === null) return page(413, FAILURE, 'Not sent', BACK);
    const values: InquiryValues = Object.fromEntries(new URLSearchParams(body));
    try {
      const answer = await api(apiRequest(request, values), c.env as object);
      if (answer.ok) return page(200, SUCCESS, 'Thank you', BACK);
      const problem = problemSchema.safeParse(await answer.json().catch(() => ({})));
      const errors = problem.success ? problem.data.errors : [];
      // An inquiry that was refused is not stored: what is sent next is another one, and needs another key.
      const again = answer.status < 500 ? { ...values, idempotencyKey: '' } : values;
      // Over the limit, sending again does not help: the API says what does.
      const isLimited = answer.status === 429 && problem.success && problem.data.detail !== undefined;
      const notice = isLimited ? { ...FAILURE, text: problem.data.detail ?? '' } : FAILURE;
      return page(answer.status, notice, 'Not sent', inquiryForm(again, errors));
    } catch (error) {
      logger.error({ err: error }, 'could not forward an inquiry to the API');
      return page(503, FAILURE, 'Not sent', inquiryForm(values, []));
    }
  });
}
