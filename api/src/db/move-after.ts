import { type Kysely, sql } from 'kysely';
import type { Database } from './database.js';

/** Tables whose rows have an order that staff choose. */
type OrderedTable = 'albums' | 'videos';

/**
 * Moves a row directly after another one, or to the start. The caller holds the lock of the table's order.
 * @param afterId null for the start
 * @returns the new position, or null if there is no such other row
 */
export async function moveAfter(
  db: Kysely<Database>,
  table: OrderedTable,
  id: string,
  afterId: string | null,
): Promise<number | null> {
  if (afterId === null) {
    const { rows } = await sql<{ position: number }>`
      update ${sql.table(table)}
      set position = (select coalesce(min(position), 1) - 1 from ${sql.table(table)} where id <> ${id})
      where id = ${id} returning position`.execute(db);
    return rows[0]?.position ?? null;
  }
  const { rows } = await sql<{ position: number }>`
    select position from ${sql.table(table)} where id = ${afterId} and deleted_at is null`.execute(db);
  const after = rows[0];
  if (!after) return null;
  // Rows of the same position are ordered by id, so two places are needed between the neighbours.
  await sql`
    update ${sql.table(table)} set position = position + 2
    where (position, id) > (${after.position}::integer, ${afterId}::bigint)`.execute(db);
  await sql`update ${sql.table(table)} set position = ${after.position + 1} where id = ${id}`.execute(db);
  return after.position + 1;
}

/** Returns the position after the last row. */
export const lastPosition = (table: OrderedTable) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from ${sql.table(table)})`;
