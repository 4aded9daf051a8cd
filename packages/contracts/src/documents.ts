import { z } from 'zod';
import { internationalDigits } from './international-phone.js';
import { LOCALE_NAMES, type Locale } from './locales.js';
import { mediaIdSchema } from './media.js';
import { phoneNumbersIn } from './phone.js';
import type { FieldError } from './problem.js';
import { gradientSchema, serviceIconSchema } from './services.js';
import { SITE_TEXTS, TEXT_SECTIONS, type TextSection } from './site-texts.js';
import { dateSchema, idSchema, text, urlSchema } from './text.js';
import { LANGUAGE_CHOICES, themeSchema } from './theme.js';

/** What staff edit, publish and restore as one unit. */
export const ENTITIES = [
  'text',
  'service',
  'package',
  'testimonial',
  'stats',
  'timeline',
  'achievements',
  'profile',
  'order',
] as const;
export const entitySchema = z.enum(ENTITIES);
export type Entity = z.infer<typeof entitySchema>;

/** Entities with any number of items, each with an id of its own. The others exist once, with the ids of `SINGLE_IDS`. */
export const LIST_ENTITIES = ['service', 'package', 'testimonial'] as const;
export const listEntitySchema = z.enum(LIST_ENTITIES);
export type ListEntity = z.infer<typeof listEntitySchema>;
export const isListEntity = (entity: string): entity is ListEntity => listEntitySchema.safeParse(entity).success;

/** The most items that the page shows of each list; archived ones do not count. */
export const MOST_ITEMS: Readonly<Record<ListEntity, number>> = { service: 30, package: 200, testimonial: 300 };

export const SINGLE_IDS: Readonly<Record<Exclude<Entity, ListEntity>, readonly string[]>> = {
  text: TEXT_SECTIONS,
  stats: ['all'],
  timeline: ['all'],
  achievements: ['all'],
  profile: ['all'],
  order: LIST_ENTITIES,
};

/** The tabs of the public page; a package of another category is shown in none of them. */
export const PACKAGE_TABS = ['Wedding', 'Pre-Wedding', 'Maternity | Newborn & Family'] as const;
export const hasTab = (category: string): boolean => (PACKAGE_TABS as readonly string[]).includes(category);

/** Two spellings with the same key are the same category to a reader. */
export const categoryKey = (category: string): string => category.toLowerCase().replace(/[\s\p{P}|]+/gu, '');

/** Texts that only those who may change settings can save and publish. */
const SETTINGS: readonly string[] = ['logo', 'theme', 'site'] satisfies TextSection[];
export const isSetting = (entity: string, id: string): boolean => entity === 'text' && SETTINGS.includes(id);

const MARKUP = /<\/?[a-z!][^<>]*>|&[a-z]{2,8};|&#\d{2,6};/i;

/** A text that is shown as it is. HTML is refused, because it would be shown as code. */
export const plainText = (maxLength: number) =>
  text(maxLength).refine((value) => !MARKUP.test(value), 'Please write plain text. HTML such as <b> is not supported.');

const lines = (maxItems: number, maxLength: number) =>
  z.array(plainText(maxLength)).max(maxItems, `Please use at most ${maxItems} lines.`);
const photoId = mediaIdSchema.nullable();
const photoOfText = mediaIdSchema.or(z.literal(''));
const webAddress = urlSchema
  .refine((value) => !value.startsWith('/'), 'Please enter a web address that begins with https://.')
  .or(z.literal(''));
/** '' or the URL of a photo that is not in this website's gallery. */
const imageUrl = urlSchema.or(z.literal(''));

