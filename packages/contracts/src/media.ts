import { z } from 'zod';
import { text } from './text.js';

/** Focal point of an image, in percent from left and top. */
export const focalSchema = z.strictObject({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) });
export type Focal = z.infer<typeof focalSchema>;

/** The id of an image: its content hash, 64 hexadecimal digits. */
export const mediaIdSchema = z.string().regex(/^[0-9a-f]{64}$/, 'Invalid photo id.');

/** The shapes in which a photo may have a crop of its own. */
export const CROP_SHAPES = ['wide', 'square', 'portrait'] as const;
export type CropShape = (typeof CROP_SHAPES)[number];

/** A stored image without its crops. Its files are `/media/{id}/{width}.{format}` (media-url.ts). */
export const mediaFileSchema = z.object({
  id: mediaIdSchema,
  /** px, orientation baked in */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** ThumbHash, base64 */
  thumbhash: z.string(),
  /** mean colour, '#rrggbb' */
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  alt: z.string(),
  focal: focalSchema,
});
/** A stored image, with the crops that staff made of it: images of their own, with the focal point of the crop. */
export const mediaSchema = mediaFileSchema.extend({
  crops: z.partialRecord(z.enum(CROP_SHAPES), mediaFileSchema).optional(),
});
export type MediaFile = z.infer<typeof mediaFileSchema>;
export type Media = z.infer<typeof mediaSchema>;

/** JSON body of `POST /api/admin/media`, which also accepts a multipart field `file`. The response is `mediaSchema`. */
export const mediaFromUrlSchema = z.strictObject({ url: text(2000) });
