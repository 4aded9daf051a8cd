import type { Media } from '@godhuli/contracts/media';
import { PREVIEW_SIZE, previewUrl } from '@godhuli/contracts/media-url';
import { type Content, groupContent, textOf } from '../data/content';
import { DEFAULT_PROFILE } from '../data/defaults';
import { heroSlides } from '../data/hero-slides';
import type { SourceValues } from '../data/sources';
import { type Studio, studioOf } from '../data/studio';
import { HERO_FRAME, HERO_PHOTOS, PORTRAIT_WINDOW } from '../hero/hero-frame';
import { chosenLanguages } from '../languages/chosen-languages';
import { currentLanguage, type Language, localPath } from '../languages/language';
import { cropOf } from '../photo/crop-of';
import { type Frame, sizesOf } from '../photo/sizes';
import { sourceSet } from '../photo/sources';
import { structuredData } from './structured-data';

const escapeAttribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const element = (name: string, attributes: Record<string, string>) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('')}>`;

/** JSON for a script element: no text in it can end the element or start a comment. */
export const jsonForScript = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What a head says about a page. */
interface HeadTexts {
  studio: Pick<Studio, 'brand'>;
  title: string;
  description: string;
  /** of the page in English, without its origin */
  path: string;
  /** only an id and its alt text if the page has no other data of the photo */
  share: Media | Pick<Media, 'id' | 'alt'> | null;
  origin: string;
  preloads: readonly string[];
  /** that the studio offers; a page in another one is left out by search engines */
  languages: readonly Language[];
}

const NO_INDEX = element('meta', { name: 'robots', content: 'noindex' });

/** Returns the links to the page in each language, and for readers of any other one; none if there is only English. */
function alternates(languages: readonly Language[], href: (language: Language) => string): string[] {
  if (languages.length === 1) return [];
  const all = [...languages.map((each) => [each, each] as const), ['x-default', 'en'] as const];
  return all.map(([hreflang, language]) => element('link', { rel: 'alternate', hreflang, href: href(language) }));
}

/** Returns title, description, canonical URL and Open Graph. */
export function pageHead({ studio, title, description, path, share, origin, preloads, languages }: HeadTexts): string {
  const url = origin + localPath(path);
  const photo = share && 'focal' in share ? cropOf(share, 'wide') : share;
  const current = currentLanguage();
  const openGraph: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': studio.brand,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': `${current}_IN`,
    ...(share && photo
      ? {
          'og:image': `${origin}${previewUrl(photo)}`,
          'og:image:width': `${PREVIEW_SIZE.width}`,
          'og:image:height': `${PREVIEW_SIZE.height}`,
          'og:image:type': 'image/jpeg',
          'og:image:alt': share.alt,
        }
      : {}),
  };
  return [
    `<title>${escapeAttribute(title)}</title>`,
    element('meta', { name: 'description', content: description }),
    element('link', { rel: 'canonical', href: url }),
    ...(languages.includes(current) ? alternates(languages, (each) => origin + localPath(path, each)) : [NO_INDEX]),
    ...Object.entries(openGraph).map(([property, value]) => element('meta', { property, content: value })),
    element('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    ...preloads,
  ].join('');
}

/** Returns the head of a page that has nothing to show: crawlers leave it out. */
export const noticeHead = (title: string): string => `<title>${escapeAttribute(title)}</title>${NO_INDEX}`;

/** The first frame waits for the text of the hero: a frame of the header alone would delay it, and it is the largest paint. */
const FIRST_FRAME = element('link', { rel: 'expect', href: `#${HERO_PHOTOS}`, blocking: 'render' });

/**
 * Title, description, canonical URL, Open Graph, and the preload of the hero photo.
 * @param origin '' or 'https://studio.example'
 * @param result of a posted form; screen readers say the title first
 */
export function documentHead(data: SourceValues, origin: string, result?: string): string {
  const content = groupContent(data.content.value);
  const studio = studioOf(content);
  const [first] = heroSlides(data.hero.value, data.portfolio.value);
  const photo = first?.media ?? null;
  const title = textOf(content, 'seo', 'title', `${studio.brand}: ${studio.trade}, ${studio.location}`);
  const description = textOf(content, 'seo', 'description', studio.description);
  return pageHead({
    studio,
    // Screen readers say the title of a posted form's result first.
    title: result ? `${result} · ${title}` : title,
    description,
    path: '/',
    share: chosenShare(data, content) ?? photo,
    origin,
    preloads: [FIRST_FRAME, ...preloadsOf(photo, photo && first?.portrait ? first.portrait : null)],
    languages: chosenLanguages(content),
  });
}

/** Returns the photo that staff chose for link previews, with focal point and crops if the page shows it as well. */
function chosenShare(data: SourceValues, content: Content): HeadTexts['share'] {
  const id = textOf(content, 'seo', 'share_image', '');
  if (!id) return null;
  const items = [...data.hero.value, ...data.portfolio.value];
  const shown = items.find(({ media }) => media?.id === id)?.media;
  return { ...(shown ?? { id }), alt: textOf(content, 'seo', 'share_image_alt', '') };
}

/** Returns the preload of a photo with the sources of its `<picture>`. @param more attributes */
export const preloadOf = (photo: Media, frames: readonly Frame[], more: Record<string, string> = {}): string =>
  element('link', {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imagesrcset: sourceSet(photo, 'avif'),
    imagesizes: sizesOf(photo, frames),
    fetchpriority: 'high',
    ...more,
  });

/** Returns the preload of the first hero photo. With a portrait photo, each window loads only the one that it shows. */
function preloadsOf(media: Media | null, portrait: Media | null): string[] {
  const preload = (photo: Media, condition: Record<string, string>) => preloadOf(photo, HERO_FRAME, condition);
  if (!media) return [];
  if (!portrait) return [preload(media, {})];
  return [preload(portrait, { media: PORTRAIT_WINDOW }), preload(media, { media: `not all and ${PORTRAIT_WINDOW}` })];
}

/** Returns the structured data (JSON-LD), escaped for a script element. @param origin as in documentHead */
export function structuredDataText(data: SourceValues, origin: string): string {
  const [first] = heroSlides(data.hero.value, data.portfolio.value);
  const schema = structuredData({
    origin,
    studio: studioOf(groupContent(data.content.value)),
    since: data.profile.value?.since ?? DEFAULT_PROFILE.since,
    services: data.services.value,
    portfolio: data.portfolio.value,
    share: first?.media ?? null,
  });
  return jsonForScript(schema);
}
