import { type RawBuilder, sql } from 'kysely';

/** The place of a row in a list that staff sort. */
interface Place {
  position: number;
  id: string;
}

/** Returns the cursor of a row of a list that is sorted by `position`, then `id`. */
export const placeCursor = ({ position, id }: Place) => `${position}.${id}`;

/** Returns the condition for rows after such a cursor; all rows without one. */
export function afterPlace(cursor: string | undefined): RawBuilder<boolean> {
  const [position, id] = cursor?.split('.') ?? [];
  return id === undefined ? sql<boolean>`true` : sql<boolean>`(position, id) > (${position}::integer, ${id}::bigint)`;
}

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