const textSectionSchemas = {
  hero: z.strictObject({
    brand_name: plainText(60),
    trade: plainText(60),
    tagline: plainText(120),
    description: plainText(500),
  }),
  services: z.strictObject({ heading: plainText(120), intro: plainText(400) }),
  portfolio: z.strictObject({ heading: plainText(120) }),
  packages: z.strictObject({ heading: plainText(120), intro: plainText(400), custom: plainText(400) }),
  testimonials: z.strictObject({ heading: plainText(120), closing: plainText(120) }),
  contact: z.strictObject({
    heading: plainText(120),
    name: plainText(60),
    phone: plainText(120).refine(
      (value) => value === '' || phoneNumbersIn(value).length > 0,
      'Please enter a phone number with at least 7 digits.',
    ),
    location: plainText(120),
    office_address: plainText(300),
    map_url: webAddress,
    second_address: plainText(300),
    second_map_url: webAddress,
    whatsapp: plainText(40).refine(
      (value) => value === '' || (phoneNumbersIn(value).length === 1 && internationalDigits(value) !== null),
      'Please enter one phone number with its area code or country code, such as +91 98220 11111.',
    ),
    email: z.email('Please enter a valid email address.').max(254).or(z.literal('')),
    hours: plainText(200),
  }),
  social: z.strictObject({ instagram: webAddress, facebook: webAddress, youtube: webAddress }),
  footer: z.strictObject({ credit: plainText(120) }),
  privacy: z.strictObject({ title: plainText(120), text: plainText(4000) }),
  seo: z.strictObject({
    title: plainText(70),
    description: plainText(200),
    share_image: photoOfText,
    share_image_alt: plainText(300),
  }),
  logo: z.strictObject({
    on_dark: photoOfText,
    on_light: photoOfText,
    alt: plainText(120),
  }),
  theme: themeSchema,
  site: z.strictObject({ languages: z.enum(LANGUAGE_CHOICES, 'Please choose one of the languages.') }),
} satisfies Record<TextSection, z.ZodObject>;

export const serviceBodySchema = z.strictObject({
  title: plainText(120),
  description: plainText(2000),
  features: lines(20, 200),
  photoId,
  photoAlt: plainText(300),
  image: imageUrl,
  icon: serviceIconSchema,
  color: gradientSchema,
  archived: z.boolean(),
});
export type ServiceBody = z.infer<typeof serviceBodySchema>;

export const PACKAGE_ICONS = ['Crown', 'Sparkles', 'Star', 'Heart', 'Camera', 'Baby'] as const;
export const packageIconSchema = z.enum(PACKAGE_ICONS);
export const MOST_RUPEES = 99_999_999;
export const packageBodySchema = z.strictObject({
  name: plainText(120),
  priceKind: z.enum(['exact', 'from', 'request']),
  rupees: z
    .number()
    .int('Please enter whole rupees.')
    .min(0, 'A price cannot be negative.')
    .max(MOST_RUPEES, 'Please enter at most ₹9,99,99,999.')
    .nullable(),
  duration: plainText(60),
  category: plainText(80).refine(
    (value) => hasTab(value) || PACKAGE_TABS.every((tab) => categoryKey(tab) !== categoryKey(value)),
    {
      error: ({ input }) =>
        `Please choose '${PACKAGE_TABS.find((tab) => categoryKey(tab) === categoryKey(String(input)))}'.`,
    },
  ),
  features: lines(100, 200),
  terms: lines(50, 300),
  popular: z.boolean(),
  /** null: the icon that fits the name */
  icon: packageIconSchema.nullable(),
  color: gradientSchema,
  archived: z.boolean(),
});
export type PackageBody = z.infer<typeof packageBodySchema>;

export const testimonialBodySchema = z.strictObject({
  name: plainText(120),
  place: plainText(120),
  event: plainText(120),
  text: plainText(2000),
  stars: z
    .number()
    .int('Please choose 1 to 5 stars.')
    .min(1, 'Please choose 1 to 5 stars.')
    .max(5, 'Please choose 1 to 5 stars.'),
  photoId,
  photoAlt: plainText(300),
  image: imageUrl,
  /** when it was written, or '' */
  date: dateSchema.or(z.literal('')),
  /** whether the person agreed that it is published */
  consent: z.boolean(),
  /** how and when they agreed: 'WhatsApp message of 3 May' */
  consentNote: plainText(300),
  hidden: z.boolean(),
  archived: z.boolean(),
});
export type TestimonialBody = z.infer<typeof testimonialBodySchema>;

