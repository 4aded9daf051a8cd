import { PREVIEW_COOKIE, type Preview, previewSchema } from '@godhuli/contracts/preview';
import { type Api, internalRequest, LONGEST_ANSWER_MS, within } from '../api-client.js';
import type { Logger } from '../logger.js';

/** A browser's request, and its connection as @hono/node-server gives it. */
export interface Asking {
  raw: Request;
  env: object;
}

/**
 * Asks the API in the name of a browser: with its cookies, from its address and by the scheme that it came by.
 * @throws Error when the API cannot be asked, or has not been read within ten seconds
 */
export function askOnBehalfOf<Value>(
  api: Api,
  { raw, env }: Asking,
  init: RequestInit,
  read: (answer: Response) => Value | Promise<Value>,
): Promise<Value> {
  return within(LONGEST_ANSWER_MS, async (signal) =>
    read(await api(onBehalfOf(raw, '/api/preview', { ...init, signal }), env)),
  );
}

function onBehalfOf(request: Request, path: string, init: RequestInit): Request {
  const headers = new Headers(init.headers);
  headers.set('cookie', request.headers.get('cookie') ?? '');
  const https = new URL(request.url).protocol === 'https:';
  headers.set('x-forwarded-proto', https ? 'https' : (request.headers.get('x-forwarded-proto') ?? 'http'));
  const asked = internalRequest(path, { ...init, headers });
  const forwarded = request.headers.get('x-forwarded-for');
  if (forwarded !== null) asked.headers.set('x-forwarded-for', forwarded);
  // It is this site that asks; the routes here look themselves where the browser comes from.
  asked.headers.set('origin', new URL(asked.url).origin);
  return asked;
}

/**
 * What the browser behind a request may see instead of the live releases: decided by the API at every look, from the
 * signed cookie and the session that it belongs to. Nothing else in a request has a say. Null without such a cookie,
 * when it is forged, expired or of another session, and whenever the API cannot be asked.
 */
export async function findPreview(api: Api, asking: Asking, logger: Logger): Promise<Preview | null> {
  if (!asking.raw.headers.get('cookie')?.includes(`${PREVIEW_COOKIE}=`)) return null;
  try {
    return await askOnBehalfOf(api, asking, {}, async (answer) =>
      answer.ok ? previewSchema.parse(await answer.json()) : null,
    );
  } catch (error) {
    logger.warn({ err: error }, 'could not read the preview from the API; showing the live releases');
    return null;
  }
}
