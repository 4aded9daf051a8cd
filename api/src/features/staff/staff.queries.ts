import type { StaffUser } from '@godhuli/contracts/auth';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';

export function listStaffUsers(db: Kysely<Database>): Promise<StaffUser[]> {
  return db.selectFrom('users').select(['id as _id', 'email', 'name', 'role', 'disabled']).orderBy('id').execute();
}

export function listTitles(db: Kysely<Database>, table: 'blogs' | 'videos'): Promise<{ _id: string; title: string }[]> {
  return db.selectFrom(table).select(['id as _id', 'title']).orderBy('id', 'desc').execute();
}