export const statsBodySchema = z.strictObject({
  items: z
    .array(z.strictObject({ number: plainText(20), label: plainText(60) }))
    .max(12, 'Please use at most 12 figures.'),
});
export type StatsBody = z.infer<typeof statsBodySchema>;
export const timelineBodySchema = z.strictObject({
  items: z
    .array(z.strictObject({ year: plainText(20), title: plainText(120), description: plainText(500) }))
    .max(40, 'Please use at most 40 entries.'),
});
export type TimelineBody = z.infer<typeof timelineBodySchema>;
export const achievementsBodySchema = z.strictObject({ items: lines(12, 120) });
export type AchievementsBody = z.infer<typeof achievementsBodySchema>;
export const profileBodySchema = z.strictObject({
  title: plainText(120),
  subtitle: plainText(120),
  description: plainText(2000),
  location: plainText(120),
  since: plainText(60),
  portraitId: photoId,
  portraitAlt: plainText(300),
  studioId: photoId,
  studioAlt: plainText(300),
});
export type ProfileBody = z.infer<typeof profileBodySchema>;
export const orderBodySchema = z.strictObject({
  ids: z
    .array(idSchema)
    .max(1000, 'Please use at most 1000 items.')
    .refine((ids) => new Set(ids).size === ids.length, 'An item appears twice.'),
});
export type OrderBody = z.infer<typeof orderBodySchema>;
export type TextBody = Record<string, string>;

export type Body = Record<string, unknown>;

const schemas = {
  service: serviceBodySchema,
  package: packageBodySchema,
  testimonial: testimonialBodySchema,
  stats: statsBodySchema,
  timeline: timelineBodySchema,
  achievements: achievementsBodySchema,
  profile: profileBodySchema,
  order: orderBodySchema,
};

const TRANSLATED_TEXTS: Readonly<Record<TextSection, readonly string[]>> = {
  hero: ['brand_name', 'trade', 'tagline', 'description'],
  services: ['heading', 'intro'],
  portfolio: ['heading'],
  packages: ['heading', 'intro', 'custom'],
  testimonials: ['heading', 'closing'],
  contact: ['heading', 'name', 'location', 'office_address', 'second_address', 'hours'],
  social: [],
  footer: ['credit'],
  privacy: ['title', 'text'],
  seo: ['title', 'description', 'share_image_alt'],
  logo: ['alt'],
  theme: [],
  site: [],
};
const TRANSLATED_FIELDS: Readonly<Record<Exclude<Entity, 'text'>, readonly string[]>> = {
  service: ['title', 'description', 'features', 'photoAlt'],
  package: ['name', 'duration', 'features', 'terms'],
  testimonial: ['name', 'place', 'event', 'text', 'photoAlt'],
  stats: ['items'],
  timeline: ['items'],
  achievements: ['items'],
  profile: ['title', 'subtitle', 'description', 'location', 'since', 'portraitAlt', 'studioAlt'],
  order: [],
};

/** Returns the fields of a document that have a text in each language; a list is translated as a whole. */
export const translatedFields = (entity: Entity, id: string): readonly string[] =>
  entity === 'text' ? (TRANSLATED_TEXTS[id as TextSection] ?? []) : TRANSLATED_FIELDS[entity];

/** Returns whether a field has no text. */
export const isBlank = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isBlank) : value === undefined || value === null || value === '';

/** Returns the fields that have a text in English and none in the translation. */
export const missingFields = (entity: Entity, id: string, english: Body, translation: Body): string[] =>
  translatedFields(entity, id).filter((field) => !isBlank(english[field]) && isBlank(translation[field]));

/** Returns a translation without any text. */
export function emptyTranslation(entity: Entity, id: string): Body {
  const shape = bodySchema(entity, id, 'mr')?.shape ?? {};
  return Object.fromEntries(
    Object.entries(shape).map(([field, type]) => [field, type instanceof z.ZodArray ? [] : '']),
  );
}

