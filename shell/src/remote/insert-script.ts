import type { PageScript } from '@godhuli/contracts/page';

/** Returns a URL that no cache knows, for a retry. */
export function uncachedUrl(url: string, attempt: number): string {
  return attempt === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}attempt=${attempt}`;
}

/**
 * Runs a script once and resolves when it has run. If the document already has a script with this URL, waits for that one;
 * the boot script writes its result into `data-state`.
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

/** Runs a script that this document may have run before. */
export function runScriptAgain({ src, integrity }: PageScript): void {
  const script = document.createElement('script');
  Object.assign(script, { src, integrity, crossOrigin: 'anonymous' });
  document.head.append(script);
}
