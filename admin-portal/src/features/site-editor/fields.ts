import {
  type Body,
  type Entity,
  missingFields,
  PACKAGE_ICONS,
  PACKAGE_TABS,
  translatedFields,
} from '@godhuli/contracts/documents';
import { LOCALE_NAMES, type Locale } from '@godhuli/contracts/locales';
import { mediaIdSchema } from '@godhuli/contracts/media';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { serviceIconSchema } from '@godhuli/contracts/services';
import { ACCENTS, DISPLAY_FONTS, LANGUAGE_CHOICES, NEUTRALS, TEXT_FONTS } from '@godhuli/contracts/theme';
import { z } from 'zod';

import { translationHint } from '../../ui/translation-hint';

export type FieldKind =
  | { kind: 'text' | 'long' | 'lines' | 'number' | 'check' | 'date' | 'photo' }
  /** a photo in a text: '' for none */
  | { kind: 'text photo' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
  | { kind: 'rows'; columns: readonly { name: string; label: string }[] };

export type FieldOf = FieldKind & { name: string; label: string; hint?: string };

const LOGO_HINT = 'Best as PNG or WebP with a transparent background.';
const MAP_HINT = 'A web address, from "Share" of a map.';
const VALUE_LABELS: Readonly<Record<string, string>> = {
  maroon: 'Maroon and gold',
  peacock: 'Peacock',
  plum: 'Plum',
  leaf: 'Leaf',
  warm: 'Warm paper',
  cool: 'Cool grey',
  stone: 'Stone',
  playfair: 'Playfair',
  lora: 'Lora',
  montserrat: 'Montserrat',
  inter: 'Inter',
  'open-sans': 'Open Sans',
};

const text = (name: string, label: string, hint?: string): FieldOf => ({ kind: 'text', name, label, hint });
const long = (name: string, label: string, hint?: string): FieldOf => ({ kind: 'long', name, label, hint });
const lines = (name: string, label: string): FieldOf => ({ kind: 'lines', name, label });
const check = (name: string, label: string): FieldOf => ({ kind: 'check', name, label });
const choice = (name: string, label: string, values: readonly string[]): FieldOf => ({
  ...{ kind: 'choice', name, label },
  options: values.map((value) => ({ value, label: VALUE_LABELS[value] ?? value })),
});
const photo = (name: string, alt: string): FieldOf[] => [
  { kind: 'photo', name, label: 'Photo' },
  text(alt, 'Description of the photo', 'For people who cannot see it. Needed before publishing.'),
];

const TEXTS: Readonly<Record<string, FieldOf[]>> = {
  hero: [
    text('brand_name', 'Studio name'),
    text('trade', 'What the studio does'),
    text('tagline', 'Headline'),
    long('description', 'Introduction'),
  ],
  services: [text('heading', 'Heading'), long('intro', 'Introduction')],
  portfolio: [text('heading', 'Heading')],
  packages: [text('heading', 'Heading'), long('intro', 'Introduction'), long('custom', 'Custom package')],
  testimonials: [text('heading', 'Heading'), text('closing', 'Closing line')],
  contact: [
    text('heading', 'Heading'),
    text('name', 'Who answers the phone'),
    text('phone', 'Phone number'),
    text('whatsapp', 'WhatsApp number', 'Shown as you write it. Empty: the phone number.'),
    text('email', 'Email'),
    text('hours', 'Opening hours', 'Such as "Monday to Saturday, 10:00 to 19:00".'),
    text('location', 'Location'),
    long('office_address', 'Office address'),
    text('map_url', 'Map link of the office', MAP_HINT),
    long('second_address', 'Second address'),
    text('second_map_url', 'Map link of the second address', MAP_HINT),
  ],
  logo: [
    { kind: 'text photo', name: 'on_dark', label: 'Logo on dark backgrounds', hint: LOGO_HINT },
    { kind: 'text photo', name: 'on_light', label: 'Logo on light backgrounds', hint: LOGO_HINT },
    text('alt', 'Description of the logo', 'For people who cannot see it.'),
  ],
  theme: [
    choice('accent', 'Accent colours', ACCENTS),
    choice('neutral', 'Background colours', NEUTRALS),
    choice('display_font', 'Font of headings', DISPLAY_FONTS),
    choice('text_font', 'Font of text', TEXT_FONTS),
  ],
  site: [
    {
      ...{ kind: 'choice', name: 'languages', label: 'Languages of the website' },
      options: LANGUAGE_CHOICES.map((value) => ({
        value,
        label: value
          .split(' ')
          .map((language) => LOCALE_NAMES[language as Locale])
          .join(', '),
      })),
    },
  ],
  social: [
    text('instagram', 'Instagram', 'A whole web address. Empty: not shown.'),
    text('facebook', 'Facebook'),
    text('youtube', 'YouTube'),
  ],
  footer: [text('credit', 'Credit line')],
  privacy: [
    text('title', 'Heading'),
    long('text', 'Text', 'An empty line begins a new paragraph. Say what you ask for, why, and how long you keep it.'),
  ],
  seo: [
    text('title', 'Title in search results'),
    long('description', 'Description in search results'),
    { kind: 'text photo', name: 'share_image', label: 'Photo' },
    text('share_image_alt', 'Description of the photo', 'For people who cannot see it. Needed before publishing.'),
  ],
};

const ENTITY_FIELDS: Readonly<Record<Exclude<Entity, 'text' | 'order'>, FieldOf[]>> = {
  service: [
    text('title', 'Title'),
    long('description', 'Text'),
    lines('features', 'Features'),
    ...photo('photoId', 'photoAlt'),
    choice('icon', 'Icon', serviceIconSchema.options),
  ],
  package: [
    text('name', 'Name'),
    {
      ...{ kind: 'choice', name: 'priceKind', label: 'Price is' },
      options: [
        { value: 'exact', label: 'Exact' },
        { value: 'from', label: 'From' },
        { value: 'request', label: 'On request' },
      ],
    },
    { kind: 'number', name: 'rupees', label: 'Price in rupees', hint: 'Whole rupees without commas.' },
    text('duration', 'Duration'),
    choice('category', 'Category', PACKAGE_TABS),
    lines('features', 'Features'),
    lines('terms', 'Terms & Conditions'),
    check('popular', 'Most popular of its category'),
    {
      ...{ kind: 'choice', name: 'icon', label: 'Icon' },
      options: [{ value: '', label: 'Fits the name' }, ...PACKAGE_ICONS.map((value) => ({ value, label: value }))],
    },
  ],
  testimonial: [
    text('name', 'Name'),
    text('place', 'Place'),
    text('event', 'Event'),
    long('text', 'What they said'),
    choice('stars', 'Stars', ['5', '4', '3', '2', '1']),
    { kind: 'date', name: 'date', label: 'Date' },
    ...photo('photoId', 'photoAlt'),
    check('consent', 'They agreed that this is published'),
    text('consentNote', 'How and when they agreed'),
    check('hidden', 'Hide on the website'),
  ],
  stats: [
    { kind: 'rows', name: 'items', label: 'Figures', columns: [column('number', 'Number'), column('label', 'Label')] },
  ],
  timeline: [
    {
      ...{ kind: 'rows', name: 'items', label: 'Entries' },
      columns: [column('year', 'Year'), column('title', 'Title'), column('description', 'Text')],
    },
  ],
  achievements: [lines('items', 'Achievements')],
  profile: [
    text('title', 'Name'),
    text('subtitle', 'Role'),
    long('description', 'About'),
    text('location', 'Location'),
    text('since', 'Since'),
    ...photo('portraitId', 'portraitAlt'),
    { kind: 'photo', name: 'studioId', label: 'Photo of the studio' },
    text('studioAlt', 'Description of the photo of the studio'),
  ],
};

function column(name: string, label: string) {
  return { name, label };
}

/** Returns the fields of a document's form. */
export function fieldsOf(entity: Entity, id: string): readonly FieldOf[] {
  if (entity === 'text') return TEXTS[id] ?? [];
  return entity === 'order' ? [] : ENTITY_FIELDS[entity];
}

/** Returns the schema of what a field of the form can show, including text that the server refuses. */
export function valueSchema(field: FieldKind): z.ZodType {
  switch (field.kind) {
    case 'lines':
      return z.array(z.string());
    case 'rows':
      return z.array(z.object(Object.fromEntries(field.columns.map(({ name }) => [name, z.string()]))));
    case 'check':
      return z.boolean();
    case 'photo':
      return mediaIdSchema.nullable();
    case 'text photo':
      return mediaIdSchema.or(z.literal(''));
    case 'number':
    case 'choice':
      return z.union([z.string(), z.number(), z.null()]);
    default:
      return z.string();
  }
}

/** How a text is quoted below the field of its translation. */
const quoted = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? each : Object.values(each as object).join(', '))).join(' · ')
    : String(value ?? '');