/**
 * Returns the schema of a draft; null if there is no such document. A draft may be incomplete (`publishProblems`). In another
 * language than English it has the translated fields only; an empty one is shown in English.
 */
export function bodySchema(entity: Entity, id: string, locale: Locale = 'en'): z.ZodObject | null {
  const schema = englishSchema(entity, id);
  if (locale === 'en' || !schema) return schema;
  const fields = translatedFields(entity, id);
  return fields.length === 0
    ? null
    : schema.pick(Object.fromEntries(fields.map((field) => [field, true])) as Record<string, true>);
}

function englishSchema(entity: Entity, id: string): z.ZodObject | null {
  if (entity === 'text') return (textSectionSchemas as Record<string, z.ZodObject>)[id] ?? null;
  const isKnown = isListEntity(entity) ? idSchema.safeParse(id).success : SINGLE_IDS[entity].includes(id);
  return isKnown ? schemas[entity] : null;
}

/** Returns the fields of a document that name a photo. */
export const photoFields = (entity: Entity, id: string): string[] =>
  Object.entries(bodySchema(entity, id)?.shape ?? {}).flatMap(([field, schema]) =>
    schema === photoId || schema === photoOfText ? [field] : [],
  );

/** The body of a new item. */
export const EMPTY_BODIES = {
  service: {
    title: '',
    description: '',
    features: [],
    photoId: null,
    photoAlt: '',
    image: '',
    icon: 'Camera',
    color: '',
    archived: false,
  },
  package: {
    name: '',
    priceKind: 'exact',
    rupees: null,
    duration: '',
    category: PACKAGE_TABS[0],
    features: [],
    terms: [],
    popular: false,
    icon: null,
    color: '',
    archived: false,
  },
  testimonial: {
    name: '',
    place: '',
    event: '',
    text: '',
    stars: 5,
    photoId: null,
    photoAlt: '',
    image: '',
    date: '',
    consent: false,
    consentNote: '',
    hidden: false,
    archived: false,
  },
} satisfies { service: ServiceBody; package: PackageBody; testimonial: TestimonialBody };

const ALT_MISSING = 'Please describe the photo for people who cannot see it.';
const required = (body: Body, fields: Readonly<Record<string, string>>): FieldError[] =>
  Object.entries(fields).flatMap(([field, message]) => (body[field] ? [] : [{ field, message }]));
const photoText = (body: Body, id: string, alt: string): FieldError[] =>
  body[id] && !body[alt] ? [{ field: alt, message: ALT_MISSING }] : [];
const eachLine = (list: unknown, field: string): FieldError[] =>
  (list as string[]).flatMap((line, index) =>
    line === '' ? [{ field: `${field}.${index}`, message: 'Please fill in this line or remove it.' }] : [],
  );
const eachItem = (list: unknown, fields: Readonly<Record<string, string>>): FieldError[] =>
  (list as Body[]).flatMap((item, index) =>
    required(item, fields).map(({ field, message }) => ({ field: `items.${index}.${field}`, message })),
  );

