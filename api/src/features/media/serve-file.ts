import { open } from 'node:fs/promises';
import { requestedRange } from '@godhuli/server/byte-range';
import { matchesEntityTag } from '@godhuli/server/entity-tag';
import { SANDBOXED_FILE_HEADERS } from '@godhuli/server/security-headers';

const IMMUTABLE = 'public, max-age=31536000, immutable';

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
    // A variant has at most about 1 MB. Reading it at once is cheaper than a stream.
    const { buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, first);
    return new Response(buffer, {
      status: range ? 206 : 200,
      headers: {
        ...headers,
        'content-type': contentType,
        'content-length': String(length),
        ...(range ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
      },
    });
  } finally {
    await file.close();
  }
}
