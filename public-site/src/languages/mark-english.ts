/** A tag, a comment, or the inside of an element whose content is no text of the page. */
const TOKEN = /<!--[\s\S]*?-->|<(style|script|textarea)\b[\s\S]*?<\/\1>|<\/?[a-z][^>]*>/gi;
const VOID = /^<(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b|\/>$/i;
const DEVANAGARI = /\p{Script=Devanagari}/u;
/** Two letters: '×' and '5K' are read alike in every language. */
const LATIN = /\p{Script=Latin}{2}/u;

interface Open {
  /** place of its start tag in `parts`; -1 for the root */
  at: number;
  hasEnglish: boolean;
  hasOther: boolean;
}

/**
 * Adds `lang="en"` to each element whose own text is English, on a page in Devanagari: a voice for Hindi cannot read it. An element
 * inside it with text in Devanagari gets the language of the page. Names of elements, attributes and texts stay as they are.
 * @param html markup that React has rendered
 * @param pageLanguage 'mr'
 */
export function markEnglish(html: string, pageLanguage: string): string {
  const parts: string[] = [];
  const stack: Open[] = [{ at: -1, hasEnglish: false, hasOther: false }];
  const english = new Set<number>();
  const native = new Set<number>();
  const addText = (text: string) => {
    if (text === '') return;
    parts.push(text);
    const own = stack.at(-1) as Open;
    const letters = text.replace(/&[a-z#0-9]+;/gi, ' ');
    if (DEVANAGARI.test(letters)) own.hasOther = true;
    else if (LATIN.test(letters)) own.hasEnglish = true;
  };
  const close = () => {
    const own = stack.length > 1 ? stack.pop() : undefined;
    if (!own) return;
    if (own.hasEnglish && !own.hasOther) english.add(own.at);
    else if (own.hasOther) native.add(own.at);
  };
  const parents = new Map<number, number>();
  let end = 0;
  for (const match of html.matchAll(TOKEN)) {
    addText(html.slice(end, match.index));
    const [token, raw] = match;
    end = match.index + token.length;
    parts.push(token);
    if (raw !== undefined || token.startsWith('<!--')) continue;
    if (token.startsWith('</')) close();
    else if (!VOID.test(token)) {
      parents.set(parts.length - 1, (stack.at(-1) as Open).at);
      stack.push({ at: parts.length - 1, hasEnglish: false, hasOther: false });
    }
  }
  addText(html.slice(end));
  const isInEnglish = (at: number): boolean => {
    const parent = parents.get(at) ?? -1;
    return parent >= 0 && (english.has(parent) || isInEnglish(parent));
  };
  const withLanguage = (at: number, language: string) => {
    const tag = parts[at] as string;
    if (!/\slang=/.test(tag)) parts[at] = tag.replace(/^<[a-z0-9-]+/i, (start) => `${start} lang="${language}"`);
  };
  for (const at of english) withLanguage(at, 'en');
  for (const at of native) if (isInEnglish(at)) withLanguage(at, pageLanguage);
  return parts.join('');
}
