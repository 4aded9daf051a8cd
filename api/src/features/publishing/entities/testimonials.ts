import type { TestimonialBody } from '@godhuli/contracts/documents';
import { sql } from 'kysely';
import { mediaById } from '../../media/index.js';
import type { EntityStore } from './entity-store.js';
import { photoColumns } from './services.js';

export const testimonials: EntityStore = {
  tables: ['testimonials'],
  async read(db, ids) {
    const all = db.selectFrom('testimonials').selectAll();
    const rows = await (ids ? all.where('id', 'in', [...ids, '0']) : all).execute();
    const media = await mediaById(
      db,
      rows.flatMap(({ media_id }) => media_id ?? []),
    );
    return new Map(
      rows.map((row): [string, TestimonialBody] => [
        row.id,
        {
          name: row.name,
          place: row.location,
          event: row.event,
          text: row.text,
          stars: row.rating ?? 5,
          photoId: row.media_id,
          photoAlt: row.alt || (media.get(row.media_id ?? '')?.alt ?? ''),
          image: row.media_id === null ? row.image : '',
          date: row.date,
          consent: row.consent,
          consentNote: row.consent_note,
          hidden: row.hidden,
          archived: row.archived_at !== null,
        },
      ]),
    );
  },
  async apply(transaction, id, body, before) {
    const { place, stars, photoId, photoAlt, image, consentNote, archived, ...columns } = body as TestimonialBody;
    const values = {
      ...columns,
      ...(await photoColumns(transaction, photoId, image)),
      location: place,
      rating: stars,
      alt: photoAlt,
      consent_note: consentNote,
      archived_at: archived ? sql<Date>`now()` : null,
    };
    if (before) {
      await transaction.updateTable('testimonials').set(values).where('id', '=', id).execute();
      return;
    }
    await sql`insert into testimonials (id, name, event, rating, text, image, media_id, location, alt, date, consent,
        consent_note, hidden, archived_at, position)
      overriding system value values (${id}, ${values.name}, ${values.event}, ${values.rating}, ${values.text},
        ${values.image}, ${values.media_id}, ${values.location}, ${values.alt}, ${values.date}, ${values.consent},
        ${values.consent_note}, ${values.hidden}, ${values.archived_at},
        (select coalesce(max(position), 0) + 1 from testimonials))`.execute(transaction);
  },
};
