import type { Mount } from '@godhuli/contracts/page';
import { PREVIEW_COOKIE } from '@godhuli/contracts/preview';
import { problemSchema } from '@godhuli/contracts/problem';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Api } from '../api-client.js';
import { noticeDocument } from '../documents/document.js';
import type { Logger } from '../logger.js';
import type { ShellBuild } from '../shell-build.js';
import { askOnBehalfOf } from './preview-source.js';

/** The preview that someone who is not signed in asked for, until they are: the query of its address. */
const WANTED_COOKIE = 'godhuli_preview_wanted';
const WANTED = { path: '/preview', httpOnly: true, sameSite: 'Strict' } as const;
const WANTED_SECONDS = 15 * 60;
/** Where staff sign in; from there the portal leads on to `/preview/resume`. */
const SIGN_IN_FIRST = '/admin?next=preview';
const NEVER_KEPT = { 'cache-control': 'private, no-store' };

/** What the API said against it, as one sentence. */
async function reasonOf(answer: Response): Promise<string> {
  const problem = problemSchema.safeParse(await answer.json().catch(() => null)).data;
  return problem?.errors?.[0]?.message ?? problem?.detail ?? 'No reason was given.';
}

/** The path that a page of this site asks from, or '/'. */
function pathOfReferer(request: Request): string {
  const referer = request.headers.get('referer') ?? '';
  if (!URL.canParse(referer)) return '/';
  const { host, pathname, search } = new URL(referer);
  return host === new URL(request.url).host && !pathname.startsWith('//') ? pathname + search : '/';
}

/**
 * `/preview?remote=…&version=…` (or `&dev=…`) for signed-in staff, and the way out. Who is not signed in does that first:
 * meanwhile a cookie keeps what they asked for, so that no address of the login page leads anywhere else.
 */
export function previewRoutes(shell: ShellBuild, api: Api, logger: Logger, pageHeaders: Record<string, string>): Hono {
  const refusal = (status: number, text: string) => {
    const slot = '<a class="shell-button" href="/">Back to Website</a>';
    const html = noticeDocument(shell, { eyebrow: 'Preview', heading: 'This preview cannot be shown', text, slot });
    const headers = { ...pageHeaders, ...NEVER_KEPT, 'content-type': 'text/html; charset=utf-8' };
    return new Response(html, { status, headers });
  };
  const mountOf = (remote: string | undefined): Mount | undefined =>
    shell.mounts.find((mount) => mount.remote === remote);

  const app = new Hono();
  app.get('/preview', async (c) => {
    // A link on another site begins no preview, whatever the browser sends along.
    if (['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '')) return c.redirect('/admin', 303);
    const { remote, version, dev } = c.req.query();
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ remote, version, dev }),
    };
    let answer: Response;
    try {
      answer = await askOnBehalfOf(api, { raw: c.req.raw, env: c.env as object }, init, (one) => one);
    } catch (error) {
      logger.warn({ err: error }, 'preview failed: the API is not available');
      return refusal(503, 'The server is not available. Please try again in a moment.');
    }
    if (answer.status === 401) {
      setCookie(c, WANTED_COOKIE, new URL(c.req.url).search, { ...WANTED, maxAge: WANTED_SECONDS });
      c.header('cache-control', NEVER_KEPT['cache-control']);
      return c.redirect(SIGN_IN_FIRST, 303);
    }
    if (!answer.ok) return refusal(answer.status, await reasonOf(answer));
    const mount = mountOf(remote);
    if (!mount) return refusal(404, `No page of this website uses the remote '${remote}'.`);
    for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
    c.header('cache-control', NEVER_KEPT['cache-control']);
    return c.redirect(mount.path, 303);
  });

  app.get('/preview/resume', (c) => {
    const wanted = new URLSearchParams(getCookie(c, WANTED_COOKIE));
    deleteCookie(c, WANTED_COOKIE, WANTED);
    c.header('cache-control', NEVER_KEPT['cache-control']);
    return c.redirect(wanted.has('remote') ? `/preview?${wanted}` : '/admin/dashboard', 303);
  });

  app.post('/preview/leave', (c) => {
    deleteCookie(c, PREVIEW_COOKIE, { path: '/' });
    deleteCookie(c, PREVIEW_COOKIE, { prefix: 'host', secure: true });
    c.header('cache-control', NEVER_KEPT['cache-control']);
    return c.redirect(pathOfReferer(c.req.raw), 303);
  });
  return app;
}
