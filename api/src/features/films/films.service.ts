import { type filmInputSchema, type filmUpdateSchema, type StaffFilm, storedFilmLink } from '@godhuli/contracts/films';
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import { ALBUM_ORDER, incrementAlbumVersions } from '../../db/album-versions.js';
import type { Database } from '../../db/database.js';
import { freeSlug } from '../../db/free-slug.js';
import { editedTranslations } from '../../db/item-translations.js';
import { lastPosition, moveAfter } from '../../db/move-after.js';
import { BadInput, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, addAuditEntry, audited, requireActor } from '../audit/index.js';
import { requireStoredMedia } from '../media/index.js';
import type { FilmKind } from './film-store.js';
import { FILM_TEXTS, type FilmRow, present } from './films.queries.js';

type Input = z.output<typeof filmInputSchema>;
type Update = z.output<typeof filmUpdateSchema>;
type Columns = Updateable<Database['videos']>;

/** Slugs and positions are read and then written, so only one writer at a time may do that. */
const ORDER = 'film order';

const bad = (field: string, message: string) => new BadInput([{ field, message }]);

/**
 * Adds a film at the end.
 * @param key a retry with the same key returns the film that the first attempt stored, and adds nothing
 */
export function createFilm(db: Kysely<Database>, actor: Actor, input: Input, key: string | null): Promise<StaffFilm> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, ORDER);
    await requireActor(transaction, actor);
    const stored = key === null ? [] : await findByKey(transaction, key);
    if (stored.length > 0) return presentOne(transaction, stored);
    const slug = await freeSlug(transaction, 'videos', { chosen: input.slug, title: input.title, fallback: 'film' });
    const columns = await columnsOf(transaction, input);
    requireSource(columns, null);
    const published_at = input.published ? sql<Date>`now()` : null;
    const place = { slug, position: lastPosition('videos') };
    const translations = editedTranslations(FILM_TEXTS, input);
    const row = await transaction
      .insertInto('videos')
      .values({ title: input.title, ...columns, ...place, translations, published_at, created_with_key: key })
      .returningAll()
      .execute();
    const film = await presentOne(transaction, row);
    await addAuditEntry(transaction, actor, 'videos.create', { entityId: film._id, before: null, after: film });
    return film;
  });
}

const findByKey = (db: Kysely<Database>, key: string) =>
  db.selectFrom('videos').selectAll().where('created_with_key', '=', key).execute();

/** @throws NotFound; Conflict with the stored film when it was changed since `version` was read; BadInput */
export function changeFilm(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  input: Update,
  readOnly: ReadOnlyFields,
): Promise<StaffFilm> {
  return audited(
    db,
    actor,
    'videos.update',
    async (transaction) => {
      const before = await lockFilm(transaction, id);
      requireVersion(before, input.version);
      requireUnchanged(before, readOnly);
      const columns = await columnsOf(transaction, input);
      requireSource(columns, before);
      const chosen = input.slug;
      const slug = chosen === undefined || chosen === before.slug ? before.slug : await freeSlugOf(transaction, chosen);
      const stored = transaction
        .selectFrom('videos')
        .select([...FILM_TEXTS, 'translations'])
        .where('id', '=', id);
      const translations = editedTranslations(FILM_TEXTS, input, await stored.executeTakeFirstOrThrow());
      const isNewLink = columns.link_url !== undefined && columns.link_url !== storedFilmLink(before.linkUrl);
      const row = await transaction
        .updateTable('videos')
        .set({ ...columns, slug, version: sql<number>`version + 1` })
        .$if(translations !== undefined, (update) => update.set({ translations: translations as string }))
        .$if(isNewLink, (update) => update.set({ link_state: 'unchecked', link_checked_at: null }))
        .$if(columns.published === true && before.publishedAt === null, (update) =>
          update.set({ published_at: sql<Date>`now()` }),
        )
        .where('id', '=', id)
        .returningAll()
        .execute();
      const after = await presentOne(transaction, row);
      return { entityId: id, before, after, result: after };
    },
    { lock: ORDER },
  );
}

const freeSlugOf = (transaction: Transaction<Database>, chosen: string) =>
  freeSlug(transaction, 'videos', { chosen, title: '', fallback: '' });

