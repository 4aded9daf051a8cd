/** Devanagari in Latin letters, as Marathi and Hindi names are usually spelled in English. */
const CONSONANTS: Readonly<Record<string, string>> = {
  क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n', ट: 't', ठ: 'th', ड: 'd',
  ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n', प: 'p', फ: 'ph', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r',
  ल: 'l', ळ: 'l', व: 'v', श: 'sh', ष: 'sh', स: 's', ह: 'h',
}; // biome-ignore format: one list
const VOWELS: Readonly<Record<string, string>> = {
  अ: 'a', आ: 'a', इ: 'i', ई: 'i', उ: 'u', ऊ: 'u', ऋ: 'ru', ऍ: 'e', ए: 'e', ऐ: 'ai', ऑ: 'o', ओ: 'o', औ: 'au', ॲ: 'a',
}; // biome-ignore format: one list
const SIGNS: Readonly<Record<string, string>> = {
  'ा': 'a', 'ि': 'i', 'ी': 'i', 'ु': 'u', 'ू': 'u', 'ृ': 'ru', 'ॅ': 'e', 'े': 'e', 'ै': 'ai', 'ॉ': 'o', 'ो': 'o',
  'ौ': 'au', '्': '',
}; // biome-ignore format: one list
const MARKS: Readonly<Record<string, string>> = { 'ं': 'n', 'ँ': 'n', 'ः': 'h' };
const ZERO = 0x0966;

/** Replaces each word in Devanagari. A consonant without a sign is followed by 'a', except at the end of a word. */
function latin(word: string): string {
  const letters = [...word];
  const spelled = letters.map((letter, index) => {
    const next = letters[index + 1];
    const consonant = CONSONANTS[letter];
    if (consonant !== undefined) return consonant + (next === undefined || next in SIGNS ? '' : 'a');
    return VOWELS[letter] ?? SIGNS[letter] ?? MARKS[letter] ?? '';
  });
  return spelled.join('');
}

const LONGEST = 60;
/** Cuts at the end of a word, if there is one. */
const shorten = (slug: string) =>
  slug.length <= LONGEST
    ? slug
    : slug
        .slice(0, LONGEST + 1)
        .replace(/(?<=.)-[^-]*$/, '')
        .slice(0, LONGEST);

/**
 * Returns the part of a URL that names a row: the words of its title in lowercase ASCII letters and digits, joined by '-'.
 * @param fallback for a title without such words
 */
export function slugOf(title: string, fallback: string): string {
  const ascii = title
    .toLowerCase()
    // Letters with accents or a nukta become a base letter and a mark.
    .normalize('NFKD')
    .replaceAll('\u093c', '')
    .replace(/[\u0966-\u096f]/g, (digit) => String((digit.codePointAt(0) as number) - ZERO))
    .replace(/\p{Script=Devanagari}+[\p{Script=Devanagari}\p{M}]*/gu, latin)
    .replace(/[\p{M}'\u2019]/gu, '')
    .replace(/[^a-z0-9]+/g, '-');
  const slug = shorten(ascii.replace(/^-|-$/g, ''));
  return /[a-z]/.test(slug) ? slug : `${fallback}${slug ? `-${slug}` : ''}`;
}
