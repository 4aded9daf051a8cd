import type { CropShape, Focal, Media } from '@godhuli/contracts/media';
import { CROP_RATIOS, type CropArea, SMALLEST_CROP } from '@godhuli/contracts/photo-crops';

type Size = Pick<Media, 'width' | 'height'>;

/** A part of a photo: its centre and its sides, in percent of the photo. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

const bounded = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
const rounded = (percent: number) => Math.round(percent * 100) / 100;

/** The sides of the largest part of a photo with a ratio, in percent of the photo. */
function largest(photo: Size, ratio: number): { width: number; height: number } {
  const own = photo.width / photo.height;
  return own > ratio ? { width: (ratio / own) * 100, height: 100 } : { width: 100, height: (own / ratio) * 100 };
}

/** The crop of a part, moved inside the photo; its focal point stays inside the crop. */
function cropOf({ x, y, width, height }: Part, focal: Focal): CropArea {
  const left = bounded(x - width / 2, 0, 100 - width);
  const top = bounded(y - height / 2, 0, 100 - height);
  return {
    left: rounded(left),
    top: rounded(top),
    right: rounded(bounded(100 - left - width, 0, 100)),
    bottom: rounded(bounded(100 - top - height, 0, 100)),
    focal: { x: rounded(bounded(focal.x, left, left + width)), y: rounded(bounded(focal.y, top, top + height)) },
  };
}

export function partOf({ left, top, right, bottom }: Omit<CropArea, 'focal'>): Part {
  const [width, height] = [100 - left - right, 100 - top - bottom];
  return { x: left + width / 2, y: top + height / 2, width, height };
}

/** The first crop of a shape: as large as possible, around the focal point of the photo. */
export const firstCrop = (photo: Size, shape: CropShape, focal: Focal): CropArea =>
  cropOf({ ...focal, ...largest(photo, CROP_RATIOS[shape]) }, focal);

/** Moves a crop by percent of the photo, with its focal point. */
export function movedCrop(area: CropArea, x: number, y: number): CropArea {
  const part = partOf(area);
  const moved = cropOf({ ...part, x: part.x + x, y: part.y + y }, area.focal);
  const [byX, byY] = [moved.left - area.left, moved.top - area.top];
  return cropOf(partOf(moved), { x: area.focal.x + byX, y: area.focal.y + byY });
}

/** The size of a crop, in percent of the largest of its shape. */
export const sizeOf = (photo: Size, shape: CropShape, area: CropArea): number =>
  Math.round((partOf(area).width / largest(photo, CROP_RATIOS[shape]).width) * 100);

/** The smallest size that is a crop, in percent of the largest. */
export function smallestSize(photo: Size, shape: CropShape): number {
  const { width, height } = largest(photo, CROP_RATIOS[shape]);
  return Math.min(100, Math.ceil((SMALLEST_CROP / Math.min(width, height)) * 100) + 1);
}

/** Makes a crop larger or smaller around its focal point. @param size percent of the largest of its shape */
export function resizedCrop(photo: Size, shape: CropShape, area: CropArea, size: number): CropArea {
  const { width, height } = largest(photo, CROP_RATIOS[shape]);
  const before = partOf(area);
  return cropOf({ ...before, width: (width * size) / 100, height: (height * size) / 100 }, area.focal);
}

export const withFocal = (area: CropArea, focal: Focal): CropArea => cropOf(partOf(area), focal);

/** The part of a photo that a frame shows: of its crop if it has one, else of the whole photo, around the focal point. */
export function partInFrame(photo: Size, area: CropArea | null, focal: Focal, ratio: number): Part {
  const crop = area ?? { left: 0, top: 0, right: 0, bottom: 0, focal };
  const available = partOf(crop);
  const inner = largest({ width: available.width * photo.width, height: available.height * photo.height }, ratio);
  const width = (available.width * inner.width) / 100;
  const height = (available.height * inner.height) / 100;
  // As `object-position` does: the focal point has the same place in the frame as in the crop.
  const place = (at: number, start: number, whole: number, part: number) =>
    start + (whole - part) * bounded((at - start) / whole, 0, 1) + part / 2;
  return {
    x: place(crop.focal.x, crop.left, available.width, width),
    y: place(crop.focal.y, crop.top, available.height, height),
    width,
    height,
  };
}

/** The width of a crop in px. */
export const cropWidth = (photo: Size, area: CropArea): number => Math.round((photo.width * partOf(area).width) / 100);
