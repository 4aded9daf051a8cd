// The image worker, a child process. Only it decodes images, so that a hostile file can crash this process but not the
// server. It is forked by path.
import '@godhuli/sandbox/no-inspector';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sha256 } from '@godhuli/server/digest';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { captureTimeOf } from './capture-time.js';
import { encode } from './encode.js';
import { measureHeroContrast } from './hero-contrast.js';
import type { ImageDescription, ImageJob, ImageJobOutput, ImageJobResult, OriginalDescription } from './image-job.js';

const MAX_PIXELS = 120e6;
/** For formats whose decoder holds the whole image in memory; bytes. */
const MAX_WHOLE_DECODE_BYTES = 500 * 1024 * 1024;
/** Long edge of a master in px. A 3:4 portrait still fills the widest variant. */
const MASTER_EDGE = 3200;
/** Long edge in px of the input of ThumbHash and mean colour (the limit of the ThumbHash format). */
const THUMB_EDGE = 100;

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** A truncated or corrupt file is an error. */
const INPUT = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true } as const;

/** How to turn an image upright, by EXIF orientation: mirror first, then rotate clockwise. */
const UPRIGHT: Record<number, { mirror: boolean; degrees: number }> = {
  2: { mirror: true, degrees: 0 },
  3: { mirror: false, degrees: 180 },
  4: { mirror: true, degrees: 180 },
  5: { mirror: true, degrees: 270 },
  6: { mirror: false, degrees: 90 },
  7: { mirror: true, degrees: 90 },
  8: { mirror: false, degrees: 270 },
};

class TooManyPixels extends Error {}

process.on('message', async (job: ImageJob) => {
  process.send?.(await handle(job));
});
// The server has ended.
process.on('disconnect', () => process.exit());
// A service manager sends these to every process of the site. The server lets the job finish, and ends this process.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

async function handle(job: ImageJob): Promise<ImageJobResult> {
  try {
    return { ok: true, output: await run(job) };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const tooMany = error instanceof TooManyPixels || cause.includes('exceeds pixel limit');
    const fault = tooMany ? 'too-many-pixels' : /out of memory/i.test(cause) ? 'crashed' : 'damaged';
    return { ok: false, fault, cause: cause.slice(0, 300) };
  }
}

async function run(job: ImageJob): Promise<ImageJobOutput> {
  if (job.kind === 'prepare') {
    const original = await describeOriginal(job.source);
    await writeMaster(job.source, job.target);
    return { ...(await describe(job.target)), original };
  }
  if (job.kind === 'describe') return describe(job.source);
  if (job.kind === 'contrast') return measureHeroContrast(sharp(job.source, INPUT), job.place, job.focal);
  if (job.kind === 'cut') {
    await writeCut(job);
    return describe(job.target);
  }
  if (job.kind === 'variant') await encode(resized(job.source, job.width), job.format, job).toFile(job.target);
  else await encode(await cropped(job), 'jpg', job).toFile(job.target);
  return null;
}

async function describeOriginal(source: string): Promise<OriginalDescription> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(source), hash);
  const { exif } = await sharp(source, INPUT).metadata();
  return { hash: hash.digest('hex'), ...captureTimeOf(exif) };
}

