import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { requestedRange } from '@godhuli/server/byte-range';
import { matchesEntityTag } from '@godhuli/server/entity-tag';
import { SANDBOXED_FILE_HEADERS } from '@godhuli/server/security-headers';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For files that only staff may see. */
export const PRIVATE_FILE = 'private, no-store';
/** More bytes than this are streamed; fewer are read at once, which is cheaper. A variant has at most about 1 MB. */
const STREAMED_BYTES = 2 * 1024 * 1024;

/**
 * Responds with a file that never changes under its URL. Supports strong ETags, conditional requests (RFC 9110, 13) and range
 * requests (RFC 9110, 14). The response to HEAD has a body, which the server drops.
 * @returns null if the file does not exist
 */
export async function serveFile(
  request: Request,
  path: string,
  contentType: string,
  cacheControl = IMMUTABLE,
): Promise<Response | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  let isStreamed = false;
  try {
    const { size, mtimeMs } = await file.stat();
    // A strong tag: files are complete when they are renamed into place, and never written again.
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    const headers = { ...SANDBOXED_FILE_HEADERS, 'cache-control': cacheControl, etag, 'accept-ranges': 'bytes' };
    if (matchesEntityTag(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers });
    const range = requestedRange(request.headers, etag, size);
    if (range === 'unsatisfiable') {
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
    }
    const { first, last } = range ?? { first: 0, last: size - 1 };
    const length = last - first + 1;
    isStreamed = length > STREAMED_BYTES && request.method !== 'HEAD';
    const body = isStreamed
      ? (Readable.toWeb(file.createReadStream({ start: first, end: last })) as ReadableStream)
      : length > STREAMED_BYTES
        ? null
        : (await file.read(Buffer.allocUnsafeSlow(length), 0, length, first)).buffer;
    return new Response(body, {
      status: range ? 206 : 200,
      headers: {
        ...headers,
        'content-type': contentType,
        'content-length': String(length),
        ...(range ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
      },
    });
  } finally {
    // A stream closes the file at its end, or when the client leaves.
    if (!isStreamed) await file.close();
  }
}
