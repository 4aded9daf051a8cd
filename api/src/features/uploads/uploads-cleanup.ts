import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { UploadFiles } from './upload-files.js';
import { deleteOldUploads, knownUploadIds } from './uploads.queries.js';

/** An upload that nothing happens to expires after this time. */
const UPLOAD_DAYS = 7;

/** Removes expired uploads, and files without an upload. @returns the number of uploads */
export async function cleanUpUploads(db: Kysely<Database>, files: UploadFiles): Promise<number> {
  const expired = await deleteOldUploads(db, UPLOAD_DAYS);
  await files.sweep((ids) => knownUploadIds(db, ids));
  return expired.length;
}
