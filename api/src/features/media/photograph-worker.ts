// The image process. It alone decodes pictures, so that one that crashes or eats the decoder costs this
// process and not the server. It is forked by path.
import '@godhuli/sandbox/no-inspector';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MediaFormat } from '@godhuli/contracts/media-url';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { PhotographAnswer, PhotographDescription, PhotographJob } from './photograph-job.js';

const MAX_PIXELS = 120e6;
/** For the kinds of files whose decoder holds the whole picture at once, in bytes. */
const MAX_WHOLE_DECODE_BYTES = 500 * 1024 * 1024;
/** Long edge of a master in px: a portrait of 3:4 still fills the widest variant. */
const MASTER_EDGE = 3200;
/** Long edge in px of what ThumbHash and mean colour are made from (the ThumbHash format's limit). */
const THUMB_EDGE = 100;

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** A truncated or corrupt file is an error, not a grey half. */
const INPUT = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true } as const;

/** What turns a stored picture upright, by EXIF orientation: mirrored first, then rotated clockwise. */
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

process.on('message', async (job: PhotographJob) => {
  process.send?.(await answer(job));
});
// The server is gone: so are we.
process.on('disconnect', () => process.exit());

async function answer(job: PhotographJob): Promise<PhotographAnswer> {
  try {
    return { ok: true, description: await run(job) };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const tooMany = error instanceof TooManyPixels || cause.includes('exceeds pixel limit');
    const fault = tooMany ? 'too-many-pixels' : /out of memory/i.test(cause) ? 'crashed' : 'damaged';
    return { ok: false, fault, cause: cause.slice(0, 300) };
  }
}

async function run(job: PhotographJob): Promise<PhotographDescription | null> {
  if (job.kind === 'prepare') {
    await writeMaster(job.source, job.target);
    return describe(job.target);
  }
  if (job.kind === 'describe') return describe(job.source);
  if (job.kind === 'variant') await encode(resized(job.source, job.width), job.format, job.isFine).toFile(job.target);
  else await encode(await cropped(job), 'jpg').toFile(job.target);
  return null;
}

/** Metadata is dropped because it is never asked for; colours are converted to sRGB by the profile first. */
async function writeMaster(source: string, target: string): Promise<void> {
  const metadata = await sharp(source, INPUT).metadata();
  if (wholeDecodeBytes(metadata) > MAX_WHOLE_DECODE_BYTES) throw new TooManyPixels();
  // Made small before it is turned: turning first would hold every pixel of the original.
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
 * Bytes that the decoder must hold at once: all coefficients of a progressive JPEG, all pixels of an
 * interlaced PNG, all of a WebP. Others are read row by row.
 */
function wholeDecodeBytes(metadata: Metadata): number {
  const { format, width = 0, height = 0, isProgressive, chromaSubsampling, channels, depth } = metadata;
  const pixels = width * height;
  if (format === 'webp') return pixels * 4;
  if (!isProgressive) return 0;
  if (format === 'jpeg') return pixels * 2 * (chromaSubsampling?.startsWith('4:2:0') ? 1.5 : (channels ?? 3));
  return pixels * (channels ?? 4) * (depth === 'ushort' ? 2 : 1);
}

/** @param orientation EXIF, 1 to 8 */
function turned(picture: Sharp, orientation: number | undefined): Sharp {
  const turn = UPRIGHT[orientation ?? 1];
  if (!turn) return picture;
  return picture.flop(turn.mirror).rotate(turn.degrees);
}

async function describe(master: string): Promise<PhotographDescription> {
  const bytes = await readFile(master);
  const { width, height } = await sharp(bytes, INPUT).metadata();
  const { data, info } = await sharp(bytes, INPUT)
    .resize({ width: THUMB_EDGE, height: THUMB_EDGE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    id: createHash('sha256').update(bytes).digest('hex'),
    width,
    height,
    thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
    color: meanColor(data),
    bytes: bytes.length,
  };
}

/** The mean of what one sees on white. */
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
 * The largest part of the picture with the wanted proportions whose middle is as near to the focal point as
 * the edges allow.
 */
async function cropped(job: Extract<PhotographJob, { kind: 'crop' }>): Promise<Sharp> {
  const { source, width, height, focal } = job;
  const picture = await sharp(source, INPUT).metadata();
  const scale = Math.min(picture.width / width, picture.height / height);
  const part = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  return sharp(source, INPUT)
    .extract({
      left: within((picture.width * focal.x) / 100 - part.width / 2, picture.width - part.width),
      top: within((picture.height * focal.y) / 100 - part.height / 2, picture.height - part.height),
      ...part,
    })
    .resize({ width, height, fit: 'fill' });
}

const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most));

/** Measured in docs/decisions/013. 4:4:4 keeps the edges of red silk and marigolds; 4:2:0 smears them. */
function encode(picture: Sharp, format: MediaFormat, isFine = false): Sharp {
  const effort = isFine ? { quality: 55, effort: 4 } : { quality: 50, effort: 0 };
  if (format === 'avif') return picture.avif({ ...effort, chromaSubsampling: '4:4:4' });
  if (format === 'webp') return picture.webp({ quality: 76, effort: 2 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: true });
}
