import { type RawBuilder, sql } from 'kysely';
import { everyWord, wordsOf } from '../../db/every-word.js';

/** The time zone of the studio. */
export const STUDIO_TIME_ZONE = 'Asia/Kolkata';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** Name, phone, email and message of an inquiry. */
const SEARCHED = sql<string>`search`;

interface SearchedDate {
  day: number | null;
  month: number;
  year: number | null;
}
interface Search {
  words: string[];
  /** a date in the search, and the other words */
  date: (SearchedDate & { otherWords: string[] }) | null;
}

const DAY = '(0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?';
const YEAR = '(\\d{4})';
const NAME = '([a-z]{3,9})\\.?';
/** Day before month, as in India; the name of a month may be before or after the day. */
const DATES: [pattern: RegExp, order: readonly ('day' | 'month' | 'name' | 'year')[]][] = [
  [/(?<![\d/.-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d/.-])/, ['year', 'month', 'day']],
  [/(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?![\d/.-])/, ['day', 'month', 'year']],
  [/(?<![\d/.-])(\d{1,2})\/(\d{1,2})(?![\d/.-])/, ['day', 'month']],
  [new RegExp(`(?<!\\S)${DAY}\\s+(?:of\\s+)?${NAME}(?:,?\\s+${YEAR})?(?!\\S)`), ['day', 'name', 'year']],
  [new RegExp(`(?<!\\S)${NAME}\\s+${DAY}(?:,?\\s+${YEAR})?(?!\\S)`), ['name', 'day', 'year']],
  [new RegExp(`(?<!\\S)${NAME}\\s+${YEAR}(?!\\S)`), ['name', 'year']],
];

/** Parses a search text into words and a date ('14 February', '14 Feb 2027', '14/02', '2027-02-14', 'Feb 2027'). */
function parseSearch(q: string): Search {
  const search = q.toLowerCase().trim();
  for (const [pattern, order] of DATES) {
    const match = pattern.exec(search);
    if (!match) continue;
    const part = (name: (typeof order)[number]) => (order.includes(name) ? match[order.indexOf(name) + 1] : undefined);
    const date = dateOf(
      part('day'),
      order.includes('name') ? monthOf(part('name')) : Number(part('month')),
      part('year'),
    );
    if (!date) continue;
    const rest = `${search.slice(0, match.index)} ${search.slice(match.index + match[0].length)}`;
    return { words: wordsOf(search), date: { ...date, otherWords: wordsOf(rest) } };
  }
  return { words: wordsOf(search), date: null };
}

/** Returns 1 to 12 for the name of a month or at least its first three letters, else 0. */
const monthOf = (name = '') => MONTHS.findIndex((month) => month.startsWith(name === 'sept' ? 'sep' : name)) + 1;

function dateOf(day: string | undefined, month: number, year: string | undefined): SearchedDate | null {
  const isDay = day === undefined || (Number(day) >= 1 && Number(day) <= 31);
  const isYear = year === undefined || /^(19|20|21)/.test(year);
  if (!isDay || !isYear || month < 1 || month > 12) return null;
  return { day: day === undefined ? null : Number(day), month, year: year === undefined ? null : Number(year) };
}

/**
 * Returns the SQL condition of a search: every word is in name, phone, email or message; or a phone number matches without
 * its separators; or the requested or received date (in the studio's time zone) matches together with the other words.
 */
export function matchesSearch(q: string): RawBuilder<boolean> {
  const { words, date } = parseSearch(q);
  const alternatives = [everyWord(SEARCHED, words)];
  if (date) {
    const received = sql<Date>`(created_at at time zone ${sql.lit(STUDIO_TIME_ZONE)})`;
    const isDate = sql<boolean>`(${onDate(sql<Date>`event_date`, date)} or ${onDate(received, date)})`;
    alternatives.push(sql<boolean>`(${isDate} and ${everyWord(SEARCHED, date.otherWords)})`);
  } else if (/^[+\d\s().-]+$/.test(q)) {
    // The last ten digits, so that a number is found with and without its country code.
    const digits = q.replace(/\D/g, '').slice(-10);
    if (digits.length > 2)
      alternatives.push(sql<boolean>`regexp_replace(phone, '[^0-9]', '', 'g') like ${`%${digits}%`}`);
  }
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}

function onDate(column: RawBuilder<Date>, { day, month, year }: SearchedDate): RawBuilder<boolean> {
  const parts = [sql<boolean>`extract(month from ${column}) = ${month}`];
  if (day !== null) parts.push(sql<boolean>`extract(day from ${column}) = ${day}`);
  if (year !== null) parts.push(sql<boolean>`extract(year from ${column}) = ${year}`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
