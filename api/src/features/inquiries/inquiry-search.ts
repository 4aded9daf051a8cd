import { dayInIndia } from '@godhuli/contracts/inquiry-form';
import { asciiDigits } from '@godhuli/contracts/phone';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { everyWord, wordsOf } from '../../db/every-word.js';
import { STUDIO_ZONE } from '../../db/today.js';

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
/** The months in Marathi and Hindi, in order; spellings of one month are separated by a stroke. */
const DEVANAGARI_MONTHS = new Map(
  'जानेवारी|जनवरी फेब्रुवारी|फरवरी मार्च एप्रिल|अप्रैल मे|मई जून जुलै|जुलाई ऑगस्ट|अगस्त सप्टेंबर|सितंबर|सितम्बर ऑक्टोबर|अक्टूबर|अक्तूबर नोव्हेंबर|नवंबर|नवम्बर डिसेंबर|दिसंबर|दिसम्बर'
    .normalize('NFC')
    .split(' ')
    .flatMap((names, index) => names.split('|').map((name): [string, string] => [name, MONTHS[index] ?? ''])),
);
/** A whole reference, 'GOD-2611-7K3PXQ'; the searched text has its last part. */
const REFERENCE = /(?<!\S)god[\s-]?\d{4}[\s-]?([2-9a-z]{6})(?!\S)/;
/** Name, phone, email, message, city and reference of an inquiry, and its phone numbers without separators. */
const SEARCHED = sql<string>`search`;

type SearchedDate =
  | { day: number | null; month: number; year: number | null }
  /** days as YYYY-MM-DD, both included */
  | { from: string; to: string };
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
  [new RegExp(`(?<!\\S)(${MONTHS.join('|')})(?!\\S)`), ['name']],
];

const DAY_MS = 86_400_000;
/** The first and the last day of a period, in days from today, by today's day of the week (0 is Sunday). */
const PERIODS: Record<string, (weekday: number) => [number, number]> = {
  today: () => [0, 0],
  आज: () => [0, 0],
  yesterday: () => [-1, -1],
  tomorrow: () => [1, 1],
  उद्या: () => [1, 1],
  'this weekend': (weekday) => (weekday === 0 ? [-1, 0] : [6 - weekday, 7 - weekday]),
  'this week': (weekday) => [-((weekday + 6) % 7), 6 - ((weekday + 6) % 7)],
  'next week': (weekday) => [7 - ((weekday + 6) % 7), 13 - ((weekday + 6) % 7)],
};
const PERIOD = new RegExp(`(?<!\\S)(${Object.keys(PERIODS).join('|')}|(?:this|next) month)(?!\\S)`);

/** Returns the days of a period such as 'tomorrow' or 'next month', in the studio's time zone. */
function periodOf(name: string): SearchedDate {
  const today = new Date(`${dayInIndia(Date.now())}T00:00:00Z`);
  if (name.endsWith('month')) {
    const month = today.getUTCMonth() + (name.startsWith('next') ? 1 : 0);
    const first = (offset: number) => Date.UTC(today.getUTCFullYear(), month + offset, 1);
    return { from: isoDay(first(0)), to: isoDay(first(1) - DAY_MS) };
  }
  const [from, to] = PERIODS[name]?.(today.getUTCDay()) ?? [0, 0];
  return { from: isoDay(today.getTime() + from * DAY_MS), to: isoDay(today.getTime() + to * DAY_MS) };
}
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Parses a search text into words and a date ('14 February', '14/02', '१४ फेब्रुवारी', 'Feb 2027', 'next week'). */
function parseSearch(q: string): Search {
  const typed = asciiDigits(q.normalize('NFC')).toLowerCase().trim().replace(REFERENCE, '$1');
  const search = typed.replace(/\S+/g, (word) => DEVANAGARI_MONTHS.get(word) ?? word);
  const period = PERIOD.exec(search);
  if (period) {
    const otherWords = wordsOf(search.replace(period[0], ' '));
    return { words: wordsOf(typed), date: { ...periodOf(period[0]), otherWords } };
  }
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
    return { words: wordsOf(typed), date: { ...date, otherWords: wordsOf(rest) } };
  }
  return { words: wordsOf(typed), date: null };
}

/** Returns 1 to 12 for the name of a month or at least its first three letters, else 0. */
const monthOf = (name = '') => MONTHS.findIndex((month) => month.startsWith(name === 'sept' ? 'sep' : name)) + 1;

