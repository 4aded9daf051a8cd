/** Passes chunks on, for `pipeline`, and calls `inspect` with each. An error of `inspect` ends the stream. */
export const eachChunk = (inspect: (chunk: Uint8Array) => void) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      inspect(chunk);
      yield chunk;
    }
  };

/** Passes chunks on and throws when they have more than `limit()` bytes together. */
export function limitBytes(limit: () => number, createError: () => Error) {
  let bytes = 0;
  return eachChunk((chunk) => {
    bytes += chunk.byteLength;
    if (bytes > limit()) throw createError();
  });
}
