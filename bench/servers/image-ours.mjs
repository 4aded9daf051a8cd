/** Runs our pipeline on photos, from the uploaded file to every variant, and reports the time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaUrl, mediaWidths } from '@godhuli/contracts/media-url';
import { PRIORITY } from '../../api/dist/features/media/image-worker-pool.js';
import { createMediaStore } from '../../api/dist/features/media/media-store.js';

const FORMATS = ['avif', 'webp', 'jpg'];
const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-bench-photos-'));
const store = createMediaStore({ dataDir });

async function encodeAll(source) {
  const description = await store.withTemporaryFile(async (prepared) => {
    const made = await store.prepare(source, prepared);
    await store.place(made.id, prepared);
    return made;
  });
  for (const format of FORMATS)
    for (const width of mediaWidths(description))
      await store.makeVariant(description, mediaUrl(description, width, format).split('/').at(-1), PRIORITY.upload);
}

process.once('message', async ({ sources }) => {
  const started = performance.now();
  for (const source of sources) await encodeAll(source);
  process.send({ type: 'done', ms: performance.now() - started });
  process.once('message', () => undefined);
});
process.on('disconnect', () => {
  store.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
});
process.send({ type: 'up' });
