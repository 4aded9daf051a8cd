import type { ServiceBody } from '@godhuli/contracts/documents';
import { sql } from 'kysely';
import { chosenImage, mediaById } from '../../media/index.js';
import type { EntityStore } from './entity-store.js';

export const services: EntityStore = {
  tables: ['services'],
  async read(db, ids) {
    const all = db.selectFrom('services').selectAll();
    const rows = await (ids ? all.where('id', 'in', [...ids, '0']) : all).execute();
    const media = await mediaById(
      db,
      rows.flatMap(({ media_id }) => media_id ?? []),
    );
    return new Map(
      rows.map((row): [string, ServiceBody] => [
        row.id,
        {
          title: row.title,
          description: row.description,
          features: row.features,
          photoId: row.media_id,
          photoAlt: row.alt || (media.get(row.media_id ?? '')?.alt ?? ''),
          image: row.media_id === null ? row.image : '',
          icon: row.icon,
          color: row.color,
          archived: row.deleted_at !== null,
        },
      ]),
    );
  },
  async apply(transaction, id, body, before) {
    const { photoId, photoAlt, image, archived, ...columns } = body as ServiceBody;
    const photo = await photoColumns(transaction, photoId, image);
    const values = { ...columns, ...photo, alt: photoAlt, deleted_at: archived ? sql<Date>`now()` : null };
    if (before) {
      await transaction.updateTable('services').set(values).where('id', '=', id).execute();
      return;
    }
    const position = sql<number>`(select coalesce(max(position), 0) + 1 from services)`;
    await sql`insert into services (id, title, description, features, image, media_id, alt, icon, color, deleted_at, position)
      overriding system value values (${id}, ${values.title}, ${values.description}, ${values.features}::text[],
        ${values.image}, ${values.media_id}, ${values.alt}, ${values.icon}, ${values.color}, ${values.deleted_at}, ${position})`.execute(
      transaction,
    );
  },
};

/** Returns the columns of the chosen photo. @throws BadInput for `photoId` when it does not exist */
export async function photoColumns(
  transaction: Parameters<EntityStore['apply']>[0],
  photoId: string | null,
  image: string,
): Promise<{ image: string; media_id: string | null }> {
  const chosen = await chosenImage(transaction, { mediaId: photoId, image }, 'photoId');
  return { image: '', media_id: null, ...chosen };
}
