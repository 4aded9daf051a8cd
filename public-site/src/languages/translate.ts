import { categoryOf } from '@godhuli/contracts/category-of';
import { isRow, isText } from '../data/guards';
import { LABELS, type Labels, type Language } from './language';
import { untranslatedPath } from './translated-path';

type Values = Readonly<Record<string, unknown>>;
type Row = Record<string, unknown>;

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);
const isBlank = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.every(isBlank));

/** Returns the fields that have a text. A preview also sends empty ones. */
const filled = (fields: unknown): Row =>
  isRow(fields) ? Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value))) : {};

const PRICE = /^(From )?₹([\d,]+)$/;

/** Returns a display price in a language: 'From ₹2,50,000' in Marathi is '₹२,५०,००० पासून'. */
export function translatedPrice(price: string, labels: Labels): string {
  const [, from, amount] = PRICE.exec(price) ?? [];
  if (amount === undefined) return labels[price] ?? price;
  // The currency style of some browsers groups Marathi numbers by thousands (unicode-org/cldr, 5892).
  const rupees = `₹${Number(amount.replaceAll(',', '')).toLocaleString(labels['en-GB'])}`;
  return from ? (labels['From {1}'] ?? 'From {1}').replace('{1}', rupees) : rupees;
}

/** How the fields of the editor are called in the data of the page. */
const ITEMS = [
  { path: '/api/services', entity: 'service', names: {} as Readonly<Record<string, string>> },
  { path: '/api/packages', entity: 'package', names: {} },
  { path: '/api/testimonials', entity: 'testimonial', names: { place: 'location' } },
];

/**
 * Returns an item with its texts in the language. The description of its photo belongs to the photo. Its English title and
 * name are kept for what they decide: the category and the icon.
 */
function translatedItem(item: Row, fields: Row, names: Readonly<Record<string, string>>): Row {
  const { photoAlt, ...texts } = fields;
  const renamed = Object.fromEntries(Object.entries(texts).map(([name, value]) => [names[name] ?? name, value]));
  const named = isText(item.title) ? { category: categoryOf(item.title) } : { englishName: item.name };
  return {
    ...named,
    ...item,
    ...renamed,
    ...(photoAlt && isRow(item.media) ? { media: { ...item.media, alt: photoAlt } } : {}),
  };
}

/** Adds the texts of a language to the entries; a section's text that English does not have is added. */
function translatedContent(entries: Row[], texts: Values): Row[] {
  const wanted = Object.entries(texts).flatMap(([name, fields]) => {
    const [entity, section = ''] = name.split('.');
    return entity === 'text' ? Object.entries(filled(fields)).map(([key, value]) => ({ section, key, value })) : [];
  });
  const isSame = (one: Row, other: Row) => one.section === other.section && one.key === other.key;
  const changed = entries.map((entry) => ({ ...entry, ...wanted.find((each) => isSame(each, entry)) }));
  const added = wanted.filter((each) => !entries.some((entry) => isSame(each, entry)));
  return [...changed, ...added.map((each) => ({ _id: `${each.section}.${each.key}`, ...each }))];
}

function translatedProfile(profile: Row, texts: Values): Row {
  const { portraitAlt, studioAlt, ...fields } = filled(texts['profile.all']);
  const withAlt = (media: unknown, alt: unknown) => (alt && isRow(media) ? { ...media, alt } : media);
  const timeline = filled(texts['timeline.all']).items ?? profile.timeline;
  const achievements = filled(texts['achievements.all']).items ?? profile.achievements;
  const photos = { portrait: withAlt(profile.portrait, portraitAlt), studio: withAlt(profile.studio, studioAlt) };
  return { ...profile, ...fields, ...photos, timeline, achievements };
}

/**
 * Returns the data of a page in a language. What has no translation stays English. Texts that the studio has not changed, and the
 * release knows, are translated by the release.
 * @param data by API path, with `/api/translations/{language}` and the photos, stories and films below it, which are translated
 */
export function translatedData(data: Values, language: Exclude<Language, 'en'>, labels: Labels): Row {
  const { [`/api/translations/${language}`]: given, ...rest } = data;
  const texts = isRow(given) ? given : {};
  const next: Row = Object.fromEntries(
    Object.entries(rest).map(([path, value]) => [untranslatedPath(path, language), value]),
  );
  const known = (value: unknown) => (isText(value) ? (labels[value] ?? value) : value);
  for (const { path, entity, names } of ITEMS)
    if (Array.isArray(next[path]))
      next[path] = rowsOf(next[path]).map((item) =>
        translatedItem(item, filled(texts[`${entity}.${item._id}`]), names),
      );
  const priced = (offer: Row) =>
    isText(offer.price) ? { ...offer, price: translatedPrice(offer.price, labels) } : offer;
  if (Array.isArray(next['/api/packages'])) next['/api/packages'] = rowsOf(next['/api/packages']).map(priced);
  // A page of the gallery has the packages of its category.
  for (const [path, page] of Object.entries(next))
    if (path.startsWith('/api/gallery/') && isRow(page) && Array.isArray(page.packages))
      next[path] = {
        ...page,
        packages: rowsOf(page.packages).map((offer) =>
          priced(translatedItem(offer, filled(texts[`package.${offer._id}`]), {})),
        ),
      };
  const content = next['/api/content'];
  if (Array.isArray(content)) {
    const entries = rowsOf(content).map((entry) => ({ ...entry, value: known(entry.value) }));
    next['/api/content'] = translatedContent(entries, texts);
  }
  const stats = filled(texts['stats.all']).items;
  if (Array.isArray(next['/api/stats']) && stats)
    next['/api/stats'] = rowsOf(stats).map((stat, index) => ({ _id: `${language}-${index}`, ...stat }));
  if (isRow(next['/api/profile'])) next['/api/profile'] = translatedProfile(next['/api/profile'], texts);
  return { ...next, [LABELS]: labels };
}
