import type { Profile, Stat, Testimonial } from '@godhuli/contracts/studio';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { loadMedia } from '../media/index.js';

export async function listTestimonials(db: Kysely<Database>): Promise<Testimonial[]> {
  const shown = db.selectFrom('testimonials').selectAll().where('hidden', '=', false).where('archived_at', 'is', null);
  const rows = await shown.orderBy('position').orderBy('id').execute();
  const mediaOf = await loadMedia(db, rows);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    event: row.event,
    rating: row.rating,
    text: row.text,
    ...mediaOf(row, { alt: row.alt }),
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
    portrait: mediaOf(portrait, { alt: row.portrait_alt }).media,
    studio: mediaOf(studio, { alt: row.studio_alt }).media,
    timeline,
  };
}
