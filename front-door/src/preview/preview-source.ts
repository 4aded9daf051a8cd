import { PREVIEW_COOKIE, type Preview, previewSchema } from '@godhuli/contracts/preview';
import { type Api, internalRequest, withApiTimeout } from '../api-client.js';
import type { Logger } from '../logger.js';

/** A browser's request, and its connection as @hono/node-server gives it. */
export interface BrowserRequest {
  raw: Request;
  env: object;
}

/**
 * Sends a request to the API on behalf of a browser: with its cookies, IP and scheme.
 * @throws Error if the API cannot be reached, or has not responded within ten seconds
 */
export function requestOnBehalfOf<Value>(
  api: Api,
  { raw, env }: BrowserRequest,
  init: RequestInit,
  read: (response: Response) => Value | Promise<Value>,
): Promise<Value> {
  return withApiTimeout(async (signal) => read(await api(onBehalfOf(raw, '/api/preview', { ...init, signal }), env)));
}

function onBehalfOf(request: Request, path: string, init: RequestInit): Request {
  const headers = new Headers(init.headers);
  headers.set('cookie', request.headers.get('cookie') ?? '');
  const https = new URL(request.url).protocol === 'https:';
  headers.set('x-forwarded-proto', https ? 'https' : (request.headers.get('x-forwarded-proto') ?? 'http'));
  const internal = internalRequest(path, { ...init, headers });
  const forwarded = request.headers.get('x-forwarded-for');
  if (forwarded !== null) internal.headers.set('x-forwarded-for', forwarded);
  // The request comes from this site; the routes here check the browser's own origin.
  internal.headers.set('origin', new URL(internal.url).origin);
  return internal;
}

/**
 * Returns what a browser sees instead of the live releases. The API decides on every request, from the signed cookie and the
 * session that it belongs to only. Null without such a cookie, if it is forged, expired or of another session, and whenever
 * the API cannot be reached.
 */
export async function findPreview(api: Api, browser: BrowserRequest, logger: Logger): Promise<Preview | null> {
  if (!browser.raw.headers.get('cookie')?.includes(`${PREVIEW_COOKIE}=`)) return null;
  try {
    return await requestOnBehalfOf(api, browser, {}, async (response) =>
      response.ok ? previewSchema.parse(await response.json()) : null,
    );
  } catch (error) {
    logger.warn({ err: error }, 'could not read the preview from the API; showing the live releases');
    return null;
  }
}
