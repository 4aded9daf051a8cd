import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../product/start-product';

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo of the seeds as an upload, optionally under another name. */
export const seedPhotograph = (seed: string, name = seed): Upload => ({
  name,
  mimeType: 'image/jpeg',
  buffer: readFileSync(join(ROOT, 'api/seeds/photos', seed)),
});

/** A PDF with the name and type of a JPEG. */
export const renamedPdf = (name: string): Upload => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from('%PDF-1.7 not a photo'),
});
