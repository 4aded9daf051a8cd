/** The content codings of responses. */
export type Encoding = 'br' | 'gzip' | 'identity';

const CACHED_HEADERS = 64;
const LONGEST_CACHED = 200;
/** Results by header value: browsers send few different values, one with every request. */
const cached = new Map<string, Encoding>();

/** Returns the best coding that `Accept-Encoding` allows (RFC 9110, 12.5.3): named, or by `*`, and not with weight 0. */
export function acceptedEncoding(header: string | null | undefined): Encoding {
  if (!header) return 'identity';
  const known = cached.get(header);
  if (known) return known;
  const encoding = (['br', 'gzip'] as const).find((coding) => accepts(header, coding)) ?? 'identity';
  if (cached.size < CACHED_HEADERS && header.length <= LONGEST_CACHED) cached.set(header, encoding);
  return encoding;
}

function accepts(header: string, coding: string): boolean {
  let acceptsAny = false;
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    if (name === coding) return !refused;
    if (name === '*') acceptsAny = !refused;
  }
  return acceptsAny;
}
