import type { Language } from './language';

/** A tag, a comment, or the inside of an element whose content is no text of the page. */
const TOKEN = /<!--[\s\S]*?-->|<(style|script|textarea)\b[\s\S]*?<\/\1>|<\/?[a-z][^>]*>/gi;
const VOID = /^<(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b|\/>$/i;
/** What a voice reads instead of the content of an element. */
const LABEL = /\s(?:alt|aria-label)="([^"]+)"/;
const DEVANAGARI = /\p{Script=Devanagari}/u;
/** A link that states its language and contains text alone, as those to the other languages do. */
const STATED = /<a [^>]* lang="[^>]*>[^<]*<\/a>/g;
/** Two letters: '×' and '5K' are read alike in every language. */
const LATIN = /\p{Script=Latin}{2}/u;

interface Open {
  /** place of its start tag in `parts`; -1 for the root */
  at: number;
  hasForeign: boolean;
  hasOwn: boolean;
}

/**
 * Adds `lang` to each element whose own text is in another language than the page, by its script: English where a translation is
 * missing, Devanagari on an English page. A voice for one cannot read the other, and lines of Devanagari need more room. An element
 * inside it with text in the language of the page gets that. `alt` and `aria-label` count as text of their element. Names of
 * elements, attributes and texts stay as they are.
 * @param html markup that React has rendered
 */
export function markLanguages(html: string, page: Language): string {
  const isEnglish = page === 'en';
  // Most English pages have nothing to mark; to go through all their elements takes a fifth of the time of a rendering.
  if (isEnglish && !DEVANAGARI.test(html.replace(STATED, ''))) return html;
  const foreignLanguage = isEnglish ? 'mr' : 'en';
  const parts: string[] = [];
  const stack: Open[] = [{ at: -1, hasForeign: false, hasOwn: false }];
  const foreign = new Set<number>();
  const native = new Set<number>();
  const addScript = (own: Open, text: string) => {
    const letters = text.replace(/&[a-z#0-9]+;/gi, ' ');
    if (DEVANAGARI.test(letters)) own[isEnglish ? 'hasForeign' : 'hasOwn'] = true;
    else if (LATIN.test(letters)) own[isEnglish ? 'hasOwn' : 'hasForeign'] = true;
  };
  const addText = (text: string) => {
    if (text === '') return;
    parts.push(text);
    addScript(stack.at(-1) as Open, text);
  };
  const end = (own: Open) => {
    if (own.hasForeign && (isEnglish || !own.hasOwn)) foreign.add(own.at);
    else if (own.hasOwn) native.add(own.at);
  };
  const close = () => {
    const own = stack.length > 1 ? stack.pop() : undefined;
    if (own) end(own);
  };
  const parents = new Map<number, number>();
  let read = 0;
  for (const match of html.matchAll(TOKEN)) {
    addText(html.slice(read, match.index));
    const [token, raw] = match;
    read = match.index + token.length;
    parts.push(token);
    if (raw !== undefined || token.startsWith('<!--')) continue;
    if (token.startsWith('</')) close();
    else {
      const own = { at: parts.length - 1, hasForeign: false, hasOwn: false };
      parents.set(own.at, (stack.at(-1) as Open).at);
      addScript(own, LABEL.exec(token)?.[1] ?? '');
      if (VOID.test(token)) end(own);
      else stack.push(own);
    }
  }
  addText(html.slice(read));
  const isInForeign = (at: number): boolean => {
    const parent = parents.get(at) ?? -1;
    return parent >= 0 && (foreign.has(parent) || isInForeign(parent));
  };
  const withLanguage = (at: number, language: string) => {
    const tag = parts[at] as string;
    if (!/\slang=/.test(tag)) parts[at] = tag.replace(/^<[a-z0-9-]+/i, (start) => `${start} lang="${language}"`);
  };
  for (const at of foreign) withLanguage(at, foreignLanguage);
  for (const at of native) if (isInForeign(at)) withLanguage(at, page);
  return parts.join('');
}
