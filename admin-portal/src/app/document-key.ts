import { DOCUMENT_KEY } from '@godhuli/contracts/document-key';

/** The newest key; null: the one that the document came with. */
let newest: string | null = null;

const keyOfDocument = () => document.querySelector<HTMLMetaElement>(`meta[name="${DOCUMENT_KEY}"]`)?.content;

/** Returns the header without which the API does not accept the session (decision 051). */
export function documentKeyHeader(): Record<string, string> {
  const key = newest ?? keyOfDocument();
  return key === undefined ? {} : { [DOCUMENT_KEY]: key };
}

/** Reads a response that may bring a new key, as a sign-in does. */
export function readWithKey(response: Response): Promise<unknown> {
  newest = response.headers.get(DOCUMENT_KEY) ?? newest;
  return response.json();
}
