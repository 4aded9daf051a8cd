import { DOCUMENT_KEY } from '@godhuli/contracts/document-key';
import { mountFor } from '@godhuli/contracts/page';
import { sitePreviewSchema } from '@godhuli/contracts/publishing';
import { isOwnRequest } from '@godhuli/server/is-own-request';
import { COMMON_HEADERS } from '@godhuli/server/security-headers';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Api, problem, unavailableProblem } from '../api-client.js';
import type { Pages } from '../documents/pages.js';
import { NOT_STORED } from '../http/document-headers.js';
import type { Logger } from '../logger.js';
import type { ShellBuild } from '../shell-build.js';
import { requestOnBehalfOf } from './preview-source.js';

interface DraftRoutesOptions {
  shell: ShellBuild;
  api: Api;
  pages: Pages;
  originOf: (c: Context) => string;
  headers: Readonly<Record<string, string>>;
  logger: Logger;
}

const MAX_BYTES = 256 * 1024;
const limit = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => problem(413, `The request body is larger than ${MAX_BYTES / 1024} KB.`),
});
const NOT_RENDERED = 'The page could not be rendered with these texts. What you typed is kept.';

/**
 * `POST /preview/draft?page=/…`: a page of the live release with drafts and unsaved forms, for signed-in staff. The API decides
 * who may read drafts. The response is for one editor, has no scripts, and nobody may frame or cache it.
 */
export function draftRoutes({ shell, api, pages, originOf, headers, logger }: DraftRoutesOptions): Hono {
  const notStored = { ...headers, ...NOT_STORED, 'x-robots-tag': 'noindex' };
  return new Hono().post('/preview/draft', limit, async (c) => {
    const ownHosts = [c.req.url, originOf(c)].map((url) => new URL(url).host);
    if (!isOwnRequest(c.req.raw.headers, ownHosts)) return problem(403, 'This request came from another site.');
    const headersOfScript = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', DOCUMENT_KEY].flatMap((name) => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const sent = Object.fromEntries([['content-type', 'application/json'], ...headersOfScript]);
    const init = { method: 'POST', headers: sent, body: await c.req.text() };
    let response: Response;
    try {
      response = await requestOnBehalfOf(api, c, init, copyOf, '/api/admin/site-preview');
    } catch (error) {
      logger.warn({ err: error }, 'draft preview failed: the API is not available');
      return unavailableProblem('The server is not available. Please try again in a moment.');
    }
    if (!response.ok) return response;
    const preview = sitePreviewSchema.parse(await response.json());
    const mount = mountFor('/', shell.mounts);
    const html = mount && (await pages.draft(mount, originOf(c), preview, c.req.query('page')));
    return html ? c.html(html, 200, notStored) : unavailableProblem(NOT_RENDERED);
  });
}

/** Reads a response before the time limit of its request ends, without the headers that are for the front door. */
const copyOf = async (response: Response): Promise<Response> => {
  const type = response.headers.get('content-type') ?? 'application/json';
  return new Response(await response.text(), {
    status: response.status,
    headers: { ...COMMON_HEADERS, 'content-type': type, 'cache-control': 'no-store' },
  });
};
