import { STAFF_PATH } from '@godhuli/contracts/mounts';
import { PREVIEW_COOKIE } from '@godhuli/contracts/preview';
import { problemSchema } from '@godhuli/contracts/problem';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Api } from '../api-client.js';
import { noticeDocument } from '../documents/document.js';
import { usesSession } from '../http/document-key.js';
import { ownPath } from '../http/own-path.js';
import type { Logger } from '../logger.js';
import type { ShellBuild } from '../shell-build.js';
import { requestOnBehalfOf } from './preview-source.js';

/** Stores the query of a preview's URL until the staff member has signed in. */
const REQUESTED_COOKIE = 'godhuli_preview_wanted';
const REQUESTED = { path: '/preview', httpOnly: true, sameSite: 'Strict' } as const;
const REQUESTED_SECONDS = 15 * 60;
/** Where staff sign in; the portal then continues at `/preview/resume`. */
const SIGN_IN_FIRST = `${STAFF_PATH}?next=preview`;
const NOT_CACHEABLE = { 'cache-control': 'private, no-store' };

/** Returns the API's reason for a refusal as one sentence. */
async function reasonOf(response: Response): Promise<string> {
  const problem = problemSchema.safeParse(await response.json().catch(() => null)).data;
  return problem?.errors?.[0]?.message ?? problem?.detail ?? 'No reason was given.';
}

/** Returns the path of the page of this site that sent a request, or '/': the Referer of the portal is the origin alone (decision 055). */
function pathOfReferer(request: Request): string {
  const referer = request.headers.get('referer') ?? '';
  if (!URL.canParse(referer)) return '/';
  const { host, pathname, search } = new URL(referer);
  return host === new URL(request.url).host ? ownPath(pathname + search) : '/';
}

/**
 * `/preview?remote=…&version=…` (or `&dev=…`) for signed-in staff, and the way to leave it. Staff who are not signed in do that
 * first. A cookie stores the request until then, so that no URL of the login page leads anywhere else.
 */
export function previewRoutes(shell: ShellBuild, api: Api, logger: Logger, pageHeaders: Record<string, string>): Hono {
  const refusal = (status: number, text: string) => {
    const slot = '<a class="shell-button" href="/">Back to Website</a>';
    const html = noticeDocument(shell, { eyebrow: 'Preview', heading: 'This preview cannot be shown', text, slot });
    const headers = { ...pageHeaders, ...NOT_CACHEABLE, 'content-type': 'text/html; charset=utf-8' };
    return new Response(html, { status, headers });
  };

  const app = new Hono();
  app.get('/preview', async (c) => {
    // A link on another site never starts a preview, whatever cookies the browser sends.
    if (['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '')) return c.redirect(STAFF_PATH, 303);
    const { remote, version, dev } = c.req.query();
    const mount = shell.mounts.find((each) => each.remote === remote);
    // A script of another page must not choose the code that may use the session: the portal asks the API itself (decision 051).
    if (c.req.header('sec-fetch-site') === 'same-origin' && mount && usesSession(mount))
      return refusal(403, 'Open the link of the preview again, or press Preview on the Releases page of the portal.');
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ remote, version, dev }),
    };
    let response: Response;
    try {
      response = await requestOnBehalfOf(api, c, init, (sent) => sent);
    } catch (error) {
      logger.warn({ err: error }, 'preview failed: the API is not available');
      return refusal(503, 'The server is not available. Please try again in a moment.');
    }
    if (response.status === 401) {
      setCookie(c, REQUESTED_COOKIE, new URL(c.req.url).search, { ...REQUESTED, maxAge: REQUESTED_SECONDS });
      c.header('cache-control', NOT_CACHEABLE['cache-control']);
      return c.redirect(SIGN_IN_FIRST, 303);
    }
    if (!response.ok) return refusal(response.status, await reasonOf(response));
    if (!mount) return refusal(404, `No page of this website uses the remote '${remote}'.`);
    for (const cookie of response.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
    c.header('cache-control', NOT_CACHEABLE['cache-control']);
    return c.redirect(mount.path, 303);
  });

  app.get('/preview/resume', (c) => {
    const requested = new URLSearchParams(getCookie(c, REQUESTED_COOKIE));
    deleteCookie(c, REQUESTED_COOKIE, REQUESTED);
    c.header('cache-control', NOT_CACHEABLE['cache-control']);
    return c.redirect(requested.has('remote') ? `/preview?${requested}` : `${STAFF_PATH}/dashboard`, 303);
  });

  app.post('/preview/leave', (c) => {
    deleteCookie(c, PREVIEW_COOKIE, { path: '/' });
    deleteCookie(c, PREVIEW_COOKIE, { prefix: 'host', secure: true });
    c.header('cache-control', NOT_CACHEABLE['cache-control']);
    const path = pathOfReferer(c.req.raw);
    return c.redirect(path === '/' ? ownPath(c.req.query('page')) : path, 303);
  });
  return app;
}
