import type { Kysely, Transaction } from 'kysely';
import { lockUntilCommit } from '../db/advisory-lock.js';
import type { Database } from '../db/database.js';
import type { MediaStore } from '../features/media/media-store.js';
import { seedPhotographs } from '../features/media/seed-photographs.js';
import { SAMPLE_CONTENT } from './sample-content.js';
import { SAMPLE_PACKAGES, SAMPLE_SERVICES } from './sample-offers.js';
import { SAMPLE_PORTFOLIO } from './sample-portfolio.js';
import { SAMPLE_PROFILE, SAMPLE_STATS, SAMPLE_TESTIMONIALS, SAMPLE_TIMELINE } from './sample-studio.js';

/** Media ids by the file name of the seed photograph. */
export type PhotographIds = ReadonlyMap<string, string>;

/**
 * Loads the sample data, once, into an empty database (DATA-1); what staff delete later stays deleted (RUN-4).
 * The photographs go first, so a start that dies between the two finds them again.
 * @returns whether it was loaded now
 */
export async function seedDatabase(db: Kysely<Database>, media: MediaStore): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const photographs = await seedPhotographs(db, media);
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'sample data');
    if (!(await isEmpty(transaction))) return false;
    await insertSamples(transaction, photographs);
    return true;
  });
}

/** The profile is one row that nothing deletes: it is there exactly when the samples were loaded. */
async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('profile').select('id').executeTakeFirst()) === undefined;
}

/** Inserts the sample rows; every list in the order it is written in. */
export async function insertSamples(transaction: Transaction<Database>, photographs: PhotographIds): Promise<void> {
  const photograph = (name: string) => ({ image: '', media_id: photographs.get(name) ?? null });
  const content = Object.entries(SAMPLE_CONTENT).flatMap(([section, values]) =>
    Object.entries(values).map(([key, value]) => ({ section, key, value })),
  );
  await transaction.insertInto('content').values(content).execute();
  await transaction
    .insertInto('services')
    .values(
      SAMPLE_SERVICES.map(({ photograph: name, features, ...service }, index) => ({
        ...service,
        ...photograph(name),
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
        position: index + 1,
      })),
    )
    .execute();
  await insertPortfolio(transaction, photographs);
  await transaction
    .insertInto('testimonials')
    .values(
      SAMPLE_TESTIMONIALS.map(({ photograph: name, ...each }, index) => ({
        ...each,
        ...photograph(name),
        position: index + 1,
      })),
    )
    .execute();
  await insertStudio(transaction, photographs);
}

async function insertPortfolio(transaction: Transaction<Database>, photographs: PhotographIds) {
  const words = await transaction.selectFrom('media').select(['id', 'alt', 'focal_x', 'focal_y']).execute();
  const wordsById = new Map(words.map(({ id, ...rest }) => [id, rest]));
  await transaction
    .insertInto('portfolio')
    .values(
      SAMPLE_PORTFOLIO.map(({ photograph, portrait, hero = false, ...item }, index) => {
        const media_id = photographs.get(photograph) ?? null;
        const own = wordsById.get(media_id ?? '') ?? { alt: '', focal_x: 50, focal_y: 50 };
        const portrait_media_id = photographs.get(portrait ?? '') ?? null;
        return { ...item, ...own, hero, image: '', media_id, portrait_media_id, position: index + 1 };
      }),
    )
    .execute();
}

async function insertStudio(transaction: Transaction<Database>, photographs: PhotographIds) {
  const inOrder = <T extends object>(rows: readonly T[]) => rows.map((row, index) => ({ ...row, position: index + 1 }));
  await transaction.insertInto('stats').values(inOrder(SAMPLE_STATS)).execute();
  await transaction.insertInto('timeline').values(inOrder(SAMPLE_TIMELINE)).execute();
  const { portrait, studio, achievements, ...profile } = SAMPLE_PROFILE;
  await transaction
    .insertInto('profile')
    .values({
      ...profile,
      achievements: [...achievements],
      portrait_media_id: photographs.get(portrait) ?? null,
      studio_media_id: photographs.get(studio) ?? null,
    })
    .execute();
}
