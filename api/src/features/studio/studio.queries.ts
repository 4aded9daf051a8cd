import type { Profile, Stat, Testimonial } from '@godhuli/contracts/studio';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { loadMedia } from '../media/index.js';

export async function listTestimonials(db: Kysely<Database>): Promise<Testimonial[]> {
  const rows = await db.selectFrom('testimonials').selectAll().orderBy('position').orderBy('id').execute();
  const mediaOf = await loadMedia(db, rows);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    event: row.event,
    rating: row.rating,
    text: row.text,
    ...mediaOf(row),
    location: row.location,
  }));
}

export function listStats(db: Kysely<Database>): Promise<Stat[]> {
  return db.selectFrom('stats').select(['id as _id', 'number', 'label']).orderBy('position').orderBy('id').execute();
}

/** @throws NotFound before there is one */
export async function readProfile(db: Kysely<Database>): Promise<Profile> {
  const row = await db.selectFrom('profile').selectAll().executeTakeFirst();
  if (!row) throw new NotFound('There is no profile yet.');
  const timeline = await db
    .selectFrom('timeline')
    .select(['year', 'title', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const portrait = { image: '', media_id: row.portrait_media_id };
  const studio = { image: '', media_id: row.studio_media_id };
  const mediaOf = await loadMedia(db, [portrait, studio]);
  return {
    title: row.title,
    subtitle: row.subtitle,
    description: row.description,
    achievements: row.achievements,
    location: row.location,
    since: row.since,
    portrait: mediaOf(portrait).media,
    studio: mediaOf(studio).media,
    timeline,
  };
}
