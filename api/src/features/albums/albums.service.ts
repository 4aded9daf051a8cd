import type { Album, albumInputSchema, albumUpdateSchema, Story } from '@godhuli/contracts/albums';
import type { Locale } from '@godhuli/contracts/locales';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { ALBUM_ORDER, lockAlbums } from '../../db/album-versions.js';
import type { Database } from '../../db/database.js';
import { freeSlug } from '../../db/free-slug.js';
import { editedTranslations, inLanguage, translationsOf } from '../../db/item-translations.js';
import { lastPosition, moveAfter } from '../../db/move-after.js';
import { BadInput, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, addAuditEntry, audited, requireActor } from '../audit/index.js';
import type { PhotoAlbums } from '../portfolio/index.js';
import { appendPhotos, readAlbumSections, readStorySections, replaceSections } from './album-sections.js';
import { type AlbumRow, coversOf, detailsOf, findNeighbours, findStory, STORY_TEXTS } from './albums.queries.js';

type Input = z.output<typeof albumInputSchema>;
type Update = z.output<typeof albumUpdateSchema>;

/** Returns a published story. @throws NotFound */
export async function readStory(db: Kysely<Database>, slug: string, locale: Locale = 'en'): Promise<Story> {
  const row = await findStory(db, slug);
  if (!row) throw new NotFound('Story not found.');
  const { previous, next } = await findNeighbours(db, row);
  const covers = await coversOf(
    db,
    [row, previous, next].filter((each) => each !== null),
    true,
    locale,
  );
  const neighbour = (album: AlbumRow | null) =>
    album && { slug: album.slug, title: inLanguage(album, locale).title, cover: covers.get(album.id) ?? null };
  return {
    ...detailsOf(inLanguage(row, locale)),
    cover: covers.get(row.id) ?? null,
    sections: await readStorySections(db, row.id, locale),
    previous: neighbour(previous),
    next: neighbour(next),
  };
}

/** Returns an album for staff. @throws NotFound when it does not exist or is deleted */
export async function readAlbum(db: Kysely<Database>, id: string): Promise<Album> {
  const row = await db
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new NotFound('Story not found. It may have been deleted.');
  return present(db, row);
}

async function present(db: Kysely<Database>, row: AlbumRow): Promise<Album> {
  const covers = await coversOf(db, [row], false);
  return {
    ...detailsOf(row),
    cover: covers.get(row.id) ?? null,
    coverId: row.cover_id,
    sections: await readAlbumSections(db, row.id),
    published: row.published,
    ...translationsOf(STORY_TEXTS, row),
    position: row.position,
    version: row.version,
  };
}

/**
 * Adds an album at the end.
 * @param key a retry with the same key returns the album that the first attempt stored, and adds nothing
 */
export function createAlbum(db: Kysely<Database>, actor: Actor, input: Input, key: string | null): Promise<Album> {
  return db.transaction().execute(async (transaction) => {
    await lockAlbums(transaction);
    await requireActor(transaction, actor);
    const stored = key === null ? undefined : await findByKey(transaction, key);
    if (stored) return present(transaction, stored);
    const { slug: chosen, coverId: cover_id, sections, translations: _texts, ...columns } = input;
    await requireCover(transaction, cover_id);
    const slug = await freeSlug(transaction, 'albums', { chosen, title: input.title, fallback: 'story' });
    const translations = editedTranslations(STORY_TEXTS, input);
    const values = {
      ...columns,
      translations,
      cover_id,
      slug,
      position: lastPosition('albums'),
      created_with_key: key,
    };
    const row = await transaction.insertInto('albums').values(values).returningAll().executeTakeFirstOrThrow();
    await replaceSections(transaction, row.id, sections);
    const album = await present(transaction, row);
    await addAuditEntry(transaction, actor, 'albums.create', {
      entityId: row.id,
      before: null,
      after: forAudit(album),
    });
    return album;
  });
}

const findByKey = (db: Kysely<Database>, key: string) =>
  db.selectFrom('albums').selectAll().where('created_with_key', '=', key).executeTakeFirst();

/**
 * Changes an album. `sections` replaces all of them, so that one version covers texts and order.
 * @throws NotFound; Conflict with the stored album when it was changed since `version` was read; BadInput
 */
