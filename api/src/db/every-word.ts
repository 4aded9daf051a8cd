import { type RawBuilder, sql } from 'kysely';

/** Further words of a search are ignored. */
const MAX_WORDS = 12;

/** Returns the words of a search. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

/** Returns the condition that a text contains every word. @param text in lower case */
export function everyWord(text: RawBuilder<string>, words: readonly string[]): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`true`;
  const each = words.map((word) => sql<boolean>`${text} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`);
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}
