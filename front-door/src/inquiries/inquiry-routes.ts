import { randomUUID } from 'node:crypto';
import { FORM_VERSION, type PostedForm } from '@godhuli/contracts/host';
import { idempotencyKeySchema } from '@godhuli/contracts/idempotency-key';
import { FIELD_MESSAGES } from '@godhuli/contracts/inquiry-form';
import { printable } from '@godhuli/contracts/printable';
import { fieldErrorSchema } from '@godhuli/contracts/problem';
import { sha256 } from '@godhuli/server/digest';
import { escapeHtml } from '@godhuli/server/escape-html';
import { readText } from '@godhuli/server/read-text';
import { Representation, respond } from '@godhuli/server/representation';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Api } from '../api-client.js';
import { noticeDocument } from '../documents/document.js';
import { ownPath } from '../http/own-path.js';
import type { Logger } from '../logger.js';
import type { ShellBuild } from '../shell-build.js';

/** Renders the release's own page with a posted form; null when the live release does not show it. */
export type RenderForm = (c: Context, form: PostedForm) => Promise<string | null>;

interface InquiryRoutesOptions {
  shell: ShellBuild;
  api: Api;
  logger: Logger;
  /** of every document */
  headers: Record<string, string>;
  renderForm: RenderForm;
}

/**
 * A message of 20,000 Devanagari characters takes 180 KB in this encoding, 9 bytes for each. It is four times as long as the API
 * takes, so that people who write too much see the form with their text and what is wrong.
 */
const MAX_BODY_BYTES = 200 * 1024;
const BACK_TO_WEBSITE = '<a class="shell-button" href="/">Back to Website</a>';
const ACCEPTED = { eyebrow: 'Thank you', heading: 'We received your message', text: 'We will reply soon.' };
const REFUSED = {
  eyebrow: 'Not sent',
  heading: 'Submission Failed',
  text: 'Please go back, check what you entered, and send it again. Your browser keeps it. You can also call us or write to us on WhatsApp.',
};
const problemSchema = z.object({ detail: z.string().optional(), errors: z.array(fieldErrorSchema).default([]) });

/**
 * Returns the Idempotency-Key of a posted form: the key in the form, or one of its values (decision 043). A form that is sent twice by a second tap, by
 * Back or by reloading the response is one inquiry.
 */
const keyOf = (values: PostedForm['values'], keyInForm: string): string =>
  idempotencyKeySchema.safeParse(keyInForm).success ? keyInForm : sha256(JSON.stringify(values));

/** The JSON request that the page itself would send, with the headers that the API checks. */
function apiRequest(request: Request, values: PostedForm['values'], idempotencyKey: string): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json',
    'idempotency-key': idempotencyKey,
  });
  for (const name of ['origin', 'referer', 'sec-fetch-site', 'user-agent', 'host', 'x-forwarded-for']) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const body = JSON.stringify(values, (_name, value) => (typeof value === 'string' ? printable(value) : value));
  return new Request(new URL('/api/inquiries', request.url), {
    method: 'POST',
    headers,
    body,
    signal: request.signal,
  });
}

type Result = Pick<PostedForm, 'status' | 'errors' | 'message' | 'receipt'>;

/** Reads from the API's response what the release needs to show the form again. */
async function resultOf(response: Response): Promise<Result> {
  if (response.ok) return { status: 'ok', errors: {}, receipt: await response.json().catch(() => undefined) };
  const problem = problemSchema.safeParse(await response.json().catch(() => ({})));
  const { detail, errors: list } = problem.success ? problem.data : { errors: [] };
  const errors: Record<string, string> = {};
  for (const { field, message } of list) errors[field] ??= message;
  // Of what a browser sends, only the message has no limit. The API refuses a large body before it looks at fields.
  if (response.status === 413) errors.message ??= FIELD_MESSAGES.message;
  // Over the rate limit, the API says how else to reach the studio.
  if (response.status === 429) return { status: 'refused', errors, message: detail };
  if (response.status >= 500) return { status: 'failed', errors };
  return { status: Object.keys(errors).length > 0 ? 'invalid' : 'refused', errors };
}

/** The page for a release that does not show the form. The front door knows neither its fields nor their labels. */
function notice(shell: ShellBuild, { status, errors, message }: Result): string {
  if (status === 'ok') return noticeDocument(shell, { ...ACCEPTED, slot: BACK_TO_WEBSITE });
  const items = Object.values(errors).map((error) => `<li>${escapeHtml(error)}</li>`);
  const list = items.length > 0 ? `<ul role="alert">${items.join('')}</ul>` : '';
  return noticeDocument(shell, { ...REFUSED, text: message ?? REFUSED.text, slot: list + BACK_TO_WEBSITE });
}

/**
 * `POST /inquiries?page=/…`: the inquiry form of a page without JavaScript (PUB-CONT-2 to PUB-CONT-4). Every field goes to the
 * API; the release's own page, the one with the form, shows the result. `GET` leads to the page with the form: a browser asks for
 * it when the visitor reloads the result from its URL, or shares the URL.
 */
export function inquiryRoutes({ shell, api, logger, headers, renderForm }: InquiryRoutesOptions): Hono {
  const respondWith = (request: Request, status: number, html: string) => {
    const document = new Representation(html, 'text/html; charset=utf-8');
    return respond(request, document, { ...headers, 'cache-control': 'no-store' }, status);
  };

  const app = new Hono();
  app.get('/inquiries', (c) => c.redirect(ownPath(c.req.query('page')), 303));
  return app.post('/inquiries', async (c) => {
    const request = c.req.raw;
    const unreadable = notice(shell, { status: 'refused', errors: {} });
    const type = request.headers.get('content-type') ?? '';
    if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded'))
      return respondWith(request, 415, unreadable);
    const body = await readText(request.body, MAX_BODY_BYTES);
    if (body === null) return respondWith(request, 413, unreadable);

    const { idempotencyKey: keyInForm = '', ...values } = Object.fromEntries(new URLSearchParams(body));
    const idempotencyKey = keyOf(values, keyInForm);
    let status = 503;
    let result: Result = { status: 'failed', errors: {} };
    try {
      const response = await api(apiRequest(request, values, idempotencyKey), c.env as object);
      result = await resultOf(response);
      status = response.ok ? 200 : response.status;
    } catch (error) {
      logger.error({ err: error }, 'could not forward an inquiry to the API');
    }
    const form: PostedForm = {
      ...result,
      version: FORM_VERSION,
      name: 'inquiry',
      values: result.status === 'ok' ? {} : values,
      // The API stores nothing that it refuses: a corrected form is another inquiry.
      idempotencyKey: result.status === 'failed' ? idempotencyKey : randomUUID(),
    };
    return respondWith(request, status, (await renderForm(c, form)) ?? notice(shell, form));
  });
}
