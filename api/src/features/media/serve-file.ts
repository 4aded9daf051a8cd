import { open } from 'node:fs/promises';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Part of a file in bytes, both ends included. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Answers with a file that never changes under its address: strong ETag, conditional (RFC 9110, 13) and range
 * requests (RFC 9110, 14). HEAD is answered like GET; whoever sends it drops the body.
 * @returns null when there is no such file
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
    // Strong: files are renamed into place whole and never written again.
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    const headers = {
      'cache-control': cacheControl,
      etag,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    };
    if (namesTag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    const range = requestedRange(request.headers, etag, size);
    if (range === 'unsatisfiable') {
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
    }
    const { first, last } = range ?? { first: 0, last: size - 1 };
    const length = last - first + 1;
    // A variant is at most about 1 MB, so it is read whole: cheaper than a stream, and the file is closed at once.
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

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
function namesTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** One range of bytes; several at once, another unit or nonsense is ignored, as RFC 9110, 14.2 allows. */
function requestedRange(headers: Headers, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '') ?? [];
  const condition = headers.get('if-range');
  if ((first === '' && last === '') || (condition !== null && condition !== etag)) return null;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(last)), last: size - 1 };
  const range = { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (last !== '' && Number(last) < range.first) return null;
  return range.first >= size ? 'unsatisfiable' : range;
}
