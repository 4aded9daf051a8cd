/**
 * Returns whether `If-None-Match` names the entity tag, or any by `*`. Tags are compared weakly (RFC 9110, 13.1.2).
 * @param etag strong, with its quotes
 */
export function matchesEntityTag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
