import { MAX_SLUG, slugOf } from '@godhuli/contracts/slug';
import type { Kysely } from 'kysely';
import { BadInput } from '../http/errors.js';
import type { Database } from './database.js';

/**
 * Returns a slug that no other row has, also no deleted one: a restored row keeps its URL. The caller holds the lock of the
 * table's order.
 * @param chosen what staff typed; undefined: made from the title, with a number if it is taken
 * @throws BadInput for `slug` when the chosen one is taken
 */
export async function freeSlug(
  db: Kysely<Database>,
  table: 'albums' | 'videos',
  { chosen, title, fallback }: { chosen?: string; title: string; fallback: string },
): Promise<string> {
  const isTaken = async (slug: string) =>
    (await db.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined;
  if (chosen !== undefined) {
    if (await isTaken(chosen)) throw new BadInput([{ field: 'slug', message: 'This web address is already used.' }]);
    return chosen;
  }
  const base = slugOf(title) || fallback;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base.slice(0, MAX_SLUG - 10)}-${number}`;
    if (!(await isTaken(slug))) return slug;
  }
}