/** Marks a film as deleted. @throws NotFound, Conflict when it was changed since `version` was read */
export function deleteFilm(db: Kysely<Database>, actor: Actor, id: string, version?: number): Promise<void> {
  return audited(db, actor, 'videos.delete', async (transaction) => {
    const before = await lockFilm(transaction, id);
    requireVersion(before, version);
    const set = { deleted_at: sql<Date>`now()`, version: sql<number>`version + 1` };
    await transaction.updateTable('videos').set(set).where('id', '=', id).execute();
    return { entityId: id, before, after: null, result: undefined };
  });
}

/** Restores a deleted film at its old position. @throws NotFound when it is not deleted */
export function restoreFilm(db: Kysely<Database>, actor: Actor, id: string): Promise<StaffFilm> {
  return audited(
    db,
    actor,
    'videos.restore',
    async (transaction) => {
      const row = await transaction
        .updateTable('videos')
        .set({ deleted_at: null, version: sql<number>`version + 1` })
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .returningAll()
        .execute();
      if (row.length === 0) throw new NotFound();
      await incrementAlbumVersions(transaction, 'video_id', [id]);
      const after = await presentOne(transaction, row);
      return { entityId: id, before: null, after, result: after };
    },
    { lock: ALBUM_ORDER },
  );
}

/** Moves a film directly after another, or to the start. @throws NotFound, BadInput when there is no such other film */
export function moveFilm(db: Kysely<Database>, actor: Actor, id: string, afterId: string | null): Promise<StaffFilm> {
  return audited(
    db,
    actor,
    'videos.move',
    async (transaction) => {
      const before = await lockFilm(transaction, id);
      const position = afterId === id ? before.position : await moveAfter(transaction, 'videos', id, afterId);
      if (position === null) throw bad('afterId', 'Film not found. It may have been deleted.');
      const result = { ...before, position };
      return { entityId: id, before: { position: before.position }, after: { position }, result };
    },
    { lock: ORDER },
  );
}

async function lockFilm(transaction: Transaction<Database>, id: string): Promise<StaffFilm> {
  const rows = transaction.selectFrom('videos').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  const film = (await present(transaction, await rows.forUpdate().execute()))[0];
  if (!film) throw new NotFound('Film not found. It may have been deleted.');
  return film;
}

async function presentOne(db: Kysely<Database>, rows: FilmRow[]): Promise<StaffFilm> {
  return (await present(db, rows))[0] as StaffFilm;
}

function requireVersion(film: StaffFilm, seen: number | undefined): void {
  if (seen === undefined || seen === film.version) return;
  throw new StaleVersion('Someone else changed this film. Compare your changes with theirs.', film, {
    stored: { posterId: film.poster?.id ?? null },
  });
}

/** Returns the columns of an input. @throws BadInput when a file or a poster does not exist */
async function columnsOf(transaction: Transaction<Database>, input: Input | Update): Promise<Columns> {
  const { title, description, category, linkUrl, captionsLanguage, published, posterId, fileId, captionsId } = input;
  await requireStoredMedia(transaction, posterId, 'posterId');
  const film = await requireFile(transaction, fileId, 'mp4', 'fileId');
  await requireFile(transaction, captionsId, 'vtt', 'captionsId');
  return withoutUndefined({
    title,
    description,
    category,
    link_url: linkUrl,
    captions_language: captionsLanguage,
    published,
    poster_media_id: posterId,
    file_id: fileId,
    captions_id: captionsId,
    duration_seconds: film?.duration_seconds ?? input.durationSeconds,
  });
}

const withoutUndefined = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

async function requireFile(
  transaction: Transaction<Database>,
  id: string | null | undefined,
  kind: FilmKind,
  field: string,
) {
  if (!id) return undefined;
  const file = await transaction
    .selectFrom('film_files')
    .select('duration_seconds')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forShare()
    .executeTakeFirst();
  if (!file) throw bad(field, 'File not found. Please upload it again.');
  return file;
}

/** @throws BadInput when a film would be published without anything to play */
function requireSource(columns: Columns, before: StaffFilm | null): void {
  const published = columns.published ?? before?.published ?? false;
  const link = columns.link_url ?? before?.linkUrl ?? '';
  const file = columns.file_id === undefined ? (before?.fileId ?? null) : columns.file_id;
  if (published && link === '' && file === null) {
    throw bad('linkUrl', 'Please add a link or a file before you publish the film.');
  }
}