/** Writes a clean master: colours are converted to sRGB with the profile, then metadata is dropped (sharp keeps none). */
async function writeMaster(source: string, target: string): Promise<void> {
  const metadata = await sharp(source, INPUT).metadata();
  if (wholeDecodeBytes(metadata) > MAX_WHOLE_DECODE_BYTES) throw new TooManyPixels();
  // Resize before turning: turning first would hold every pixel of the original in memory.
  const small = await sharp(source, INPUT)
    .resize({ width: MASTER_EDGE, height: MASTER_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const upright = turned(sharp(small.data, { raw: small.info }), metadata.orientation);
  const isOpaque = small.info.channels === 3 || (await sharp(small.data, { raw: small.info }).stats()).isOpaque;
  await (isOpaque ? upright.flatten().jpeg({ quality: 90 }) : upright.webp({ quality: 90 })).toFile(target);
}

/**
 * Returns the bytes that the decoder holds at once: all coefficients of a progressive JPEG, all pixels of an interlaced PNG
 * or a WebP. Other images are read row by row.
 */
function wholeDecodeBytes(metadata: Metadata): number {
  const { format, width = 0, height = 0, isProgressive, chromaSubsampling, channels, depth } = metadata;
  const pixels = width * height;
  if (format === 'webp') return pixels * 4;
  if (!isProgressive) return 0;
  if (format === 'jpeg') return pixels * 2 * (chromaSubsampling?.startsWith('4:2:0') ? 1.5 : (channels ?? 3));
  return pixels * (channels ?? 4) * (depth === 'ushort' ? 2 : 1);
}

/** Writes a part of a master as a new master, with so little loss that encoding it twice is not visible. */
async function writeCut({ source, target, edges }: Extract<ImageJob, { kind: 'cut' }>): Promise<void> {
  const { width, height, format } = await sharp(source, INPUT).metadata();
  const part = (size: number, start: number, end: number): [number, number] => {
    const from = Math.min(Math.round((size * start) / 100), size - 1);
    return [from, Math.max(1, Math.round((size * (100 - end)) / 100) - from)];
  };
  const [left, partWidth] = part(width, edges.left, edges.right);
  const [top, partHeight] = part(height, edges.top, edges.bottom);
  const cut = sharp(source, INPUT).extract({ left, top, width: partWidth, height: partHeight });
  await (format === 'webp' ? cut.webp({ quality: 95 }) : cut.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })).toFile(
    target,
  );
}

/** @param orientation EXIF, 1 to 8 */
function turned(image: Sharp, orientation: number | undefined): Sharp {
  const turn = UPRIGHT[orientation ?? 1];
  if (!turn) return image;
  return image.flop(turn.mirror).rotate(turn.degrees);
}

async function describe(master: string): Promise<ImageDescription> {
  const bytes = await readFile(master);
  const { width, height } = await sharp(bytes, INPUT).metadata();
  const { data, info } = await sharp(bytes, INPUT)
    .resize({ width: THUMB_EDGE, height: THUMB_EDGE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    id: sha256(bytes),
    width,
    height,
    thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
    color: meanColor(data),
    bytes: bytes.length,
  };
}

/** Returns the mean colour of an image on a white background. */
function meanColor(rgba: Buffer): string {
  const sums = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = (rgba[at + 3] ?? 255) / 255;
    for (let band = 0; band < 3; band++) {
      sums[band] = (sums[band] ?? 0) + (rgba[at + band] ?? 0) * alpha + 255 * (1 - alpha);
    }
  }
  const hex = sums.map((sum) =>
    Math.round(sum / (rgba.length / 4))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/** @param width px */
const resized = (master: string, width: number): Sharp =>
  sharp(master, INPUT).resize({ width, withoutEnlargement: true });

/**
 * Crops the largest part of the image with the wanted proportions, with its centre as close to the focal point as the edges
 * allow.
 */
async function cropped(job: Extract<ImageJob, { kind: 'crop' }>): Promise<Sharp> {
  const { source, width, height, focal } = job;
  const original = await sharp(source, INPUT).metadata();
  const scale = Math.min(original.width / width, original.height / height);
  const part = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  return sharp(source, INPUT)
    .extract({
      left: clamp((original.width * focal.x) / 100 - part.width / 2, original.width - part.width),
      top: clamp((original.height * focal.y) / 100 - part.height / 2, original.height - part.height),
      ...part,
    })
    .resize({ width, height, fit: 'fill' });
}

const clamp = (value: number, max: number): number => Math.round(Math.min(Math.max(value, 0), max));
