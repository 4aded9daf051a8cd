/**
 * Returns one page of the rows of a query for one row more than the limit, which tells whether another page follows.
 * @param cursorOf returns the cursor of the next page from the last row of this one
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
