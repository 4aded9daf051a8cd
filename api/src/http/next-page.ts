import type { Context } from 'hono';

/** Documents the header that {@link nextPage} sets. */
export const NEXT_PAGE_HEADER = { Link: { description: 'The next page, if there is one (RFC 8288)' } };

/** Returns the header that leads to the next page of a list. @param cursor of that page; null when there is none */
export function nextPage(c: Context, cursor: string | null): Record<string, string> {
  if (cursor === null) return {};
  return { link: `<${c.req.path}?${new URLSearchParams({ ...c.req.query(), cursor })}>; rel="next"` };
}
