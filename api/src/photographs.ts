import type { Focal, Media } from '@godhuli/contracts/media';
import { mediaUrl, mediaWidths } from '@godhuli/contracts/media-url';
import type { Kysely } from 'kysely';
import type { Database } from './db/database.js';
import { mediaById } from './features/media/media.queries.js';
import { BadInput } from './http/errors.js';

/** How a row names its photograph: one of ours by id, or another site's by address. */
export interface PhotographReference {
  image: string;
  media_id: string | null;
}

/** What the row itself says about the photograph; it goes before what the photograph says. */
interface Shown {
  alt?: string;
  focal?: Focal;
}

/**
 * Fetches the photographs of some rows at once.
 * @returns `image` (address of a JPEG, or '') and `media` of each of these rows
 */
export async function loadPhotographs(db: Kysely<Database>, rows: PhotographReference[]) {
  const ids = [...new Set(rows.flatMap(({ media_id }) => media_id ?? []))];
  const found: Map<string, Media> = ids.length > 0 ? await mediaById(db, ids) : new Map();
  return (row: PhotographReference, shown: Shown = {}): { image: string; media: Media | null } => {
    const stored = row.media_id === null ? undefined : found.get(row.media_id);
    if (!stored) return { image: row.image, media: null };
    const media = { ...stored, alt: shown.alt || stored.alt, focal: shown.focal ?? stored.focal };
    return { image: jpegOf(media), media };
  };
}

/**
 * The columns of an image that staff chose: `mediaId`, or an `image` that is an address of ours, names a stored
 * photograph; any other `image` stands for itself.
 * @throws BadInput when no such photograph is stored
 */
export async function chosenPhotograph(
  db: Kysely<Database>,
  { image, mediaId }: { image?: string; mediaId?: string | null },
): Promise<Partial<PhotographReference>> {
  const id = mediaId ?? idInAddress(image);
  if (id) {
    const media = await storedPhotograph(db, id, mediaId ? 'mediaId' : 'image');
    return { image: jpegOf(media), media_id: id };
  }
  if (image !== undefined) return { image, media_id: null };
  return mediaId === null ? { image: '', media_id: null } : {};
}

/** @throws BadInput for `field` when `id` is given and no such photograph is stored */
export async function requireStored(db: Kysely<Database>, id: string | null | undefined, field: string): Promise<void> {
  if (id) await storedPhotograph(db, id, field);
}

async function storedPhotograph(db: Kysely<Database>, id: string, field: string): Promise<Media> {
  const media = (await mediaById(db, [id])).get(id);
  if (!media) throw new BadInput([{ field, message: 'Photo not found. Please upload it again.' }]);
  return media;
}

const idInAddress = (image = '') => /^\/media\/([0-9a-f]{64})\//.exec(image)?.[1];

/** The JPEG for readers that know nothing of variants: the widest up to 1600 px. */
function jpegOf(media: Media): string {
  const width =
    mediaWidths(media)
      .filter((each) => each <= 1600)
      .at(-1) ?? media.width;
  return mediaUrl(media, width, 'jpg');
}
