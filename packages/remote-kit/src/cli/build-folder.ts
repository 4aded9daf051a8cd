import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { integrityOf } from '@godhuli/contracts/integrity';
import { readManifest } from '@godhuli/contracts/read-manifest';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { create } from 'tar';
import { CommandFailure } from './terminal.js';

/**
 * Reads the manifest of a build and compares every file with it.
 * @throws CommandFailure that says what to do
 */
export async function readBuild(folder: string): Promise<ReleaseManifest> {
  const bytes = await readFile(join(folder, 'release.json')).catch(() => {
    throw new CommandFailure(`There is no release.json in ${folder}. Build first: npm run build.`, 2);
  });
  const result = readManifest(bytes);
  if ('problem' in result) throw new CommandFailure(result.problem);
  for (const file of result.manifest.files) await checkFile(folder, file);
  return result.manifest;
}

async function checkFile(folder: string, { path, integrity }: ReleaseManifest['files'][number]): Promise<void> {
  const bytes = await readFile(join(folder, path)).catch(() => {
    throw new CommandFailure(`${path} is in release.json but not in ${folder}. Build again.`);
  });
  if (integrityOf(bytes) !== integrity) throw new CommandFailure(`${path} was changed after the build. Build again.`);
}

/** Packs exactly the files of a build into a tar.gz. The same build gives the same bytes. */
export async function packBuild(folder: string, manifest: ReleaseManifest): Promise<Buffer> {
  // With `./`, because a bare '@…' would mean another archive to this packer.
  const paths = ['release.json', ...manifest.files.map((file) => file.path)].map((path) => `./${path}`);
  const options = { cwd: folder, gzip: true, portable: true, noMtime: true, noDirRecurse: true } as const;
  const chunks: Buffer[] = [];
  for await (const chunk of create(options, paths) as unknown as Readable) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
