import { DOCUMENT_KEY } from '@godhuli/contracts/document-key';

const isOwn = (url: string | URL): boolean => new URL(url, window.location.href).origin === window.location.origin;

/**
 * Shows the key of the session with every request of this document to its own site, and keeps a new key that a response brings (decision 051).
 * Here instead of in the remotes, so that each of their releases works with it, also one from before.
 */
export function showDocumentKey(): void {
  let key = document.querySelector<HTMLMetaElement>(`meta[name="${DOCUMENT_KEY}"]`)?.content;

  const { fetch } = window;
  window.fetch = async (input, init) => {
    const request = typeof input === 'object' && 'url' in input ? input : null;
    if (!isOwn(request?.url ?? String(input))) return fetch(input, init);
    const headers = new Headers(init?.headers ?? request?.headers);
    if (key) headers.set(DOCUMENT_KEY, key);
    const response = await fetch(input, { ...init, headers });
    key = response.headers.get(DOCUMENT_KEY) ?? key;
    return response;
  };

  const { open, send } = XMLHttpRequest.prototype;
  const own = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    if (isOwn(given[1] as string | URL)) own.add(this);
    else own.delete(this);
    Reflect.apply(open, this, given);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (key && own.has(this)) this.setRequestHeader(DOCUMENT_KEY, key);
    send.call(this, body);
  };
}
