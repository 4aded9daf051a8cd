import { readText } from '@godhuli/server/read-text';
import { TimeoutError, withTimeout } from '@godhuli/server/with-timeout';

/** The API's response to a read of sample data is not JSON of the usual size. */
export class NoSampleData extends Error {
  override name = 'NoSampleData';
}

/** The API must respond within this time, or a release is checked without this data. */
const LIMIT_MS = 2000;
const MAX_BODY_BYTES = 2_000_000;

/**
 * Reads the text of JSON from the API for a release's first render; undefined when the path returns an error or does not respond in time.
 * @throws NoSampleData when it is not public, or returns anything but JSON, too much of it, or a body that does not end
 */
export async function readJsonText(
  fetch: (path: string, init: RequestInit) => Response | Promise<Response>,
  path: string,
): Promise<string | undefined> {
  const controller = new AbortController();
  let hasResponse = false;
  const read = async () => {
    const response = await fetch(path, { signal: controller.signal });
    if (response.status === 401) throw new NoSampleData(`${path} is not public`);
    if (!response.ok) return undefined;
    hasResponse = true;
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      await response.body?.cancel();
      throw new NoSampleData(`${path} does not return JSON`);
    }
    const text = await readText(response.body, MAX_BODY_BYTES);
    if (text === null) throw new NoSampleData(`${path} returns more than ${MAX_BODY_BYTES / 1e6} MB`);
    return text;
  };
  const message = `${path} did not end within ${LIMIT_MS / 1000} seconds`;
  try {
    return await withTimeout(LIMIT_MS, message, read);
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    if (hasResponse) throw new NoSampleData(message);
    return undefined;
  } finally {
    // Ends a stream that goes on.
    controller.abort();
  }
}
