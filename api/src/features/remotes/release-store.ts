import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@godhuli/contracts/integrity';
import { readManifest } from '@godhuli/contracts/read-manifest';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { listReleaseFiles } from '@godhuli/release-gate/candidate';
import { INCOMING, removeIfOlder, syncToDisk } from '../../files.js';
import { BadArchive } from './bad-archive.js';
import { RELEASE_LIMITS } from './release-limits.js';
import { releaseFilePath, writeNewFile } from './unpack-release.js';

/** A stored file is missing or does not match its digest. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}

/** A staging folder older than this belongs to a process that ended. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

export type ReleaseStore = Awaited<ReturnType<typeof createReleaseStore>>;

/**
 * Opens the object store of releases, `DATA_DIR/releases/<remote>/<version>/…`, and clears what ended processes left behind.
 * A release appears complete, by one rename, and never changes; a process that ends in the middle leaves nothing visible.
 */
export async function createReleaseStore({ dataDir }: { dataDir: string }) {
  const requested = join(dataDir, 'releases');
  await mkdir(join(requested, INCOMING), { recursive: true });
  const folder = await realpath(requested);
  const incoming = join(folder, INCOMING);
  for (const name of await readdir(incoming)) await removeIfOlder(join(incoming, name), ABANDONED_AFTER_MS);
  const folderOf = (remote: string, version: string) => join(folder, remote, version);
  return {
    folderOf,
    /** Creates an empty staging folder for an arriving release. */
    async createStaging(): Promise<string> {
      const staged = join(incoming, randomUUID());
      await mkdir(staged);
      return staged;
    },
    /** Moves a staging folder to its final path. An intact folder that exists already stays; a damaged one is replaced. */
    async commit(staged: string, version: string, manifest: ReleaseManifest): Promise<void> {
      const target = folderOf(manifest.name, version);
      await mkdir(join(folder, manifest.name), { recursive: true });
      for (;;) {
        try {
          await rename(staged, target);
          return await syncToDisk(join(folder, manifest.name));
        } catch (error) {
          if (!isExistsError(error)) throw error;
        }
        // The same content from another publish, or from a process that ended before it was recorded.
        if (await isIntact(target, manifest)) return await rm(staged, { recursive: true, force: true });
        const damaged = join(incoming, randomUUID());
        await rename(target, damaged);
        await rm(damaged, { recursive: true, force: true });
      }
    },
    discard: (staged: string) => rm(staged, { recursive: true, force: true }),
    /** Reads one file and checks it against the manifest. @throws DamagedFile when the bytes are missing or wrong */
    read: (remote: string, version: string, file: ReleaseManifest['files'][number]) =>
      readChecked(folderOf(remote, version), file),
    /** Returns whether every file exists as it was published. */
    isIntact: (version: string, manifest: ReleaseManifest) => isIntact(folderOf(manifest.name, version), manifest),
    /** Returns the versions that have a folder, in any order. */
    listVersions: (remote: string): Promise<string[]> =>
      readdir(join(folder, remote)).catch((error: unknown) => {
        ignoreMissing(error);
        return [];
      }),
    async remove(remote: string, version: string): Promise<void> {
      const gone = join(incoming, randomUUID());
      // One rename hides it, even if the deletion is interrupted.
      await rename(folderOf(remote, version), gone).catch(ignoreMissing);
      await rm(gone, { recursive: true, force: true });
    },
  };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;
const isExistsError = (error: unknown) => codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST';
const ignoreMissing = (error: unknown) => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

async function readChecked(folder: string, file: ReleaseManifest['files'][number]): Promise<Buffer> {
  const bytes = await readFile(join(folder, file.path)).catch((cause: unknown) => {
    throw new DamagedFile(`${file.path} cannot be read.`, { cause });
  });
  if (bytes.length !== file.size || integrityOf(bytes) !== file.integrity) {
    throw new DamagedFile(`${file.path} does not match the published file.`);
  }
  return bytes;
}

async function isIntact(folder: string, manifest: ReleaseManifest): Promise<boolean> {
  try {
    for (const file of manifest.files) await readChecked(folder, file);
    return true;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}

/**
 * Returns the files of a build: those that its manifest names, because a build folder may also hold files of earlier builds
 * (a build cache restores its own and removes none). Without a readable manifest, all files; the gate refuses them.
 */
async function filesOfBuild(directory: string): Promise<string[]> {
  const present = await listReleaseFiles(directory);
  const manifest = await readBuildManifest(directory);
  if (!manifest) return present;
  const named = new Set(['release.json', ...manifest.files.map((file) => file.path)]);
  return present.filter((path) => named.has(path));
}

/** Returns the manifest of a build, or null when it is missing or not valid. */
export async function readBuildManifest(directory: string): Promise<ReleaseManifest | null> {
  const bytes = await readFile(join(directory, 'release.json')).catch(() => null);
  const result = bytes && readManifest(bytes);
  return result && 'manifest' in result ? result.manifest : null;
}

/**
 * Copies a build into a staging folder, under the same rules as an archive.
 * @throws BadArchive for links, invalid paths, too many or too large files
 */
export async function copyBuild(directory: string, staged: string): Promise<void> {
  const paths = await filesOfBuild(directory);
  if (paths.length > RELEASE_LIMITS.entries) {
    throw new BadArchive(`A release may have ${RELEASE_LIMITS.entries} files at most.`);
  }
  const taken = new Set<string>();
  let total = 0;
  for (const path of paths) {
    const source = join(directory, path);
    const info = await lstat(source);
    if (!info.isFile()) throw new BadArchive(`${path} is not a regular file.`);
    total += info.size;
    if (total > RELEASE_LIMITS.unpackedBytes) throw new BadArchive('The build is too large for a release.');
    const bytes = await readFile(source);
    await writeNewFile(join(staged, releaseFilePath(path, taken)), async (file) => {
      await file.appendFile(bytes);
    });
  }
}
