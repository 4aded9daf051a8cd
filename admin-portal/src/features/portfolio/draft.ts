import type { Focal, Media } from '@godhuli/contracts/media';
import type { PortfolioCategory, PortfolioInput, PortfolioItem } from '@godhuli/contracts/portfolio';

/** What a draft's photo comes from. */
export type PhotoSource = { kind: 'file'; file: File } | { kind: 'url'; url: string };

/** What is known of the next automatic try of an upload. */
export interface AutoRetry {
  /** automatic tries before it */
  tries: number;
  /** seconds that the server asked to wait; 0 when it did not */
  retryAfterS: number;
}

/** The photo of a draft, on its way or there. */
export type DraftPhoto =
  | { state: 'none' }
  | { state: 'uploading'; source: PhotoSource; loadedBytes: number; preview: string }
  /** `autoRetry`: it is tried again by itself, after so many automatic tries and not before so many seconds */
  | { state: 'failed'; source: PhotoSource; message: string; canRetry: boolean; autoRetry?: AutoRetry }
  | { state: 'stored'; media: Media; name: string }
  /** an item of before whose image is an address alone, without variants of our own */
  | { state: 'linked'; url: string };

export interface DraftValues {
  title: string;
  category: PortfolioCategory;
  description: string;
  place: string;
  alt: string;
  hero: boolean;
  focal: Focal;
}

/** One item being added or edited. */
export interface Draft {
  key: string;
  values: DraftValues;
  photo: DraftPhoto;
  /** Idempotency-Key of its addition, the same for every try */
  addKey: string;
  /** by field; 'photo' is the photo */
  errors: Readonly<Record<string, string>>;
}

export const CENTRE: Focal = { x: 50, y: 50 };

let lastKey = 0;

export function emptyDraft(category: PortfolioCategory): Draft {
  lastKey += 1;
  return {
    key: `draft-${lastKey}`,
    values: { title: '', category, description: '', place: '', alt: '', hero: false, focal: CENTRE },
    photo: { state: 'none' },
    addKey: newKey(),
    errors: {},
  };
}

/** 128 random bits; over plain http the browser has no randomUUID. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function draftOf(item: PortfolioItem): Draft {
  const { title, category, description, place, hero, media } = item;
  const photo: DraftPhoto = media
    ? { state: 'stored', media, name: title }
    : item.image
      ? { state: 'linked', url: item.image }
      : { state: 'none' };
  return {
    ...emptyDraft(category),
    values: { title, category, description, place, hero, alt: media?.alt ?? '', focal: media?.focal ?? CENTRE },
    photo,
  };
}

/** 'marigold_morning-2.jpg' becomes 'Marigold morning 2'. */
export function titleFromName(name: string): string {
  const words = name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_.]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of what is being uploaded. */
export function sourceName(source: PhotoSource): string {
  return source.kind === 'file' ? source.file.name : source.url;
}

/** What goes to the server. */
export function inputOf({ values, photo }: Draft): PortfolioInput {
  return {
    ...values,
    image: photo.state === 'linked' ? photo.url : '',
    mediaId: photo.state === 'stored' ? photo.media.id : null,
  };
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const LARGEST_BYTES = 25 * 1024 * 1024;

/** What can be said about a file without asking the server, which looks at its content; null when nothing is wrong. */
export function fileProblem(file: File): string | null {
  if (file.type && !TYPES.includes(file.type))
    return `${file.name} is not a supported image. Choose a JPG, PNG or WebP file.`;
  if (file.size > LARGEST_BYTES) return `${file.name} is larger than 25 MB. Choose a smaller file.`;
  return null;
}
