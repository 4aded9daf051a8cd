import { ApiError } from '@godhuli/contracts/api-error';
import type { CropShape, Focal } from '@godhuli/contracts/media';
import { type CropArea, type PhotoCrops, photoCropsSchema } from '@godhuli/contracts/photo-crops';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/call';

/** How an item shows the photo in the slideshow. */
export interface CropUse {
  id: string;
  focal: Focal;
  portraitId: string | null;
}

export type Crops = Record<CropShape, CropArea | null>;

function urlOf({ id, focal, portraitId }: CropUse): string {
  const query = new URLSearchParams({
    x: String(focal.x),
    y: String(focal.y),
    ...(portraitId && { portrait: portraitId }),
  });
  return `/api/admin/media/${id}/crops?${query}`;
}

export const cropsQuery = (use: CropUse) =>
  queryOptions({
    queryKey: ['photo-crops', use],
    queryFn: ({ signal }) => call(photoCropsSchema, urlOf(use), { signal }),
  });

export const saveCrops = (use: CropUse, version: number, crops: Crops): Promise<PhotoCrops> =>
  call(photoCropsSchema, urlOf(use), { method: 'PUT', json: { version, crops } });

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** The crops of a response, without their photos. */
export function areasOf({ crops }: PhotoCrops): Crops {
  const areaOf = (shape: CropShape): CropArea | null => {
    const crop = crops[shape];
    if (!crop) return null;
    const { left, top, right, bottom, focal } = crop;
    return { left, top, right, bottom, focal };
  };
  return { wide: areaOf('wide'), square: areaOf('square'), portrait: areaOf('portrait') };
}
