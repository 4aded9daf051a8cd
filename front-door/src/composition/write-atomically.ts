import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes to a temporary file and renames it, so that neither a crash nor a concurrent write leaves half of a file. */
export async function writeAtomically(place: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const part = `${place}.${randomUUID()}.part`;
  await writeFile(part, content);
  await rename(part, place);
}
