import type { StudioPackage } from '@godhuli/contracts/packages';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';

export function listPackages(db: Kysely<Database>): Promise<StudioPackage[]> {
  return db
    .selectFrom('packages')
    .select(['id as _id', 'package_id as packageId', 'name', 'price', 'duration', 'category'])
    .select(['features', 'terms', 'popular', 'color', 'icon'])
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}
