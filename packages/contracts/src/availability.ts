/*
 * The availability of days that visitors see. No zod here: it would weigh more than the rest of the page.
 */

/** The three answers, by their letter in `Availability.days`. They never tell names or counts. */
export const AVAILABILITY_LETTERS = { o: 'Open', n: 'Nearly full', a: 'Ask us' } as const;
export type AvailabilityWord = (typeof AVAILABILITY_LETTERS)[keyof typeof AVAILABILITY_LETTERS];

/** Months that `GET /api/availability` answers for. */
export const AVAILABILITY_MONTHS = 24;

export interface Availability {
  /** the first day, YYYY-MM-DD */
  from: string;
  /** one letter for each day */
  days: string;
}

const DAY_MS = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Returns the word for a range of days, which is that of its fullest day; a day outside the data is 'Ask us'. */
export function availabilityOf({ from, days }: Availability, first: string, last = first): AvailabilityWord {
  const at = (timeOf(first) - timeOf(from)) / DAY_MS;
  const length = (timeOf(last) - timeOf(first)) / DAY_MS + 1;
  const letters = days.slice(Math.max(0, at), Math.max(0, at + length));
  const isKnown = at >= 0 && length >= 1 && letters.length === length;
  if (!isKnown || letters.includes('a')) return 'Ask us';
  return letters.includes('n') ? 'Nearly full' : 'Open';
}
