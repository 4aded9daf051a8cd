import { DOCUMENT_CHECK } from '@godhuli/contracts/page';
import { isPageUsed, whenReading } from './visitor-input';

/** Whether there is another document at the URL now, or none any more. */
function isReplaced(response: Response, version: string): boolean {
  const tag = response.headers.get('etag');
  return response.redirected || response.status === 404 || (response.ok && tag !== null && !tag.includes(version));
}

/**
 * Asks whether this document is still the current one, because the browser may have shown it without asking (decision 036). One that has
 * been replaced is loaded again, unless the visitor already uses it: then the next visit shows the new one. A server that cannot be
 * reached changes nothing.
 * @param isNew the visitor has come to the page, and neither reloaded it nor gone back to it
 */
export async function checkDocument(isNew: boolean): Promise<void> {
  const { version } = document.documentElement.dataset;
  if (!version) return;
  const request = { cache: 'no-cache', headers: { [DOCUMENT_CHECK]: '1' } } as const;
  const response = await fetch(location.href, request).catch(() => null);
  if (!response || !isNew || !isReplaced(response, version)) return;
  // The browser then has the new document, which loading it again only confirms.
  await response.text();
  await whenReading();
  if (!isPageUsed()) location.reload();
}
