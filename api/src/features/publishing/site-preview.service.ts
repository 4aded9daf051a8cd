import type {
  AchievementsBody,
  Body,
  Entity,
  ListEntity,
  OrderBody,
  PackageBody,
  ProfileBody,
  ServiceBody,
  StatsBody,
  TestimonialBody,
  TextBody,
  TimelineBody,
} from '@godhuli/contracts/documents';
import type { Locale } from '@godhuli/contracts/locales';
import type { Media } from '@godhuli/contracts/media';
import type { SitePreview } from '@godhuli/contracts/publishing';
import { priceText } from '@godhuli/contracts/rupees';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { loadMedia, mediaById } from '../media/index.js';
import { checkedBody, completeBody } from './documents.service.js';
import { STORES } from './entities/stores.js';

interface Unsaved {
  entity: Entity;
  id: string;
  locale: Locale;
  body: Body;
}
/** What differs from the live page: bodies by entity and id. */
type Changes = Map<Entity, Map<string, Body>>;
type MediaOf = Awaited<ReturnType<typeof loadMedia>>;

const PATHS = { service: '/api/services', package: '/api/packages', testimonial: '/api/testimonials' } as const;

/**
 * Returns what drafts and unsaved forms change in the data of the public page. Writes nothing. Fields that the drafts do not
 * have keep their live value, so the front door lays the result over the live data.
 * @throws BadInput when an unsaved form is not valid
 */
export async function sitePreview(db: Kysely<Database>, unsaved: readonly Unsaved[]): Promise<SitePreview> {
  const changes = await changesOf(db, unsaved);
  const preview: SitePreview = { lists: {}, objects: {} };
  for (const entity of ['service', 'package', 'testimonial'] as const) {
    const bodies = changes.get(entity) ?? new Map<string, Body>();
    const ids = changes.get('order')?.get(entity);
    if (bodies.size > 0 || ids) preview.lists[PATHS[entity]] = await previewList(db, entity, bodies, ids as OrderBody);
  }
  const texts = changes.get('text');
  if (texts) preview.lists['/api/content'] = await previewTexts(db, texts as Map<string, TextBody>);
  const stats = changes.get('stats')?.get('all') as StatsBody | undefined;
  if (stats) preview.lists['/api/stats'] = wholeList(stats.items);
  const about = await previewProfile(db, changes);
  if (about) preview.objects['/api/profile'] = about;
  for (const [locale, texts] of await changedTranslations(db, unsaved))
    preview.objects[`/api/translations/${locale}`] = texts;
  return preview;
}

/** The changed documents of each language, whole: an emptied field is shown in English again. */
async function changedTranslations(db: Kysely<Database>, unsaved: readonly Unsaved[]): Promise<Map<Locale, Body>> {
  const drafts = await db
    .selectFrom('revisions')
    .select(['entity', 'entity_id as id', 'locale', 'body'])
    .where('state', '=', 'draft')
    .where('locale', '<>', 'en')
    .execute();
  const texts = new Map<Locale, Body>();
  for (const { locale, entity, id, body } of [...drafts, ...unsaved])
    if (locale !== 'en') texts.set(locale, { ...texts.get(locale), [`${entity}.${id}`]: body });
  return texts;
}

async function changesOf(db: Kysely<Database>, unsaved: readonly Unsaved[]): Promise<Changes> {
  const drafts = await db
    .selectFrom('revisions')
    .select(['entity', 'entity_id', 'body'])
    .where('state', '=', 'draft')
    .where('locale', '=', 'en')
    .execute();
  const changes: Changes = new Map();
  const put = (entity: Entity, id: string, body: Body) =>
    changes.set(entity, (changes.get(entity) ?? new Map<string, Body>()).set(id, body));
  for (const { entity, entity_id: id, body } of drafts) put(entity, id, completeBody(entity, id, null, body));
  for (const [index, { body, ...key }] of unsaved.entries()) {
    const checked = checkedBody(key, body, `unsaved.${index}.body`);
    if (key.locale === 'en') put(key.entity, key.id, checked);
  }
  return changes;
}

/** A list without ids of its own, such as the figures: every item is new. */
function wholeList(items: readonly Body[]): SitePreview['lists'][string] {
  const named = items.map((item, index): [string, Body] => [`draft-${index}`, { ...item, _id: `draft-${index}` }]);
  return { ids: named.map(([id]) => id), changed: Object.fromEntries(named) };
}

