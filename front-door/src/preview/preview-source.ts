import { PREVIEW_COOKIE, type Preview, previewSchema } from '@godhuli/contracts/preview';
import { isHttpsRequest } from '@godhuli/server/is-https-request';
import type { Context } from 'hono';
import { type Api, internalRequest, withApiTimeout } from '../api-client.js';
import type { Logger } from '../logger.js';

/**
 * Sends a request about previews to the API on behalf of a browser: with its cookies, IP and scheme.
 * @throws Error if the API cannot be reached, or has not responded within ten seconds
 */
export function requestOnBehalfOf<Value>(
  api: Api,
  { req, env }: Context,
  init: RequestInit,
  read: (response: Response) => Value | Promise<Value>,
  path = '/api/preview',
): Promise<Value> {
  const headers = new Headers(init.headers);
  headers.set('cookie', req.header('cookie') ?? '');
  headers.set('x-forwarded-proto', isHttpsRequest(req.raw) ? 'https' : 'http');
  const forwarded = req.header('x-forwarded-for');
  if (forwarded !== undefined) headers.set('x-forwarded-for', forwarded);
  return withApiTimeout(async (signal) => {
    const request = internalRequest(path, { ...init, headers, signal });
    // The request comes from this site; the routes here check the browser's own origin.
    request.headers.set('origin', new URL(request.url).origin);
    return read(await api(request, env as object));
  });
}

/**
 * Returns what a browser sees instead of the live releases. The API decides on every request, from the signed cookie and the
 * session that it belongs to only. Null without such a cookie, if it is forged, expired or of another session, and whenever
 * the API cannot be reached.
 */
export async function findPreview(api: Api, c: Context, logger: Logger): Promise<Preview | null> {
  if (!c.req.header('cookie')?.includes(`${PREVIEW_COOKIE}=`)) return null;
  try {
    return await requestOnBehalfOf(api, c, {}, async (response) =>
      response.ok ? previewSchema.parse(await response.json()) : null,
    );
  } catch (error) {
    logger.warn({ err: error }, 'could not read the preview from the API; showing the live releases');
    return null;
  }
}