export function changeAlbum(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  input: Update,
  readOnly: ReadOnlyFields,
): Promise<Album> {
  return audited(
    db,
    actor,
    'albums.update',
    async (transaction) => {
      const before = await lockAlbum(transaction, id);
      const { version, slug: chosen, coverId, sections, translations: _texts, ...columns } = input;
      requireVersion(before, version);
      requireUnchanged(before, readOnly);
      // A chosen cover may be in the trash. It is the cover again once it is restored.
      if (coverId !== undefined && coverId !== before.coverId) await requireCover(transaction, coverId);
      const isNewSlug = chosen !== undefined && chosen !== before.slug;
      const slug = isNewSlug ? await freeSlug(transaction, 'albums', { chosen, title: '', fallback: '' }) : before.slug;
      const stored = transaction
        .selectFrom('albums')
        .select([...STORY_TEXTS, 'translations'])
        .where('id', '=', id);
      const translations = editedTranslations(STORY_TEXTS, input, await stored.executeTakeFirstOrThrow());
      const row = await transaction
        .updateTable('albums')
        .set({
          ...columns,
          slug,
          ...(translations === undefined ? {} : { translations }),
          ...(coverId === undefined ? {} : { cover_id: coverId }),
        })
        .set({ version: sql<number>`version + 1` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (sections !== undefined) await replaceSections(transaction, id, sections);
      const after = await present(transaction, row);
      return { entityId: id, before: forAudit(before), after: forAudit(after), result: after };
    },
    { lock: ALBUM_ORDER },
  );
}

/** Marks an album as deleted. @throws NotFound, Conflict when it was changed since `version` was read */
export function deleteAlbum(db: Kysely<Database>, actor: Actor, id: string, version?: number): Promise<void> {
  return audited(db, actor, 'albums.delete', async (transaction) => {
    const before = await lockAlbum(transaction, id);
    requireVersion(before, version);
    const set = { deleted_at: sql<Date>`now()`, version: sql<number>`version + 1` };
    await transaction.updateTable('albums').set(set).where('id', '=', id).execute();
    return { entityId: id, before: forAudit(before), after: null, result: undefined };
  });
}

/** Restores a deleted album at its old position. @throws NotFound when it is not deleted */
export function restoreAlbum(db: Kysely<Database>, actor: Actor, id: string): Promise<Album> {
  return audited(db, actor, 'albums.restore', async (transaction) => {
    const row = await transaction
      .updateTable('albums')
      .set({ deleted_at: null, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new NotFound();
    const after = await present(transaction, row);
    return { entityId: id, before: null, after: forAudit(after), result: after };
  });
}

/** Moves an album directly after another, or to the start. @throws NotFound, BadInput when there is no such other album */
export function moveAlbum(db: Kysely<Database>, actor: Actor, id: string, afterId: string | null): Promise<Album> {
  return audited(
    db,
    actor,
    'albums.move',
    async (transaction) => {
      const before = await lockAlbum(transaction, id);
      const position = afterId === id ? before.position : await moveAfter(transaction, 'albums', id, afterId);
      if (position === null) {
        throw new BadInput([{ field: 'afterId', message: 'Story not found. It may have been deleted.' }]);
      }
      const result = { ...before, position };
      return { entityId: id, before: { position: before.position }, after: { position }, result };
    },
    { lock: ALBUM_ORDER },
  );
}

/** How a bulk edit of the gallery adds photos to an album. */
export const albumWriter: PhotoAlbums = {
  async addPhotos(transaction, actor, id, photoIds) {
    const before = await lockAlbum(transaction, id).catch((error) => {
      if (!(error instanceof NotFound)) throw error;
      throw new BadInput([{ field: 'change.albumId', message: 'Story not found. It may have been deleted.' }]);
    });
    if ((await appendPhotos(transaction, id, photoIds)).length === 0) return;
    const row = await transaction
      .updateTable('albums')
      .set({ version: sql<number>`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = await present(transaction, row);
    await addAuditEntry(transaction, actor, 'albums.update', {
      ...{ entityId: id, before: forAudit(before), after: forAudit(after) },
    });
  },
};

async function lockAlbum(transaction: Transaction<Database>, id: string): Promise<Album> {
  const row = await transaction
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFound('Story not found. It may have been deleted.');
  return present(transaction, row);
}

function requireVersion(album: Album, seen: number | undefined): void {
  if (seen === undefined || seen === album.version) return;
  throw new StaleVersion('Someone else changed this story. Compare your changes with theirs.', album);
}

async function requireCover(db: Kysely<Database>, id: string | null): Promise<void> {
  if (id === null) return;
  const row = db.selectFrom('portfolio').select('id').where('id', '=', id).where('deleted_at', 'is', null);
  if (await row.executeTakeFirst()) return;
  throw new BadInput([
    {
      field: 'coverId',
      message: 'The photo of the cover was not found. It may have been deleted. Choose another cover.',
    },
  ]);
}

/** The ids of photos and films say enough in an audit entry. */
function forAudit({ cover: _, sections, ...album }: Album) {
  const entriesOf = (entries: Album['sections'][number]['entries']) =>
    entries.map(({ photoId, filmId }) => (photoId === null ? `film ${filmId}` : `photo ${photoId}`));
  return {
    ...album,
    sections: sections.map(({ entries, ...section }) => ({ ...section, entries: entriesOf(entries) })),
  };
}
