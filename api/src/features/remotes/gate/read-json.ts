/** What the API answered to a read of sample data is no JSON of usual size. */
export class NoSampleData extends Error {
  override name = 'NoSampleData';
}

/** Within this long the API answers, or a release is checked without this data. */
const LIMIT_MS = 2000;
const LARGEST_BODY = 2_000_000;

/**
 * Reads JSON from the API for a release's first view; undefined when the path answers with an error or too late.
 * @throws NoSampleData when it is not public, or answers with anything but JSON, with too much of it, or without end
 */
export async function readJson(
  fetch: (path: string, init: RequestInit) => Response | Promise<Response>,
  path: string,
): Promise<unknown> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
      controller.abort();
    }, LIMIT_MS);
  });
  try {
    const answer = Promise.resolve(fetch(path, { signal: controller.signal }));
    answer.catch(() => undefined);
    const response = await Promise.race([answer, late]);
    if (response?.status === 401) throw new NoSampleData(`${path} is not public`);
    if (!response?.ok) return undefined;
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      await response.body?.cancel();
      throw new NoSampleData(`${path} does not return JSON`);
    }
    const text = await Promise.race([readText(response, path), late]);
    if (text === undefined) throw new NoSampleData(`${path} did not end within ${LIMIT_MS / 1000} seconds`);
    return JSON.parse(text);
  } finally {
    clearTimeout(timer);
    // Ends a stream that goes on.
    controller.abort();
  }
}

async function readText(response: Response, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new NoSampleData(`${path} returns more than ${LARGEST_BODY / 1e6} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
