import { PREVIEW_COOKIE, type Preview, previewSchema } from '@godhuli/contracts/preview';
import { type Api, internalRequest } from '../api-client.js';
import type { Logger } from '../logger.js';

/** Asks the API in the name of the browser that sent `request`: with its cookies, and by the scheme that it came by. */
export function onBehalfOf(request: Request, path: string, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers);
  headers.set('cookie', request.headers.get('cookie') ?? '');
  const https = new URL(request.url).protocol === 'https:';
  headers.set('x-forwarded-proto', https ? 'https' : (request.headers.get('x-forwarded-proto') ?? 'http'));
  const asked = internalRequest(path, { ...init, headers });
  // It is this site that asks; the routes here look themselves where the browser comes from.
  asked.headers.set('origin', new URL(asked.url).origin);
  return asked;
}

/**
 * What the browser behind a request may see instead of the live releases: decided by the API at every look, from the
 * signed cookie and the session that it belongs to. Nothing else in a request has a say. Null without such a cookie,
 * when it is forged, expired or of another session, and whenever the API cannot be asked.
 */
export async function findPreview(api: Api, request: Request, logger: Logger): Promise<Preview | null> {
  if (!request.headers.get('cookie')?.includes(`${PREVIEW_COOKIE}=`)) return null;
  try {
    const answer = await api(onBehalfOf(request, '/api/preview'));
    return answer.ok ? previewSchema.parse(await answer.json()) : null;
  } catch (error) {
    logger.warn({ err: error }, 'could not read the preview from the API; showing the live releases');
    return null;
  }
}