/** Returns what a draft lacks before it can be published. An archived or hidden item needs nothing, a translation only whole lines. */
export function publishProblems(entity: Entity, id: string, body: Body, locale: Locale = 'en'): FieldError[] {
  if (body.archived === true || body.hidden === true) return [];
  if (locale !== 'en') return translationProblems(entity, id, body);
  switch (entity) {
    case 'text':
      if (id === 'logo')
        return [
          ...photoText(body, 'on_dark', 'alt'),
          ...photoText(body, 'on_light', 'alt').slice(0, body.on_dark ? 0 : 1),
        ];
      return id === 'seo' ? photoText(body, 'share_image', 'share_image_alt') : [];
    case 'service':
      return [
        ...required(body, { title: 'Please enter a title.' }),
        ...photoText(body, 'photoId', 'photoAlt'),
        ...eachLine(body.features, 'features'),
      ];
    case 'package':
      return [
        ...required(body, { name: 'Please enter a name.', category: 'Please choose a category.' }),
        ...(body.priceKind !== 'request' && body.rupees === null
          ? [{ field: 'rupees', message: "Please enter a price, or choose 'Price on request'." }]
          : []),
        ...eachLine(body.features, 'features'),
        ...eachLine(body.terms, 'terms'),
      ];
    case 'testimonial':
      return [
        ...required(body, { name: 'Please enter a name.', text: 'Please enter what they said.' }),
        ...photoText(body, 'photoId', 'photoAlt'),
        ...(body.consent
          ? []
          : [{ field: 'consent', message: 'Please record that this person agreed to the publication.' }]),
      ];
    case 'stats':
      return eachItem(body.items, { number: 'Please enter a number.', label: 'Please enter a label.' });
    case 'timeline':
      return eachItem(body.items, { year: 'Please enter a year.', title: 'Please enter a title.' });
    case 'achievements':
      return eachLine(body.items, 'items');
    case 'profile':
      return [
        ...required(body, { title: 'Please enter a name.' }),
        ...photoText(body, 'portraitId', 'portraitAlt'),
        ...photoText(body, 'studioId', 'studioAlt'),
      ];
    case 'order':
      return [];
  }
}

function translationProblems(entity: Entity, id: string, body: Body): FieldError[] {
  if (entity === 'stats' || entity === 'timeline') return publishProblems(entity, id, body);
  return translatedFields(entity, id).flatMap((field) =>
    Array.isArray(body[field]) ? eachLine(body[field], field) : [],
  );
}

const TEXT_LABELS: Readonly<Record<TextSection, string>> = {
  hero: 'Top of the page',
  services: 'Services heading',
  portfolio: 'Portfolio heading',
  packages: 'Packages heading',
  testimonials: 'Testimonials heading',
  contact: 'Contact',
  social: 'Social links',
  footer: 'Footer',
  privacy: 'Privacy page',
  seo: 'Search and sharing',
  logo: 'Logo',
  theme: 'Theme',
  site: 'Languages',
};
const SINGLE_LABELS: Readonly<Record<string, string>> = {
  stats: 'Figures',
  timeline: 'Timeline',
  achievements: 'Achievements',
  profile: 'About',
  service: 'Order of services',
  package: 'Order of packages',
  testimonial: 'Order of testimonials',
};

const ITEM_LABELS: Readonly<Record<ListEntity, string>> = {
  service: 'Service',
  package: 'Package',
  testimonial: 'Testimonial',
};

/** Returns how people call a document: 'Essential', 'Top of the page', 'Top of the page (Marathi)', 'Order of packages'. */
export function documentLabel(entity: Entity, id: string, body: Body | null, locale: Locale = 'en'): string {
  if (locale === 'en') return englishLabel(entity, id, body);
  const isNamed = !isListEntity(entity) || !isBlank(body?.title ?? body?.name);
  return `${isNamed ? englishLabel(entity, id, body) : `${ITEM_LABELS[entity as ListEntity]} ${id}`} (${LOCALE_NAMES[locale]})`;
}

function englishLabel(entity: Entity, id: string, body: Body | null): string {
  if (entity === 'text') return TEXT_LABELS[id as TextSection] ?? id;
  if (entity === 'order') return SINGLE_LABELS[id] ?? id;
  if (!isListEntity(entity)) return SINGLE_LABELS[entity] ?? entity;
  const name = entity === 'service' ? body?.title : body?.name;
  return typeof name === 'string' && name !== '' ? name : `New ${entity}`;
}

/** Returns the texts of a section with the built-in ones where it has none. */
export const withDefaultTexts = (section: TextSection, texts: Readonly<Record<string, string>>): TextBody =>
  Object.fromEntries(Object.entries(SITE_TEXTS[section]).map(([key, text]) => [key, texts[key] || text]));
