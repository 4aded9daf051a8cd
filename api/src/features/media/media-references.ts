import type { Focal, Media } from '@godhuli/contracts/media';
import { mediaUrl, mediaWidths } from '@godhuli/contracts/media-url';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput } from '../../http/errors.js';
import { cropsOf } from './crops.queries.js';
import { mediaById } from './media.queries.js';

/** The columns of a row that refer to an image: a stored one by id, or one of another site by URL. */
export interface ImageColumns {
  image: string;
  media_id: string | null;
}

/** Alt text and focal point of the row, which override those of the image. */
interface Overrides {
  alt?: string;
  focal?: Focal;
}

/**
 * Loads the images of some rows, and the crops of these images, with one query each.
 * @returns a function that returns `image` (URL of a JPEG, or '') and `media` of each of these rows
 */
export async function loadMedia(db: Kysely<Database>, rows: ImageColumns[]) {
  const ids = [...new Set(rows.flatMap(({ media_id }) => media_id ?? []))];
  const found: Map<string, Media> = ids.length > 0 ? await mediaById(db, ids) : new Map();
  const crops = await cropsOf(db, ids);
  return (row: ImageColumns, overrides: Overrides = {}): { image: string; media: Media | null } => {
    const stored = row.media_id === null ? undefined : found.get(row.media_id);
    if (!stored) return { image: row.image, media: null };
    const alt = overrides.alt || stored.alt;
    const media: Media = { ...stored, alt, focal: overrides.focal ?? stored.focal };
    const own = Object.entries(crops.get(stored.id) ?? {}).map(([shape, crop]) => [shape, { ...crop.media, alt }]);
    if (own.length > 0) media.crops = Object.fromEntries(own);
    return { image: jpegUrl(media), media };
  };
}

/**
 * Returns the columns for an image that staff chose. `mediaId`, or an `image` with a URL of this site, refers to a stored
 * image; any other `image` is stored as a URL.
 * @param field names `mediaId` in the request
 * @throws BadInput when the image does not exist
 */
export async function chosenImage(
  db: Kysely<Database>,
  { image, mediaId }: { image?: string; mediaId?: string | null },
  field = 'mediaId',
): Promise<Partial<ImageColumns>> {
  const id = mediaId ?? mediaIdIn(image);
  if (id) {
    const media = await requireMedia(db, id, mediaId ? field : 'image');
    return { image: jpegUrl(media), media_id: id };
  }
  if (image !== undefined) return { image, media_id: null };
  return mediaId === null ? { image: '', media_id: null } : {};
}

/** @throws BadInput for `field` when `id` is given and the image does not exist */
export async function requireStoredMedia(
  db: Kysely<Database>,
  id: string | null | undefined,
  field: string,
): Promise<void> {
  if (id) await requireMedia(db, id, field);
}

async function requireMedia(db: Kysely<Database>, id: string, field: string): Promise<Media> {
  // Until the reference is written, the image is not removed.
  await db.selectFrom('media').select('id').where('id', '=', id).forKeyShare().execute();
  const media = (await mediaById(db, [id])).get(id);
  if (!media) throw new BadInput([{ field, message: 'Photo not found. Please upload it again.' }]);
  return media;
}

const mediaIdIn = (url = '') => /^\/media\/([0-9a-f]{64})\//.exec(url)?.[1];

/** Returns the URL of the widest JPEG up to 1600 px, for clients that do not use variants. */
function jpegUrl(media: Media): string {
  const width =
    mediaWidths(media)
      .filter((each) => each <= 1600)
      .at(-1) ?? media.width;
  return mediaUrl(media, width, 'jpg');
}
