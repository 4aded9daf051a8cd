/**
 * Header of the API's public responses: the id of the process, then the tags of the data that the response was made from,
 * separated by spaces. A front door may cache the response until one of the tags is invalidated. The event stream announces
 * that with a `purge` event whose data has the same form.
 */
export const SURROGATE_KEY_HEADER = 'surrogate-key';

/**
 * Header of the response to a write that changed public data, in the form of the surrogate key. The front door that passes
 * the response on invalidates the tags before the writer sees the response, and removes the header; other front doors
 * receive the `purge` event.
 */
export const PURGE_HEADER = 'surrogate-purge';

export const formatSurrogateKey = (process: string, tags: readonly string[] = []): string =>
  [process, ...tags].join(' ');

/** Returns the id of the API process, whose own event stream announces invalidations, and the tags. */
export function parseSurrogateKey(text: string): { process: string; tags: string[] } {
  const [process = '', ...tags] = text.split(' ').filter(Boolean);
  return { process, tags };
}
