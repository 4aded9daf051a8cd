import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { MediaStore } from './media-store.js';

/** Storing and removing an image exclude each other. */
export const lockMedia = (transaction: Transaction<Database>, id: string) =>
  lockUntilCommit(transaction, `media ${id}`);

/**
 * Removes those of the images that nothing refers to. Every table that refers to images does so with a foreign key, or by
 * their URL in the texts of the website. The row is removed first: files without a row are found by `MediaStore.sweep`.
 * @returns how many
 */
export async function removeUnusedMedia(
  db: Kysely<Database>,
  store: Pick<MediaStore, 'remove'>,
  ids: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const id of new Set(ids)) {
    const isRemoved = await db.transaction().execute(async (transaction) => {
      await lockMedia(transaction, id);
      // Waits for a transaction that is adding a reference, and makes later ones find nothing.
      await transaction.selectFrom('media').select('id').where('id', '=', id).forUpdate().execute();
      if (await isUsed(transaction, id)) return false;
      const { numDeletedRows } = await transaction.deleteFrom('media').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    });
    if (!isRemoved) continue;
    await db.transaction().execute(async (transaction) => {
      await lockMedia(transaction, id);
      // Someone may have uploaded it again.
      const row = await transaction.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
      if (!row) await store.remove(id);
    });
    removed += 1;
  }
  return removed;
}

async function isUsed(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const { rows } = await sql<{ table: string; column: string }>`
    select f.conrelid::regclass::text as "table", a.attname::text as "column"
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'media'::regclass
      and f.conrelid <> 'media_originals'::regclass`.execute(transaction);
  for (const { table, column } of rows) {
    const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(
      transaction,
    );
    if (found.rows.length > 0) return true;
  }
  const text = await transaction
    .selectFrom('content')
    .select('id')
    .where('value', 'like', `%${id}%`)
    .limit(1)
    .executeTakeFirst();
  return text !== undefined;
}
