/** Makes the same masters and variants with sharp alone, as in its documentation, and reports the time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaWidths } from '@godhuli/contracts/media-url';
import sharp from 'sharp';
import { encode } from '../../api/dist/features/media/encode.js';

const FORMATS = ['avif', 'webp', 'jpg'];
const MASTER_EDGE = 3200;
const folder = mkdtempSync(join(tmpdir(), 'godhuli-bench-sharp-'));

async function encodeAll(source, index) {
  const master = join(folder, `${index}.jpg`);
  const size = { width: MASTER_EDGE, height: MASTER_EDGE, fit: 'inside', withoutEnlargement: true };
  const described = await sharp(source).autoOrient().resize(size).jpeg({ quality: 90 }).toFile(master);
  for (const format of FORMATS)
    for (const width of mediaWidths(described))
      await encode(sharp(master).resize({ width }), format, { width, isHighQuality: true }).toFile(
        join(folder, `${index}-${width}.${format}`),
      );
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