/** Returns the fields of a document's form in its language, each with the English text and what is wrong with it. */
export function translationFieldsOf(
  { entity, id, locale, changedInEnglish = [] }: Pick<SiteDocument, 'entity' | 'id' | 'locale' | 'changedInEnglish'>,
  english: Body,
  body: Body,
): readonly FieldOf[] {
  const fields = fieldsOf(entity, id);
  if (locale === 'en') return fields;
  const names = translatedFields(entity, id);
  const missing = missingFields(entity, id, english, body);
  return fields
    .filter(({ name }) => names.includes(name))
    .map((field) => ({
      ...field,
      hint: translationHint(quoted(english[field.name]), {
        isMissing: missing.includes(field.name),
        hasChanged: changedInEnglish.includes(field.name),
      }),
    }));
}

/** The parts of the page in its order. */
export const PARTS: readonly { entity: Entity; id: string; label: string }[] = [
  { entity: 'text', id: 'hero', label: 'Top of the page' },
  { entity: 'stats', id: 'all', label: 'Figures' },
  { entity: 'text', id: 'services', label: 'Services heading' },
  { entity: 'text', id: 'portfolio', label: 'Portfolio heading' },
  { entity: 'text', id: 'packages', label: 'Packages heading' },
  { entity: 'profile', id: 'all', label: 'About' },
  { entity: 'achievements', id: 'all', label: 'Achievements' },
  { entity: 'timeline', id: 'all', label: 'Timeline' },
  { entity: 'text', id: 'testimonials', label: 'Testimonials heading' },
  { entity: 'text', id: 'contact', label: 'Contact' },
  { entity: 'text', id: 'social', label: 'Social links' },
  { entity: 'text', id: 'footer', label: 'Footer' },
  { entity: 'text', id: 'privacy', label: 'Privacy page' },
  { entity: 'text', id: 'seo', label: 'Search and sharing' },
];

/** What the Settings page edits. */
export const SETTINGS: typeof PARTS = [
  { entity: 'text', id: 'hero', label: 'Studio name' },
  { entity: 'text', id: 'logo', label: 'Logo' },
  { entity: 'text', id: 'contact', label: 'Contact, locations and hours' },
  { entity: 'text', id: 'social', label: 'Social links' },
  { entity: 'text', id: 'theme', label: 'Theme' },
  { entity: 'text', id: 'site', label: 'Languages' },
];
