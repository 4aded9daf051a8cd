/** The requested date of an inquiry. */
export interface EventDates {
  /** YYYY-MM-DD */
  eventDate: string | null;
  /** the last day of a range */
  eventEndDate: string | null;
  dateUndecided: boolean;
}

/**
 * Returns the requested date in words: '14 Feb 2027', '14 Feb 2027 – 16 Feb 2027, not fixed yet', 'Not fixed yet', or '' when
 * the visitor said nothing about it.
 */
export function datesInWords(
  { eventDate, eventEndDate, dateUndecided }: EventDates,
  formatDay: (day: string) => string,
  undecided = 'not fixed yet',
): string {
  if (eventDate === null) return dateUndecided ? undecided.charAt(0).toUpperCase() + undecided.slice(1) : '';
  const days = formatDay(eventDate) + (eventEndDate === null ? '' : ` – ${formatDay(eventEndDate)}`);
  return dateUndecided ? `${days}, ${undecided}` : days;
}
