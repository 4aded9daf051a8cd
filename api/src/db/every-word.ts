import { type RawBuilder, sql } from 'kysely';

/** A search reads no more words than this. */
const MAX_WORDS = 12;

/** Returns the words of a search. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

/** The condition that a text holds every word. @param text in small letters */
export function everyWord(text: RawBuilder<string>, words: readonly string[]): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`true`;
  const each = words.map((word) => sql<boolean>`${text} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`);
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}
