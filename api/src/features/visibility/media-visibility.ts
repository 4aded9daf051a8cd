import { withTimeout } from '@godhuli/server/with-timeout';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import type { ReadCache } from '../../http/read-cache.js';
import { isPublicFilm } from '../films/index.js';
import { isPublicItem } from '../portfolio/index.js';

type Condition = RawBuilder<boolean>;
const always = sql<boolean>`true`;

/** Columns of whole photos. */
const WHOLE_PHOTO_COLUMNS: readonly { table: string; column: string; isPublic: Condition }[] = [
  { table: 'portfolio', column: 'media_id', isPublic: isPublicItem },
  { table: 'portfolio', column: 'portrait_media_id', isPublic: isPublicItem },
  { table: 'services', column: 'media_id', isPublic: sql`services.deleted_at is null` },
  {
    table: 'testimonials',
    column: 'media_id',
    isPublic: sql`not testimonials.hidden and testimonials.archived_at is null`,
  },
  { table: 'profile', column: 'portrait_media_id', isPublic: always },
  { table: 'profile', column: 'studio_media_id', isPublic: always },
  { table: 'videos', column: 'poster_media_id', isPublic: isPublicFilm },
  { table: 'site_images', column: 'media_id', isPublic: always },
];

/** A crop is public where its whole photo is. */
const isOfPublicPhoto = sql<boolean>`(${sql.join(
  WHOLE_PHOTO_COLUMNS.map(
    ({ table, column, isPublic }) =>
      sql`exists (select from ${sql.table(table)}
        where ${sql.ref(`${table}.${column}`)} = photo_crops.media_id and ${isPublic})`,
  ),
  sql` or `,
)})`;

/**
 * Every column that refers to a photo, and when a photo in it is public. A photo that is in none of them under its condition
 * is for staff only. A test compares the list with the foreign keys of the database.
 */
export const PHOTO_COLUMNS: typeof WHOLE_PHOTO_COLUMNS = [
  ...WHOLE_PHOTO_COLUMNS,
  { table: 'photo_crops', column: 'crop_media_id', isPublic: isOfPublicPhoto },
];
/** Columns that make no photo public: they describe one, or it is a file of a client. */
export const PRIVATE_COLUMNS = [
  'photo_crops',
  'photo_encodings',
  'hero_contrasts',
  'photos_awaiting_use',
  'media_originals',
  'client_entries',
].map((table) => `${table}.media_id`);
const FILE_COLUMNS = ['file_id', 'captions_id'].map((column) => ({ table: 'videos', column, isPublic: isPublicFilm }));

/** Answers that are kept; an id has 64 characters. */
const MAX_ANSWERS = 50_000;
/** How long a photo that was public waits for a database that does not respond. */
const MAX_WAIT_MS = 1000;

interface Answer {
  isPublic: boolean;
  /** of the public tables; null: changes are not announced at the moment */
  version: number | null;
}

/**
 * Tells whether visitors may see a stored photo or film. An answer is kept until any public table changes, also in another
 * process, so a photo that many visitors load costs one lookup in memory. While the database does not respond, nothing can be
 * taken back either, and the last answer counts.
 */
export function createVisibility(db: Kysely<Database>, readCache: Pick<ReadCache, 'version'>) {
  const answers = new Map<string, Answer>();

  async function ask(id: string, columns: typeof PHOTO_COLUMNS): Promise<boolean> {
    const version = readCache.version();
    const kept = answers.get(id);
    if (kept && version !== null && kept.version === version) return kept.isPublic;
    const asking = isUsed(db, id, columns).then((isPublic) => {
      if (answers.size >= MAX_ANSWERS) answers.clear();
      // An answer that was read before a change counts for no later version.
      answers.set(id, { isPublic, version: version === readCache.version() ? version : null });
      return isPublic;
    });
    if (!kept) return asking;
    return withTimeout(MAX_WAIT_MS, 'The database does not respond.', () => asking).catch(() => kept.isPublic);
  }

  /** A process that has just started knows the public photos before the database can fail. */
  async function preload(): Promise<void> {
    const version = readCache.version();
    const ids = await publicIds(db, [...PHOTO_COLUMNS, ...FILE_COLUMNS]);
    const isCurrent = version === readCache.version();
    for (const id of ids)
      if (!answers.has(id)) answers.set(id, { isPublic: true, version: isCurrent ? version : null });
  }
  // Without it, each is asked for when a visitor wants it.
  preload().catch(() => undefined);

  return {
    isPublicPhoto: (id: string) => ask(id, PHOTO_COLUMNS),
    isPublicFile: (id: string) => ask(id, FILE_COLUMNS),
  };
}

/** Returns the ids of public photos and films, as many as answers are kept. */
async function publicIds(db: Kysely<Database>, columns: typeof PHOTO_COLUMNS): Promise<string[]> {
  const each = columns.map(({ table, column, isPublic }) => {
    const id = sql.ref(`${table}.${column}`);
    return sql`select ${id} as id from ${sql.table(table)} where ${id} is not null and ${isPublic}`;
  });
  const all = sql.join(each, sql` union `);
  const { rows } = await sql<{ id: string }>`select id from (${all}) used limit ${sql.lit(MAX_ANSWERS)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function isUsed(db: Kysely<Database>, id: string, columns: typeof PHOTO_COLUMNS): Promise<boolean> {
  const uses = columns.map(
    ({ table, column, isPublic }) =>
      sql<boolean>`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${id} and ${isPublic})`,
  );
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(uses, sql` or `)} as used`.execute(db);
  return rows[0]?.used === true;
}
