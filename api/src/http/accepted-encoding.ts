/** The codings that answers are kept in, besides `identity`. */
export type Encoding = 'br' | 'gzip' | 'identity';

const REMEMBERED = 64;
const LONGEST_REMEMBERED = 200;
/** Browsers send few different values, and each of them with every request. */
const known = new Map<string, Encoding>();

/** Returns the best coding that `Accept-Encoding` allows (RFC 9110, 12.5.3): named, or by `*`, and not with weight 0. */
export function acceptedEncoding(header: string | null | undefined): Encoding {
  if (!header) return 'identity';
  const before = known.get(header);
  if (before) return before;
  const encoding = (['br', 'gzip'] as const).find((coding) => accepts(header, coding)) ?? 'identity';
  if (known.size < REMEMBERED && header.length <= LONGEST_REMEMBERED) known.set(header, encoding);
  return encoding;
}

function accepts(header: string, coding: string): boolean {
  let byStar = false;
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    if (name === coding) return !refused;
    if (name === '*') byStar = !refused;
  }
  return byStar;
}