async function previewList(
  db: Kysely<Database>,
  entity: ListEntity,
  bodies: ReadonlyMap<string, Body>,
  order: OrderBody | undefined,
): Promise<SitePreview['lists'][string]> {
  const { ids: live } = ((await STORES.order.read(db, [entity])).get(entity) ?? { ids: [] }) as OrderBody;
  const hidden = await hiddenIds(db, entity);
  const known = [...new Set([...live.filter((id) => !hidden.has(id)), ...bodies.keys()])];
  const wanted = [...new Set([...(order?.ids ?? []).filter((id) => known.includes(id)), ...known])];
  const isShown = (id: string) => {
    const body = bodies.get(id);
    return !body || (body.archived !== true && body.hidden !== true);
  };
  const rows = [...bodies.values()].map(imageOf);
  const mediaOf = await loadMedia(db, rows);
  const changed = [...bodies].map(([id, body]): [string, Body] => [id, presentItem(entity, id, body, mediaOf)]);
  return { ids: wanted.filter(isShown), changed: Object.fromEntries(changed) };
}

async function hiddenIds(db: Kysely<Database>, entity: ListEntity): Promise<Set<string>> {
  if (entity !== 'testimonial') return new Set();
  const rows = await db.selectFrom('testimonials').select('id').where('hidden', '=', true).execute();
  return new Set(rows.map(({ id }) => id));
}

const imageOf = (body: Body) => ({ image: (body.image as string) ?? '', media_id: (body.photoId as string) ?? null });

function presentItem(entity: ListEntity, id: string, body: Body, mediaOf: MediaOf): Body {
  if (entity === 'package') {
    const { archived: _, priceKind, ...item } = body as PackageBody;
    return { ...item, _id: id, price: priceText(priceKind, item.rupees) };
  }
  const photo = mediaOf(imageOf(body), { alt: body.photoAlt as string });
  if (entity === 'service') {
    const { title, description, features, icon, color } = body as ServiceBody;
    return { _id: id, title, description, features, ...photo, icon, color };
  }
  const { name, event, stars, text, place } = body as TestimonialBody;
  return { _id: id, name, event, rating: stars, text, ...photo, location: place };
}

async function previewTexts(
  db: Kysely<Database>,
  texts: ReadonlyMap<string, TextBody>,
): Promise<SitePreview['lists'][string]> {
  const rows = await db.selectFrom('content').select(['id', 'section', 'key']).orderBy('id').execute();
  const idOf = new Map(rows.map(({ id, section, key }) => [`${section}.${key}`, id]));
  const changed: Record<string, Body> = {};
  const added: string[] = [];
  for (const [section, body] of texts) {
    for (const [key, value] of Object.entries(body)) {
      const stored = idOf.get(`${section}.${key}`);
      const id = stored ?? `draft-${section}-${key}`;
      if (stored === undefined) added.push(id);
      changed[id] = { _id: id, section, key, value };
    }
  }
  return { ids: [...rows.map(({ id }) => id), ...added], changed };
}

async function previewProfile(db: Kysely<Database>, changes: Changes): Promise<Body | null> {
  const profile = changes.get('profile')?.get('all') as ProfileBody | undefined;
  const timeline = changes.get('timeline')?.get('all') as TimelineBody | undefined;
  const achievements = changes.get('achievements')?.get('all') as AchievementsBody | undefined;
  if (!profile && !timeline && !achievements) return null;
  return {
    ...(profile ? await presentProfile(db, profile) : {}),
    ...(timeline ? { timeline: timeline.items } : {}),
    ...(achievements ? { achievements: achievements.items } : {}),
  };
}

async function presentProfile(db: Kysely<Database>, body: ProfileBody): Promise<Body> {
  const { portraitId, portraitAlt, studioId, studioAlt, ...texts } = body;
  const media = await mediaById(
    db,
    [portraitId, studioId].flatMap((id) => id ?? []),
  );
  const photo = (id: string | null, alt: string): Media | null => {
    const stored = media.get(id ?? '');
    return stored ? { ...stored, alt: alt || stored.alt } : null;
  };
  return { ...texts, portrait: photo(portraitId, portraitAlt), studio: photo(studioId, studioAlt) };
}
