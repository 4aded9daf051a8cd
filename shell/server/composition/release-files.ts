import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isNamedByContent } from '@godhuli/contracts/page';
import {
  assetOriginSchema,
  type ComposedRelease,
  type Composition,
  type ReleaseManifest,
  releaseManifestSchema,
  releaseVersionSchema,
  remoteNameSchema,
} from '@godhuli/contracts/releases';
import { type Api, internalRequest, within } from '../api-client.js';
import { BoundedCache } from '../bounded-cache.js';
import { type Representation, represent } from '../http/representation.js';
import { contentTypeOf } from '../http/static-files.js';
import type { Logger } from '../logger.js';

type ReleaseFile = ComposedRelease['files'][number];
/** Files by path. */
type FileList = Map<string, ReleaseFile>;

export interface ReleaseFiles {
  /** Whether browsers may have a file of a release. Throws as `get` does. */
  isPublic(name: string, version: string, path: string): Promise<boolean>;
  /**
   * A file of a release for a browser, ready to be sent; null when the release does not have it, or it is the server build.
   * @throws Error when it cannot be fetched, or its bytes are not those of the release
   */
  get(name: string, version: string, path: string): Promise<Representation | null>;
  /**
   * A file that all releases of a remote which have it share (`isNamedByContent`), from whichever still has it.
   * Throws as `get` does, when none of them gives it.
   */
  getByContent(name: string, path: string): Promise<Representation | null>;
  /** Makes the files of a release lie in one folder on disk. Answers its absolute path. Throws as `get` does. */
  materialize(release: ComposedRelease, paths: string[]): Promise<string>;
  /**
   * Learns the file lists of a composition, fetches ahead what the first visitor will ask for, then lays every file of its
   * releases on disk: pages stay whole while the API or the database is away.
   */
  learn(composition: Composition): Promise<void>;
}

interface ReleaseFilesOptions {
  api: Api;
  /** files are kept here under name and version; they never change */
  directory: string;
  logger: Logger;
}

const MEMORY_BYTES = 48 * 1024 * 1024;
/** File lists of releases that are no longer live: any visitor may ask for a file of any release. */
const LISTS_BYTES = 8 * 1024 * 1024;
const LISTED_FILE_BYTES = 400;
/** The API has this long to give a file. */
const LONGEST_FILE_MS = 30_000;

/**
 * The files of releases: fetched once through the API, checked against the release's digests before they are first
 * served, kept on disk and, compressed, in memory.
 */