function dateOf(day: string | undefined, month: number, year: string | undefined) {
  const isDay = day === undefined || (Number(day) >= 1 && Number(day) <= 31);
  const isYear = year === undefined || /^(19|20|21)/.test(year);
  if (!isDay || !isYear || month < 1 || month > 12) return null;
  return { day: day === undefined ? null : Number(day), month, year: year === undefined ? null : Number(year) };
}

/**
 * Returns the SQL condition of a search: every word is in name, phone, email, message, city or reference; or the requested or received
 * date (in the studio's time zone) matches together with the other words. When no inquiry matches, names that share most of
 * their grams with each word match, so that a name with a spelling mistake is found.
 * @param among which inquiries are searched
 */
export async function searchCondition(
  db: Kysely<Database>,
  q: string,
  among = sql<boolean>`deleted_at is null`,
): Promise<RawBuilder<boolean>> {
  const search = parseSearch(q);
  const exact = matchesExactly(search, q);
  const similar = search.date ? [] : search.words.filter((word) => /^\p{L}[\p{L}\p{M}.'-]{2,}$/u.test(word));
  if (similar.length === 0 || similar.length < search.words.length) return exact;
  const found = await db.selectFrom('inquiries').select('id').where(among).where(exact).limit(1).executeTakeFirst();
  return found ? exact : sql<boolean>`(${sql.join(similar.map(isSimilarName), sql` and `)})`;
}

function matchesExactly({ words, date }: Search, q: string): RawBuilder<boolean> {
  const alternatives = [sql<boolean>`(${sql.join(words.map(containsWord), sql` and `)})`];
  if (date) {
    const received = sql<Date>`(created_at at time zone ${STUDIO_ZONE})`;
    const isDate = sql<boolean>`(${onDate(sql<Date>`event_date`, date)} or ${onDate(received, date)}
      or event_end_date is not null and exists (
        select from generate_series(event_date, event_end_date, interval '1 day') as day
        where ${onDate(sql<Date>`day`, date)}))`;
    alternatives.push(sql<boolean>`(${isDate} and ${everyWord(SEARCHED, date.otherWords)})`);
  } else if (/^[+\p{N}\s().-]+$/u.test(q)) {
    const digits = lastDigits(words.join(''));
    if (digits.length > 2) alternatives.push(everyWord(SEARCHED, [digits]));
  }
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}

/** The last ten digits, so that a number is found with and without its country code. */
const lastDigits = (text: string) => text.replace(/\D/g, '').slice(-10);

/** Returns the condition that a word is in the searched text; a phone number also without its separators. */
function containsWord(word: string): RawBuilder<boolean> {
  const digits = /^[+\d().-]{7,}$/.test(word) ? lastDigits(word) : '';
  const typed = everyWord(SEARCHED, [word]);
  return digits.length < 7 ? typed : sql<boolean>`(${typed} or ${everyWord(SEARCHED, [digits])})`;
}

/**
 * The grams of a word: its neighbouring characters, with the spaces around it. One wrong letter changes most grams of three
 * characters of a short word, so a short one is compared by grams of two. A name is similar if it has `share` of them.
 */
const gramsOf = (word: string) => {
  const letters = Array.from(` ${word} `);
  const [size, share] = letters.length <= 7 ? [2, 0.55] : [3, 0.4];
  const all = letters.slice(size - 1).map((_, index) => letters.slice(index, index + size).join(''));
  const grams = [...new Set(all)];
  return { grams, least: Math.max(2, Math.ceil(grams.length * share)) };
};

function isSimilarName(word: string): RawBuilder<boolean> {
  const { grams, least } = gramsOf(word);
  const wanted = sql`${grams}::text[]`;
  return sql<boolean>`(name_grams && ${wanted}
    and (select count(*) from unnest(name_grams) gram where gram = any(${wanted})) >= ${sql.lit(least)})`;
}

function onDate(column: RawBuilder<Date>, date: SearchedDate): RawBuilder<boolean> {
  if ('from' in date) return sql<boolean>`${column}::date between ${date.from}::date and ${date.to}::date`;
  const { day, month, year } = date;
  const parts = [sql<boolean>`extract(month from ${column}) = ${month}`];
  if (day !== null) parts.push(sql<boolean>`extract(day from ${column}) = ${day}`);
  if (year !== null) parts.push(sql<boolean>`extract(year from ${column}) = ${year}`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
