import { z } from 'zod';
import { CROP_SHAPES, type CropShape, type Focal, focalSchema, mediaFileSchema } from './media.js';

/** Width by height of each shape. `wide` is for the hero and link previews, `portrait` for the hero on phones. */
export const CROP_RATIOS: Record<CropShape, number> = { wide: 16 / 10, square: 1, portrait: 9 / 16 };
/** The smallest side of a crop, in percent of the photo. */
export const SMALLEST_CROP = 10;

const edge = z.number().min(0).max(100);
const areaShape = { left: edge, top: edge, right: edge, bottom: edge };

/** What a crop removes from each edge of the whole upright photo, in percent, and its focal point in percent of the whole photo. */
export const cropAreaSchema = z
  .strictObject({ ...areaShape, focal: focalSchema })
  .refine(({ left, right }) => left + right <= 100 - SMALLEST_CROP, {
    path: ['right'],
    error: 'The crop is too narrow. Make it wider.',
  })
  .refine(({ top, bottom }) => top + bottom <= 100 - SMALLEST_CROP, {
    path: ['bottom'],
    error: 'The crop is too low. Make it higher.',
  });
export type CropArea = z.infer<typeof cropAreaSchema>;

/** How well the hero's text can be read on a photo: the lowest contrast with the pixels behind it, as a WCAG ratio. */
export const textContrastSchema = z.object({
  /** the photo that was measured */
  mediaId: z.string(),
  /** large text, which needs 3 */
  heading: z.number(),
  /** other text, which needs 4.5 */
  body: z.number(),
  /** whether both reach AA */
  isReadable: z.boolean(),
});
export type TextContrast = z.infer<typeof textContrastSchema>;

const shapes = z.enum(CROP_SHAPES);

/** `GET /api/admin/media/{id}/crops`: the crops of a photo, and the contrast of text on it in the hero. */
export const photoCropsSchema = z.object({
  /** incremented by every change of the crops */
  version: z.number().int(),
  crops: z.partialRecord(shapes, z.object({ ...areaShape, focal: focalSchema, media: mediaFileSchema })),
  /** null: it could not be measured at the moment */
  contrast: z.object({ wide: textContrastSchema.nullable(), phone: textContrastSchema.nullable() }),
});
export type PhotoCrops = z.infer<typeof photoCropsSchema>;

/** Query of both routes: the focal point of the item that shows the photo, and its second photo for phones. */
export const photoCropsQuerySchema = z.strictObject({
  x: z.coerce.number().min(0).max(100).optional(),
  y: z.coerce.number().min(0).max(100).optional(),
  portrait: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Invalid photo id.')
    .optional(),
});

/**
 * `PUT /api/admin/media/{id}/crops`: every crop of the photo; a shape with null is cropped automatically. If `version` is not
 * the stored one, the response is 409 with the stored crops as `current`.
 */
export const photoCropsInputSchema = z.strictObject({
  version: z.number().int(),
  crops: z.strictObject({
    wide: cropAreaSchema.nullable(),
    square: cropAreaSchema.nullable(),
    portrait: cropAreaSchema.nullable(),
  }),
});
export type PhotoCropsInput = z.infer<typeof photoCropsInputSchema>;

/** Returns a focal point of the whole photo as one of the crop, inside it. */
export function focalInCrop({ left, top, right, bottom, focal }: CropArea): Focal {
  const inside = (at: number, start: number, end: number) =>
    Math.min(100, Math.max(0, ((at - start) / (100 - start - end)) * 100));
  return { x: inside(focal.x, left, right), y: inside(focal.y, top, bottom) };
}
