/** Part of a file in bytes, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Returns the one range of bytes that a request names; null for the whole. Several ranges, another unit or an invalid
 * header are ignored, as RFC 9110, 14.2 allows.
 * @param size of the whole in bytes
 */
export function requestedRange(headers: Headers, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '') ?? [];
  const condition = headers.get('if-range');
  if ((first === '' && last === '') || (condition !== null && condition !== etag)) return null;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(last)), last: size - 1 };
  const range = { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (last !== '' && Number(last) < range.first) return null;
  return range.first >= size ? 'unsatisfiable' : range;
}
