/** Makes the same masters and variants with sharp alone, as in its documentation, and reports the time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaWidths } from '@godhuli/contracts/media-url';
import sharp from 'sharp';

const ENCODERS = {
  avif: (image) => image.avif({ quality: 50, effort: 0, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 76, effort: 2 }),
  jpg: (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: true }),
};
const MASTER_EDGE = 3200;
const folder = mkdtempSync(join(tmpdir(), 'godhuli-bench-sharp-'));

async function encodeAll(source, index) {
  const master = join(folder, `${index}.jpg`);
  const size = { width: MASTER_EDGE, height: MASTER_EDGE, fit: 'inside', withoutEnlargement: true };
  const described = await sharp(source).autoOrient().resize(size).jpeg({ quality: 90 }).toFile(master);
  for (const [format, encode] of Object.entries(ENCODERS))
    for (const width of mediaWidths(described))
      await encode(sharp(master).resize({ width })).toFile(join(folder, `${index}-${width}.${format}`));
}

process.once('message', async ({ sources }) => {
  const started = performance.now();
  for (const [index, source] of sources.entries()) await encodeAll(source, index);
  process.send({ type: 'done', ms: performance.now() - started });
});
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
process.send({ type: 'up' });
