import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ComposedRelease,
  type Composition,
  releaseManifestSchema,
  releaseVersionSchema,
  remoteNameSchema,
} from '@godhuli/contracts/releases';
import { type Api, internalRequest } from '../api-client.js';
import { BoundedCache } from '../bounded-cache.js';
import { type Representation, represent } from '../http/representation.js';
import { contentTypeOf } from '../http/static-files.js';
import type { Logger } from '../logger.js';

type ReleaseFile = ComposedRelease['files'][number];

export interface ReleaseFiles {
  /**
   * A file of a release, ready to be sent; null when the release does not have it.
   * @throws Error when it cannot be fetched, or its bytes are not those of the release
   */
  get(name: string, version: string, path: string): Promise<Representation | null>;
  /** Makes the files of a release lie in one folder on disk. Answers the folder. Throws as `get` does. */
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

/**
 * The files of releases: fetched once through the API, checked against the release's digests before they are first
 * served, kept on disk and, compressed, in memory.
 */
export function createReleaseFiles({ api, directory, logger }: ReleaseFilesOptions): ReleaseFiles {
  const lists = new Map<string, Map<string, ReleaseFile>>();
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
  async function ask(name: string, version: string, path = ''): Promise<Response | null> {
    const address = `/api/remotes/${name}/releases/${version}${path}`;
    const response = await api(internalRequest(address));
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response;
  }

  /** The file list of a release that is no longer live: an open tab may still ask for its chunks. */
  async function listOf(name: string, version: string): Promise<Map<string, ReleaseFile> | null> {
    const key = `${name}/${version}`;
    const known = lists.get(key);
    if (known) return known;
    if (!remoteNameSchema.safeParse(name).success || !releaseVersionSchema.safeParse(version).success) return null;
    return once(`${key}/`, async () => {
      const answer = await ask(name, version);
      if (!answer) return null;
      const list = listFrom(releaseManifestSchema.parse(await answer.json()).files);
      lists.set(key, list);
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
    const answer = await ask(name, version, `/files/${file.path}`);
    if (!answer) return null;
    const fetched = Buffer.from(await answer.arrayBuffer());
    if (!isIntact(fetched, file))
      throw new Error(`${name} ${version}: ${file.path} is not the file that was published`);
    if (kept) logger.warn({ remote: name, version, path: file.path }, 'a damaged file was fetched again');
    // A full disk costs the copy, not the answer.
    await keep(place, fetched).catch((error) => {
      if (mustLieOnDisk) throw error;
      logger.warn({ err: error, remote: name, version, path: file.path }, 'a release file is not kept on disk');
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
        logger.warn({ err: error, remote: release.name, version: release.version }, 'its files are not all on disk');
        return;
      }
    }
  }

  async function find(name: string, version: string, path: string) {
    const list = await listOf(name, version);
    return list?.get(path) ?? null;
  }

  const files: ReleaseFiles = {
    async get(name, version, path) {
      const key = `${name}/${version}/${path}`;
      const hit = ready.get(key);
      if (hit) return hit;
      return once(key, async () => {
        const file = await find(name, version, path);
        if (!file) return null;
        const bytes = await bytesOfFile({ name, version }, file, false);
        if (!bytes) return null;
        const representation = await represent(bytes, contentTypeOf(path), 10);
        ready.set(key, representation);
        return representation;
      });
    },
    async materialize(release, paths) {
      for (const path of paths) {
        const file = release.files.find((entry) => entry.path === path);
        if (!file || !(await bytesOfFile(release, file, true)))
          throw new Error(`${release.name} ${release.version} has no ${path}`);
      }
      return join(directory, release.name, release.version);
    },
    async learn(composition) {
      const releases = Object.values(composition.remotes).flatMap(({ live, previous }) => [live, previous]);
      for (const release of releases) {
        if (!release) continue;
        lists.set(`${release.name}/${release.version}`, listFrom(release.files));
      }
      for (const { live } of Object.values(composition.remotes))
        for (const path of [live.entry, ...live.remoteFiles])
          await files
            .get(live.name, live.version, path)
            .catch((error) => logger.warn({ err: error, remote: live.name, path }, 'release file is not ready'));
      for (const release of releases) if (release) await layOnDisk(release);
    },
  };
  return files;
}

const listFrom = (files: ReleaseFile[]) => new Map(files.map((file) => [file.path, file]));

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
