/**
 * Returns one page of the rows of a query that asked for one more than the limit, to know whether another page follows.
 * @param cursorOf what the next page is asked for with, of the last row of this one
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last === undefined ? null : cursorOf(last) };
}
