import type { AchievementsBody, Body, ProfileBody, StatsBody, TimelineBody } from '@godhuli/contracts/documents';
import { mediaById, requireStoredMedia } from '../../media/index.js';
import type { EntityStore } from './entity-store.js';

const only = <B extends Body>(body: B) => new Map<string, Body>([['all', body]]);

/** The figures of the hero and the about section. */
export const stats: EntityStore = {
  tables: ['stats'],
  async read(db) {
    const items = await db.selectFrom('stats').select(['number', 'label']).orderBy('position').orderBy('id').execute();
    return only<StatsBody>({ items });
  },
  async apply(transaction, _id, body) {
    const rows = (body as StatsBody).items.map((item, index) => ({ ...item, position: index + 1 }));
    await transaction.deleteFrom('stats').execute();
    if (rows.length > 0) await transaction.insertInto('stats').values(rows).execute();
  },
};

export const timeline: EntityStore = {
  tables: ['timeline'],
  async read(db) {
    const columns = ['year', 'title', 'description'] as const;
    const items = await db.selectFrom('timeline').select(columns).orderBy('position').orderBy('id').execute();
    return only<TimelineBody>({ items });
  },
  async apply(transaction, _id, body) {
    const rows = (body as TimelineBody).items.map((item, index) => ({ ...item, position: index + 1 }));
    await transaction.deleteFrom('timeline').execute();
    if (rows.length > 0) await transaction.insertInto('timeline').values(rows).execute();
  },
};

/** A row of the profile before there is one. */
const EMPTY_PROFILE = { title: '', subtitle: '', description: '', achievements: [], location: '', since: '' };

export const achievements: EntityStore = {
  tables: ['profile'],
  async read(db) {
    const row = await db.selectFrom('profile').select('achievements').executeTakeFirst();
    return only<AchievementsBody>({ items: row?.achievements ?? [] });
  },
  async apply(transaction, _id, body) {
    const { items } = body as AchievementsBody;
    await transaction
      .insertInto('profile')
      .values({ ...EMPTY_PROFILE, achievements: items })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ achievements: items }))
      .execute();
  },
};

export const profile: EntityStore = {
  tables: ['profile'],
  async read(db) {
    const row = await db.selectFrom('profile').selectAll().executeTakeFirst();
    const photos = [row?.portrait_media_id, row?.studio_media_id].flatMap((id) => id ?? []);
    const media = await mediaById(db, photos);
    const altOf = (own: string | undefined, id: string | null | undefined) => own || media.get(id ?? '')?.alt || '';
    return only<ProfileBody>({
      title: row?.title ?? '',
      subtitle: row?.subtitle ?? '',
      description: row?.description ?? '',
      location: row?.location ?? '',
      since: row?.since ?? '',
      portraitId: row?.portrait_media_id ?? null,
      portraitAlt: altOf(row?.portrait_alt, row?.portrait_media_id),
      studioId: row?.studio_media_id ?? null,
      studioAlt: altOf(row?.studio_alt, row?.studio_media_id),
    });
  },
  async apply(transaction, _id, body) {
    const { portraitId, portraitAlt, studioId, studioAlt, ...columns } = body as ProfileBody;
    await requireStoredMedia(transaction, portraitId, 'portraitId');
    await requireStoredMedia(transaction, studioId, 'studioId');
    const values = {
      ...columns,
      portrait_media_id: portraitId,
      portrait_alt: portraitAlt,
      studio_media_id: studioId,
      studio_alt: studioAlt,
    };
    await transaction
      .insertInto('profile')
      .values({ ...EMPTY_PROFILE, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
  },
};
