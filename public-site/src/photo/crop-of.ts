import type { CropShape, Media } from '@godhuli/contracts/media';

/** Returns the crop that staff made of a photo for frames of this shape, else the whole photo. An older API sends no crops. */
export function cropOf(media: Media, shape: CropShape): Media;
export function cropOf(media: Media | null, shape: CropShape): Media | null;
export function cropOf(media: Media | null, shape: CropShape): Media | null {
  return media?.crops?.[shape] ?? media;
}
