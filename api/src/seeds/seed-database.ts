import type { Entity } from '@godhuli/contracts/documents';
import { TRANSLATED_LOCALES } from '@godhuli/contracts/locales';
import type { Kysely, Transaction } from 'kysely';
import { lockUntilCommit } from '../db/advisory-lock.js';
import type { Database } from '../db/database.js';
import { editedTranslations } from '../db/item-translations.js';
import { slugOf } from '../db/slug.js';
import { type MediaStore, seedMedia } from '../features/media/index.js';
import { SAMPLE_CONTENT } from './sample-content.js';
import { SAMPLE_PHOTO_TRANSLATIONS, SAMPLE_STORY_TRANSLATIONS } from './sample-item-translations.js';
import { SAMPLE_PACKAGES, SAMPLE_SERVICES } from './sample-offers.js';
import { SAMPLE_PORTFOLIO } from './sample-portfolio.js';
import { SAMPLE_STORIES } from './sample-stories.js';
import { SAMPLE_PROFILE, SAMPLE_STATS, SAMPLE_TESTIMONIALS, SAMPLE_TIMELINE } from './sample-studio.js';
import {
  SAMPLE_PACKAGE_TRANSLATIONS,
  SAMPLE_SERVICE_TRANSLATIONS,
  SAMPLE_STUDIO_TRANSLATIONS,
} from './sample-translations.js';

/** Media ids by file name of the sample photo. */
export type MediaIds = ReadonlyMap<string, string>;

/**
 * Loads the sample data once into an empty database (DATA-1). What staff delete later stays deleted (RUN-4). The media are
 * stored first, so the next start after an interrupted one finds them.
 * @returns whether the data was loaded now
 */
export async function seedDatabase(db: Kysely<Database>, media: MediaStore): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const mediaIds = await seedMedia(db, media);
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'sample data');
    if (!(await isEmpty(transaction))) return false;
    await insertSamples(transaction, mediaIds);
    return true;
  });
}

/** The profile is one row that is never deleted, so it exists if the samples were loaded. */
async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('profile').select('id').executeTakeFirst()) === undefined;
}

/** Inserts the sample rows, each list in its order. */
export async function insertSamples(transaction: Transaction<Database>, mediaIds: MediaIds): Promise<void> {
  const imageOf = (name: string) => ({ image: '', media_id: mediaIds.get(name) ?? null });
  const content = Object.entries(SAMPLE_CONTENT).flatMap(([section, values]) =>
    Object.entries(values).map(([key, value]) => ({ section, key, value })),
  );
  await transaction.insertInto('content').values(content).execute();
  await transaction
    .insertInto('services')
    .values(
      SAMPLE_SERVICES.map(({ photo, features, ...service }, index) => ({
        ...service,
        ...imageOf(photo),
        features: [...features],
        position: index + 1,
      })),
    )
    .execute();
  await transaction
    .insertInto('packages')
    .values(
      SAMPLE_PACKAGES.map(({ features, terms, ...each }, index) => ({
        ...each,
        features: [...features],
        terms: [...terms],
        rupees: Number(each.price.replace(/\D/g, '')),
        position: index + 1,
      })),
    )
    .execute();
  await insertPortfolio(transaction, mediaIds);
  await insertStories(transaction);
  await transaction
    .insertInto('testimonials')
    .values(
      SAMPLE_TESTIMONIALS.map(({ photo, ...each }, index) => ({
        ...each,
        ...imageOf(photo),
        position: index + 1,
      })),
    )
    .execute();
  await insertStudio(transaction, mediaIds);
  await insertTranslations(transaction);
}

