import { DOCUMENT_CHECK } from '@godhuli/contracts/page';
import { isPageUsed, whenReading } from './visitor-input';

/** Whether there is another document at the URL now, or none any more. */
async function isReplaced(version: string): Promise<boolean> {
  const response = await fetch(location.href, { cache: 'no-cache', headers: { [DOCUMENT_CHECK]: '1' } });
  if (response.headers.get('etag')?.includes(version)) return false;
  // The browser then has the new document, which loading it again only confirms.
  const html = await response.text();
  if (response.redirected || response.status === 404) return true;
  // A page that the server cannot render now is no better than this one. A proxy may have removed the entity tag.
  return response.ok && html.includes('<html data-version=') && !html.includes(version);
}

/**
 * Asks whether this document is still the current one, because the browser may have shown it without asking (decision 036). One that has
 * been replaced is loaded again, unless the visitor already uses it: then the next visit shows the new one. A server that cannot be
 * reached changes nothing.
 * @param isNew the visitor has come to the page, and neither reloaded it nor gone back to it
 */
export async function checkDocument(isNew: boolean): Promise<void> {
  const { version } = document.documentElement.dataset;
  if (!version || !(await isReplaced(version).catch(() => false)) || !isNew) return;
  await whenReading();
  if (!isPageUsed() && navigator.onLine) location.reload();
}
