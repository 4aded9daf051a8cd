import { readFile, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { integrityOf } from '@godhuli/contracts/integrity';
import { isNamedByContent } from '@godhuli/contracts/page';
import {
  assetOriginSchema,
  type ComposedRelease,
  type Composition,
  type ReleaseManifest,
  releaseVersionSchema,
  remoteNameSchema,
  storedManifestSchema,
} from '@godhuli/contracts/releases';
import { createByteLimitedCache } from '@godhuli/server/byte-limited-cache';
import { CompressionQueue } from '@godhuli/server/compression-queue';
import { contentTypeOf } from '@godhuli/server/content-type';
import { Representation } from '@godhuli/server/representation';
import { SingleFlight } from '@godhuli/server/single-flight';
import { type Api, internalRequest, withApiTimeout } from '../api-client.js';
import type { Logger } from '../logger.js';
import { removeOldCopies } from './remove-old-copies.js';
import { writeAtomically } from './write-atomically.js';

type ReleaseFile = ComposedRelease['files'][number];
/** Files by path. */
type FileList = Map<string, ReleaseFile>;

export type ReleaseFiles = ReturnType<typeof createReleaseFiles>;

const MEMORY_BYTES = 48 * 1024 * 1024;
/** Files of releases that are no longer live have room of their own: any visitor may request all of them. */
const OTHER_FILES_BYTES = 8 * 1024 * 1024;
/** Compressing this much takes 0.5 to 1 s. */
const COMPRESSED_AT_ONCE_BYTES = 256 * 1024;
/** File lists of releases that are no longer live: any visitor may request a file of any release. */
const LISTS_BYTES = 8 * 1024 * 1024;
const LISTED_FILE_BYTES = 400;
/** Copies of releases that are no longer live: open pages may request their files while the API is unavailable. */
const OLD_COPIES_BYTES = 256 * 1024 * 1024;
/** What is read of any release: fields that do not matter here cost no open page its chunks. */
const listSchema = storedManifestSchema.pick({ files: true, server: true });
/** The API has this long to send a file. */
const FILE_TIMEOUT_MS = 30_000;

interface ReleaseFilesOptions {
  /** of this front door: without it, the API sends no server builds */
  token?: string;
  oldCopiesBytes?: number;
}

/**
 * Creates the store of release files: each is fetched through the API, checked against the release's integrity hashes before it is
 * served, and kept in memory. Those of the live releases and the ones before them are also stored on disk (decision 049).
 * @param directory stores files under name and version; they never change
 */
export function createReleaseFiles(
  api: Api,
  directory: string,
  logger: Logger,
  { token, oldCopiesBytes = OLD_COPIES_BYTES }: ReleaseFilesOptions = {},
) {
  /** of the live releases and those before them, by name and version */
  const lists = new Map<string, FileList>();
  const olderLists = createByteLimitedCache<FileList>(LISTS_BYTES, (list) => list.size * LISTED_FILE_BYTES);
  const representations = createByteLimitedCache<Representation>(MEMORY_BYTES, ({ memoryBytes }) => memoryBytes);
  const otherRepresentations = createByteLimitedCache<Representation>(
    OTHER_FILES_BYTES,
    ({ memoryBytes }) => memoryBytes,
  );
  const compressions = new CompressionQueue(COMPRESSED_AT_ONCE_BYTES);
  const listLoads = new SingleFlight<FileList | null>();
  const fileLoads = new SingleFlight<Representation | null>();
  const versionLoads = new SingleFlight<string | null>();
  let diskWork = Promise.resolve();

  /** Requests something about a release from the API; null if it does not exist. */
  function request<Value>(path: string, read: (response: Response) => Promise<Value>): Promise<Value | null> {
    return withApiTimeout(async (signal) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const response = await api(internalRequest(path, { signal, headers }));
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${path} returned ${response.status}`);
      return read(response);
    }, FILE_TIMEOUT_MS);
  }

  /** Returns the newest release that has a file, according to the API: an open tab may need what no known release has. */
  async function newestWith(name: string, path: string): Promise<string | null> {
    if (!remoteNameSchema.safeParse(name).success) return null;
    const origin = await request(`/api/remotes/${name}/${path}`, (response) => response.json());
    return origin === null ? null : assetOriginSchema.parse(origin).version;
  }

  /** Returns the file list of any release: an open tab may still request chunks of one that is no longer live. */
  async function listOf(name: string, version: string): Promise<FileList | null> {
    const key = `${name}/${version}`;
    const known = lists.get(key) ?? olderLists.get(key);
    if (known) return known;
    if (!remoteNameSchema.safeParse(name).success || !releaseVersionSchema.safeParse(version).success) return null;
    return listLoads.run(key, async () => {
      const manifest = await request(`/api/remotes/${name}/releases/${version}`, (response) => response.json());
      const list = manifest === null ? null : listFrom(listSchema.parse(manifest));
      if (list) olderLists.set(key, list);
      return list;
    });
  }

  /** Returns the bytes of a file, from disk or through the API, checked either way. */
  async function bytesOfFile(
    { name, version }: { name: string; version: string },
    file: ReleaseFile,
    mustBeOnDisk: boolean,
  ): Promise<Buffer | null> {
    const place = join(directory, name, version, file.path);
    const stored = await readFile(place).catch(() => null);
    if (stored && isIntact(stored, file)) return stored;
    const url = `/api/remotes/${name}/releases/${version}/files/${file.path}`;
    const fetched = await request(url, async (response) => Buffer.from(await response.arrayBuffer()));
    if (!fetched) return null;
    if (!isIntact(fetched, file)) throw new Error(`${name} ${version}: ${file.path} does not match the published file`);
    if (stored) logger.warn({ remote: name, version, path: file.path }, 'a damaged file was fetched again');
    // Any visitor may request a file of any release: only those in use are copied.
    if (!mustBeOnDisk && !stored && !lists.has(`${name}/${version}`)) return fetched;
    // A full disk costs the copy, not the response.
    await writeAtomically(place, fetched).catch((error) => {
      if (mustBeOnDisk) throw error;
      logger.warn({ err: error, remote: name, version, path: file.path }, 'could not save a release file to disk');
    });
    return fetched;
  }

  async function writeToDisk(release: ComposedRelease): Promise<void> {
    for (const file of release.files) {
      const stored = await stat(join(directory, release.name, release.version, file.path)).catch(() => null);
      // Its bytes are checked before they are served.
      if (stored?.size === file.size) continue;
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

  /** Sets when a copy was used last, see `removeOldCopies`. */
  async function markUsed(key: string): Promise<void> {
    const now = new Date();
    await utimes(join(directory, key), now, now).catch(() => undefined);
  }

  /** Removes old copies before it writes new ones, which may need their room. */
  async function updateDisk(releases: ComposedRelease[], replaced: string[]): Promise<void> {
    for (const key of replaced) await markUsed(key);
    await removeOldCopies(directory, (key) => lists.has(key), oldCopiesBytes).catch((error) =>
      logger.warn({ err: error }, 'could not remove old release files from disk'),
    );
    for (const release of releases) if (lists.has(`${release.name}/${release.version}`)) await writeToDisk(release);
  }

  async function find(name: string, version: string, path: string) {
    return (await listOf(name, version))?.get(path) ?? null;
  }

  const files = {
    /** Returns whether browsers may have a file of a release. Throws as `get` does. */
    isPublic: async (name: string, version: string, path: string) => (await find(name, version, path)) !== null,
    /**
     * Returns a file of a release for a browser; null if the release does not have it, or it is the server build. Only files of the
     * live releases and those before them are compressed.
     * @throws Error if it cannot be fetched, or its bytes are not those of the release
     */
    async get(name: string, version: string, path: string): Promise<Representation | null> {
      const file = await find(name, version, path);
      if (!file) return null;
      // One copy for all releases that have these bytes.
      const key = `${file.integrity} ${contentTypeOf(path)}`;
      const isOfComposition = lists.has(`${name}/${version}`);
      const hit = representations.get(key) ?? (isOfComposition ? undefined : otherRepresentations.get(key));
      if (hit) return hit;
      return fileLoads.run(`${name}/${version}/${path}`, async () => {
        const bytes = await bytesOfFile({ name, version }, file, false);
        if (!bytes) return null;
        const options = isOfComposition ? { brotliQuality: 10, queue: compressions } : { brotliQuality: null };
        const representation = new Representation(bytes, contentTypeOf(path), options);
        (isOfComposition ? representations : otherRepresentations).set(key, representation);
        return representation;
      });
    },
    /**
     * Returns a file whose content is in its name (`isNamedByContent`), from any release of the remote that has it.
     * Throws as `get` does, if no release returns it.
     */
    async getByContent(name: string, path: string): Promise<Representation | null> {
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
      const version = await versionLoads
        .run(`${name}/${path}`, () => newestWith(name, path))
        .catch((error) => {
          throw failure ?? error;
        });
      if (version) return files.get(name, version, path);
      if (failure) throw failure;
      return null;
    },
    /** Writes files of a release to one folder on disk. Returns its absolute path. Throws as `get` does. */
    async materialize(release: ComposedRelease, paths: string[]): Promise<string> {
      for (const path of paths) {
        const file = release.files.find((entry) => entry.path === path);
        if (!file || !(await bytesOfFile(release, file, true)))
          throw new Error(`${release.name} ${release.version} has no ${path}`);
      }
      await markUsed(`${release.name}/${release.version}`);
      return resolve(directory, release.name, release.version);
    },
    /**
     * Stores the file lists of a composition, loads what the first visitor will request, then writes every file of its
     * releases to disk: pages stay complete while the API or the database is unavailable. Old copies beyond the limit are removed.
     */
    async prefetch(composition: Composition): Promise<void> {
      const releases = Object.values(composition.remotes).flatMap(({ live, previous }) => [
        live,
        ...(previous ? [previous] : []),
      ]);
      const known = [...lists.keys()];
      for (const [key, list] of lists) olderLists.set(key, list);
      lists.clear();
      for (const release of releases) lists.set(`${release.name}/${release.version}`, listFrom(release));
      const replaced = known.filter((key) => !lists.has(key));
      for (const { live } of Object.values(composition.remotes))
        for (const path of [live.entry, ...live.remoteFiles, ...(live.pageScript ? [live.pageScript] : [])])
          await files
            .get(live.name, live.version, path)
            .then((file) => file?.compress(file.encodingFor('br')))
            .catch((error) => logger.warn({ err: error, remote: live.name, path }, 'could not load a release file'));
      // One after the other: a release that is in use again is written after its removal.
      diskWork = diskWork.then(() => updateDisk(releases, replaced));
      await diskWork;
    },
  };
  return files;
}

/** Returns what browsers may have of a release, by path. */
const listFrom = ({ files, server }: Pick<ReleaseManifest, 'files' | 'server'>) =>
  new Map(files.filter(({ path }) => path !== server).map((file) => [file.path, file]));

function isIntact(bytes: Buffer, file: ReleaseFile): boolean {
  return bytes.length === file.size && integrityOf(bytes) === file.integrity;
}