async function insertTranslations(transaction: Transaction<Database>) {
  const services = await transaction.selectFrom('services').select(['id', 'title as name']).execute();
  const packages = await transaction.selectFrom('packages').select(['id', 'package_id as name']).execute();
  const once = Object.entries(SAMPLE_STUDIO_TRANSLATIONS).map(([entity, bodies]) => ({ entity, id: 'all', bodies }));
  const documents = [
    ...services.map(({ id, name }) => ({ entity: 'service', id, bodies: SAMPLE_SERVICE_TRANSLATIONS[name] ?? [] })),
    ...packages.map(({ id, name }) => ({ entity: 'package', id, bodies: SAMPLE_PACKAGE_TRANSLATIONS[name] ?? [] })),
    ...once,
  ];
  const rows = documents.flatMap(({ entity, id, bodies }) =>
    TRANSLATED_LOCALES.flatMap((locale, index) => {
      const body = bodies[index];
      return body ? { entity: entity as Entity, entity_id: id, locale, body: JSON.stringify(body) } : [];
    }),
  );
  await transaction.insertInto('translations').values(rows).execute();
}

async function insertPortfolio(transaction: Transaction<Database>, mediaIds: MediaIds) {
  const media = await transaction.selectFrom('media').select(['id', 'alt', 'focal_x', 'focal_y']).execute();
  const labelsById = new Map(media.map(({ id, ...rest }) => [id, rest]));
  await transaction
    .insertInto('portfolio')
    .values(
      SAMPLE_PORTFOLIO.map(({ photo, portrait, hero = false, ...item }, index) => {
        const media_id = mediaIds.get(photo) ?? null;
        const own = labelsById.get(media_id ?? '') ?? { alt: '', focal_x: 50, focal_y: 50 };
        const portrait_media_id = mediaIds.get(portrait ?? '') ?? null;
        const slug = slugOf(item.title, 'photo');
        const texts = { ...item, alt: own.alt, translations: SAMPLE_PHOTO_TRANSLATIONS[item.title] ?? {} };
        const translations = editedTranslations(['title', 'place', 'description', 'alt'], texts);
        const image = { ...own, image: '', media_id, portrait_media_id };
        return { ...item, ...image, translations, slug, hero, position: index + 1 };
      }),
    )
    .execute();
}

async function insertStories(transaction: Transaction<Database>) {
  const items = await transaction.selectFrom('portfolio').select(['id', 'title']).execute();
  const idOf = new Map(items.map(({ id, title }) => [title, id]));
  for (const [index, { sections, ...story }] of SAMPLE_STORIES.entries()) {
    const known = SAMPLE_STORY_TRANSLATIONS[story.slug];
    const texts = { ...story, translations: known?.story ?? {} };
    const translations = editedTranslations(['title', 'client', 'place', 'description'], texts);
    const { id } = await transaction
      .insertInto('albums')
      .values({ ...story, translations, published: true, position: index + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [position, { photos, ...texts }] of sections.entries()) {
      const section = await transaction
        .insertInto('album_sections')
        .values({
          ...{ ...texts, album_id: id, position },
          translations: editedTranslations(['title', 'text'], {
            ...texts,
            translations: known?.sections[position] ?? {},
          }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const entries = photos.flatMap((title, place) => {
        const portfolio_id = idOf.get(title);
        return portfolio_id ? [{ section_id: section.id, portfolio_id, position: place }] : [];
      });
      await transaction.insertInto('album_entries').values(entries).execute();
    }
  }
}

async function insertStudio(transaction: Transaction<Database>, mediaIds: MediaIds) {
  const inOrder = <T extends object>(rows: readonly T[]) => rows.map((row, index) => ({ ...row, position: index + 1 }));
  await transaction.insertInto('stats').values(inOrder(SAMPLE_STATS)).execute();
  await transaction.insertInto('timeline').values(inOrder(SAMPLE_TIMELINE)).execute();
  const { portrait, studio, achievements, ...profile } = SAMPLE_PROFILE;
  await transaction
    .insertInto('profile')
    .values({
      ...profile,
      achievements: [...achievements],
      portrait_media_id: mediaIds.get(portrait) ?? null,
      studio_media_id: mediaIds.get(studio) ?? null,
    })
    .execute();
}
