/** Makes files as a camera writes them: 12 to 24 megapixels, noise, and the time at which each was taken. */
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './product.mjs';

const SOURCES = ['hero-1-mandap-dusk.jpg', 'wedding-marigolds.jpg', 'prewedding-sky-lanterns.jpg'];
/** The largest photo with a margin, so that each one is another part of its source. */
const SOURCE = { width: 6240, height: 4160 };
const SIZES = [
  [4240, 2832],
  [4896, 3264],
  [5472, 3648],
  [6000, 4000],
];
const FIRST_MS = Date.UTC(2026, 1, 14, 5, 30);
const SECONDS_BETWEEN = 37;

/** '2026:02:14 05:30:00' */
const exifTime = (ms) => new Date(ms).toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');

/** Enlarges a sample photo and adds the noise of a sensor. */
async function enlarge(name) {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 };
  const grain = await sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  return sharp(join(root, 'api/seeds/photos', name))
    .resize({ ...SOURCE, fit: 'cover' })
    .composite([{ input: grain, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/**
 * Writes different photos to a folder, one source at a time, so that only one is in memory.
 * @returns their paths in the order in which they were taken
 */
export async function makeCameraPhotos(folder, count) {
  const paths = Array.from({ length: count }, (_, index) =>
    join(folder, `batch-${String(index + 1).padStart(4, '0')}.jpg`),
  );
  for (const [number, name] of SOURCES.entries()) {
    const { data, info } = await enlarge(name);
    const raw = { width: info.width, height: info.height, channels: info.channels };
    for (let index = number; index < count; index += SOURCES.length) {
      const [width, height] = SIZES[index % SIZES.length];
      const left = (index * 13) % (SOURCE.width - width);
      const top = (index * 7) % (SOURCE.height - height);
      await sharp(data, { raw })
        .extract({ left, top, width, height })
        .withExif({ IFD2: { DateTimeOriginal: exifTime(FIRST_MS + index * SECONDS_BETWEEN * 1000) } })
        .jpeg({ quality: 93 })
        .toFile(paths[index]);
    }
  }
  return paths;
}
