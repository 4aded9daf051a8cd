import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ReleaseManifest } from '@godhuli/contracts/releases';

/** A release that is being checked: the files of its folder. */
export interface Candidate {
  /** the remote that it was published for */
  remote: string;
  directory: string;
  /** every file but release.json, by path */
  files: ReadonlyMap<string, Buffer>;
}

/** Every plain file below a folder, as relative paths with `/`, sorted. */
export async function listReleaseFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Reads all files of a release. The caller limits their size. */
export async function readCandidate(remote: string, directory: string): Promise<Candidate> {
  const files = new Map<string, Buffer>();
  for (const path of await listReleaseFiles(directory)) {
    if (path !== 'release.json') files.set(path, await readFile(join(directory, path)));
  }
  return { remote, directory, files };
}

/** Whether a browser executes this file: a script other than the server build. */
export const isBrowserScript = (path: string, manifest: ReleaseManifest): boolean =>
  /\.m?js$/.test(path) && path !== manifest.server;

/** Whether visitors load this file. Only developer tools read source maps. */
export const isBrowserFile = (path: string, manifest: ReleaseManifest): boolean =>
  path !== manifest.server && !path.endsWith('.map') && !path.endsWith('.LICENSE.txt');
