/** One line of a calendar file, without its end. */
export interface ContentLine {
  /** number of its first physical line, from 1 */
  line: number;
  /** in upper case */
  name: string;
  parameters: Record<string, string>;
  value: string;
}

/** The most octets of one physical line (RFC 5545, 3.1). */
const MAX_OCTETS = 75;

/** Escapes a text value (RFC 5545, 3.3.11). */
export const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Returns a text value without escapes. */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter));

/** Folds a line so that no physical line is longer than 75 octets; characters stay whole. */
export function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** Unfolds a calendar file into its lines. Lines that are no content lines have an empty name. */
export function contentLines(file: string): ContentLine[] {
  const unfolded: { line: number; text: string }[] = [];
  for (const [index, text] of file
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = unfolded.at(-1);
    if (/^[ \t]/.test(text) && last) last.text += text.slice(1);
    else if (text !== '') unfolded.push({ line: index + 1, text });
  }
  return unfolded.map(({ line, text }) => ({ line, ...parseLine(text) }));
}

function parseLine(text: string): Omit<ContentLine, 'line'> {
  const name = /^[A-Za-z0-9-]+/.exec(text)?.[0] ?? '';
  const parameters: Record<string, string> = {};
  let rest = text.slice(name.length);
  for (;;) {
    const found = /^;([A-Za-z0-9-]+)=("[^"]*"|[^;:,"]*)(?:,(?:"[^"]*"|[^;:,"]*))*/.exec(rest);
    if (!found) break;
    const [whole, key = '', value = ''] = found;
    parameters[key.toUpperCase()] = value.replace(/^"|"$/g, '');
    rest = rest.slice(whole.length);
  }
  if (name === '' || !rest.startsWith(':')) return { name: '', parameters: {}, value: '' };
  return { name: name.toUpperCase(), parameters, value: rest.slice(1) };
}
