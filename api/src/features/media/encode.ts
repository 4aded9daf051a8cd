import type { MediaFormat } from '@godhuli/contracts/media-url';
import type { Sharp } from 'sharp';

/** Quality of AVIF by width in px: the first entry whose width is not smaller than that of the file. */
const AVIF_QUALITY = [
  [480, 63],
  [1280, 65],
  [2000, 63],
  [2400, 63],
] as const;

/**
 * Encodes with settings that reach a score of SSIMULACRA2 (docs/decisions/021; measured by `npm run bench -- images`). 4:4:4
 * keeps the edges of saturated colours, which 4:2:0 blurs; WebP has only 4:2:0, and blurs them less with `smartSubsample`.
 */
export function encode(image: Sharp, format: MediaFormat, job: { width: number; isHighQuality?: boolean }): Sharp {
  if (format === 'webp') return image.webp({ quality: 88, effort: 4, smartSubsample: true });
  if (format === 'jpg')
    return image.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: true, chromaSubsampling: '4:4:4' });
  if (!job.isHighQuality) return image.avif({ quality: 50, effort: 0, chromaSubsampling: '4:4:4' });
  const [, quality] = AVIF_QUALITY.find(([width]) => job.width <= width) ?? AVIF_QUALITY[3];
  return image.avif({ quality, effort: 4, chromaSubsampling: '4:4:4' });
}