export function createReleaseFiles({ api, directory, logger }: ReleaseFilesOptions): ReleaseFiles {
  /** of the live releases and those before them, by name and version */
  const lists = new Map<string, FileList>();
  const olderLists = new BoundedCache<FileList>(LISTS_BYTES, (list) => list.size * LISTED_FILE_BYTES);
  const ready = new BoundedCache<Representation>(MEMORY_BYTES, sizeOf);
  const underWay = new Map<string, Promise<unknown>>();

  /** Runs a task once for all who ask at the same time. */
  function once<Value>(key: string, task: () => Promise<Value>): Promise<Value> {
    const running = underWay.get(key) as Promise<Value> | undefined;
    if (running) return running;
    const promise = task().finally(() => underWay.delete(key));
    underWay.set(key, promise);
    return promise;
  }

  /** What the API gives out about a release; null when it has none of that. */
  function ask<Value>(address: string, read: (answer: Response) => Promise<Value>): Promise<Value | null> {
    return within(LONGEST_FILE_MS, async (signal) => {
      const response = await api(internalRequest(address, { signal }));
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${address} returned ${response.status}`);
      return read(response);
    });
  }

  /** The newest release that has a file, as far as the API knows: an open tab may need what no known release has. */
  async function newestWith(name: string, path: string): Promise<string | null> {
    if (!remoteNameSchema.safeParse(name).success) return null;
    return ask(`/api/remotes/${name}/${path}`, async (answer) => assetOriginSchema.parse(await answer.json()).version);
  }

  /** The file list of a release that is no longer live: an open tab may still ask for its chunks. */
  async function listOf(name: string, version: string): Promise<FileList | null> {
    const key = `${name}/${version}`;
    const known = lists.get(key) ?? olderLists.get(key);
    if (known) return known;
    if (!remoteNameSchema.safeParse(name).success || !releaseVersionSchema.safeParse(version).success) return null;
    return once(`${key}/`, async () => {
      const list = await ask(`/api/remotes/${name}/releases/${version}`, async (answer) =>
        listFrom(releaseManifestSchema.parse(await answer.json())),
      );
      if (list) olderLists.set(key, list);
      return list;
    });
  }

  /** Bytes of a file, from disk or through the API, checked either way. */
  async function bytesOfFile(
    { name, version }: { name: string; version: string },
    file: ReleaseFile,
    mustLieOnDisk: boolean,
  ): Promise<Buffer | null> {
    const place = join(directory, name, version, file.path);
    const kept = await readFile(place).catch(() => null);
    if (kept && isIntact(kept, file)) return kept;
    const fetched = await ask(`/api/remotes/${name}/releases/${version}/files/${file.path}`, async (answer) =>
      Buffer.from(await answer.arrayBuffer()),
    );
    if (!fetched) return null;
    if (!isIntact(fetched, file)) throw new Error(`${name} ${version}: ${file.path} does not match the published file`);
    if (kept) logger.warn({ remote: name, version, path: file.path }, 'a damaged file was fetched again');
    // A full disk costs the copy, not the answer.
    await keep(place, fetched).catch((error) => {
      if (mustLieOnDisk) throw error;
      logger.warn({ err: error, remote: name, version, path: file.path }, 'could not save a release file to disk');
    });
    return fetched;
  }

  async function layOnDisk(release: ComposedRelease): Promise<void> {
    for (const file of release.files) {
      const kept = await stat(join(directory, release.name, release.version, file.path)).catch(() => null);
      // Whether its bytes are right is looked at before they are served.
      if (kept?.size === file.size) continue;
      try {
        await bytesOfFile(release, file, false);
      } catch (error) {
        logger.warn(
          { err: error, remote: release.name, version: release.version },
          'some release files are missing on disk',
        );
        return;
      }
    }
  }

  async function find(name: string, version: string, path: string) {
    const list = await listOf(name, version);
    return list?.get(path) ?? null;
  }

  const files: ReleaseFiles = {
    isPublic: async (name, version, path) => (await find(name, version, path)) !== null,
    async get(name, version, path) {
      const file = await find(name, version, path);
      if (!file) return null;
      // One copy for all releases that have these bytes.
      const key = `${file.integrity} ${contentTypeOf(path)}`;
      const hit = ready.get(key);
      if (hit) return hit;
      return once(`${name}/${version}/${path}`, async () => {
        const bytes = await bytesOfFile({ name, version }, file, false);
        if (!bytes) return null;
        const representation = await represent(bytes, contentTypeOf(path), 10);
        ready.set(key, representation);
        return representation;
      });
    },
    async getByContent(name, path) {
      if (!isNamedByContent(path)) return null;
      let failure: unknown = null;
      const ofRemote = [...lists.keys(), ...olderLists.keys()].filter((key) => key.startsWith(`${name}/`));
      for (const key of ofRemote.filter((each) => (lists.get(each) ?? olderLists.get(each))?.has(path))) {
        const found = await files.get(name, key.slice(name.length + 1), path).catch((error) => {
          failure = error;
          return null;
        });
        if (found) return found;
      }
      const version = await once(`${name}/${path}`, () => newestWith(name, path)).catch((error) => {
        throw failure ?? error;
      });
      if (version) return files.get(name, version, path);
      if (failure) throw failure;
      return null;
    },
    async materialize(release, paths) {
      for (const path of paths) {
        const file = release.files.find((entry) => entry.path === path);
        if (!file || !(await bytesOfFile(release, file, true)))
          throw new Error(`${release.name} ${release.version} has no ${path}`);
      }
      return resolve(directory, release.name, release.version);
    },
    async learn(composition) {
      const releases = Object.values(composition.remotes).flatMap(({ live, previous }) => [live, previous]);
      for (const [key, list] of lists) olderLists.set(key, list);
      lists.clear();
      for (const release of releases) {
        if (!release) continue;
        lists.set(`${release.name}/${release.version}`, listFrom(release));
      }
      for (const { live } of Object.values(composition.remotes))
        for (const path of [live.entry, ...live.remoteFiles])
          await files
            .get(live.name, live.version, path)
            .catch((error) => logger.warn({ err: error, remote: live.name, path }, 'could not load a release file'));
      for (const release of releases) if (release) await layOnDisk(release);
    },
  };
  return files;
}

/** What browsers may have of a release, by path. */
const listFrom = ({ files, server }: Pick<ReleaseManifest, 'files' | 'server'>) =>
  new Map(files.filter(({ path }) => path !== server).map((file) => [file.path, file]));

/** A little more than brotli's bytes are counted for gzip's, which nearly nobody asks for. */
const sizeOf = ({ plain, br }: Representation) => plain.length + (br?.length ?? 0) * 2.2;

function isIntact(bytes: Buffer, file: ReleaseFile): boolean {
  return (
    bytes.length === file.size && `sha384-${createHash('sha384').update(bytes).digest('base64')}` === file.integrity
  );
}

/** Writes beside and renames, so that a kill leaves no half of a file, and two who keep the same file meet no half either. */
async function keep(place: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const part = `${place}.${randomUUID()}.part`;
  await writeFile(part, bytes);
  await rename(part, place);
}
