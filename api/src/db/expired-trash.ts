import { TRASH_DAYS } from '@godhuli/contracts/portfolio';
import { sql } from 'kysely';

/** Whether a row was deleted so long ago that it can no longer be restored. */
export const isExpiredTrash = sql<boolean>`deleted_at < now() - make_interval(days => ${sql.lit(TRASH_DAYS)})`;
