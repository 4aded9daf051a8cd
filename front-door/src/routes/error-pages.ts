import { Representation, respond } from '@godhuli/server/representation';
import type { Context } from 'hono';
import { noticeDocument, plainDocument } from '../documents/document.js';
import type { ShellBuild } from '../shell-build.js';

const HTML = 'text/html; charset=utf-8';
const TITLE = 'Unexpected Application Error!';

/** Responses for requests that have no page: the pages of the shell's build. */
export function createErrorPages(shell: ShellBuild, headers: Readonly<Record<string, string>>) {
  const notFoundIn = (markup: string, language?: string) =>
    new Representation(plainDocument(shell, TITLE, markup, language), HTML, { brotliQuality: 9 });
  const { en, mr, hi } = shell.pages.notFound;
  const notFound = notFoundIn(en);
  const translated = new Map([
    ['mr', notFoundIn(mr, 'mr')],
    ['hi', notFoundIn(hi, 'hi')],
  ]);
  return {
    notFound(c: Context): Promise<Response> {
      const [, first = ''] = c.req.path.split('/');
      return respond(c.req.raw, translated.get(first) ?? notFound, headers, 404);
    },
    unavailable(heading: string, text: string): Response {
      const slot = '<a class="shell-button" href="">Try again</a>';
      const html = noticeDocument(shell, { eyebrow: 'Not available', heading, text, slot });
      return new Response(html, { status: 503, headers: { ...headers, 'content-type': HTML, 'retry-after': '5' } });
    },
    failed: (): Response =>
      new Response(notFound.plain, {
        status: 500,
        headers: { ...headers, 'content-type': HTML, 'cache-control': 'no-store' },
      }),
  };
}
export type ErrorPages = ReturnType<typeof createErrorPages>;
