import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './database.js';

/** The place of a row in a list that staff sort. */
interface Place {
  position: number;
  id: string;
}

/** Returns the cursor of a row of a list that staff sort. */
export const placeCursor = ({ position, id }: Place) => `${position}.${id}`;

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

/** Returns one page of a query, sorted by `position`, then `id`; the next page begins after the last row of this one. */
export async function pageInOrder<Table extends keyof Database, Row extends Place>(
  query: SelectQueryBuilder<Database, Table, Row>,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ rows: Row[]; next: string | null }> {
  const [position, id] = cursor?.split('.') ?? [];
  const isAfter =
    id === undefined ? sql<boolean>`true` : sql<boolean>`(position, id) > (${position}::integer, ${id}::bigint)`;
  const found = await query
    .orderBy(sql`position`)
    .orderBy(sql`id`)
    .limit(limit + 1)
    .where(isAfter)
    .execute();
  return pageOf(found, limit, placeCursor);
}
