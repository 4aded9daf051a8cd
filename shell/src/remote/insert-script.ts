/** An address that no cache has seen, for a retry. */
export function freshAddress(url: string, attempt: number): string {
  return attempt === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}attempt=${attempt}`;
}

/**
 * Runs a script once and answers when it has run. A script of the same address that the document itself has asked for
 * is waited for instead (its outcome stands in `data-state`, written by the document's boot script).
 * @param integrity Subresource Integrity; a changed byte does not execute
 * @throws Error when it cannot be fetched, or its bytes are not those of the release
 */
export function insertScript(url: string, integrity: string | undefined): Promise<void> {
  const existing = [...document.scripts].find((script) => script.getAttribute('src') === url);
  if (existing?.dataset.state === 'loaded') return Promise.resolve();
  const waiting = existing?.dataset.state === 'loading' ? existing : undefined;
  const script = waiting ?? document.createElement('script');
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => {
      script.dataset.state = 'loaded';
      resolve();
    });
    script.addEventListener('error', () => {
      script.dataset.state = 'failed';
      reject(new Error(`${url} cannot be loaded`));
    });
    if (waiting) return;
    script.dataset.state = 'loading';
    script.async = true;
    script.crossOrigin = 'anonymous';
    if (integrity) script.integrity = integrity;
    script.src = url;
    document.head.append(script);
  });
}
