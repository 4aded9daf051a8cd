import { DOCUMENT_MAX_AGE_SECONDS, isNamedByContent } from '@godhuli/contracts/page';
import type { GateCheck, PublishResponse, ReleaseManifest } from '@godhuli/contracts/releases';
import {
  type GateInput,
  type GateVerdict,
  gateDeadline,
  passes,
  runGate,
  sampleData,
} from '@godhuli/release-gate/gate';
import type { GateHost } from '@godhuli/release-gate/gate-host';
import { CheckTimedOut, type IsolatedResult, mountInDocument } from '@godhuli/release-gate/isolated-checks';
import { pathTaken } from '@godhuli/release-gate/static-checks';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely, Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound, Unavailable } from '../../http/errors.js';
import { type Actor, addAuditEntry, requireActor, THIS_INSTALLATION } from '../audit/index.js';
import { BadArchive } from './bad-archive.js';
import { followWorkspace, lockComposition } from './channels.service.js';
import { createCheckQueue, type Outcome, tooManyWaiting } from './check-queue.js';
import { canonicalManifest, releaseVersion } from './content-hash.js';
import { PREVIEW_HOURS } from './preview-ticket.js';
import { ReleaseRefused } from './release-refused.js';
import { copyBuild, DamagedFile, type ReleaseStore, readBuildManifest } from './release-store.js';
import {
  bytesOnDisk,
  containerTakenBy,
  findChannel,
  findRelease,
  listRemoved,
  listStored,
  newestReleaseId,
  newestReleaseWith,
  pathTakenBy,
  type StoredRelease,
} from './releases.queries.js';
import { unpackRelease } from './unpack-release.js';

/**
 * How long the files of releases stay: those of the newest of each remote, of all younger ones, and whatever is in use
 * (`isInUse`). Beyond the quota of a remote, files are removed earlier, except those of the newest and those in use (decision 044).
 */
const RETENTION = { newest: 20, days: 30 } as const;
/** What one remote may store. */
const QUOTA = { bytes: 2 * 1024 ** 3, releases: 1000 } as const;
/** How many publications of one remote may unpack or wait at once: each has a staging folder of its own. */
const MAX_STAGED = 12;
const DAY_MS = 24 * 60 * 60 * 1000;
const PREVIEW_MS = PREVIEW_HOURS * 60 * 60 * 1000;

const isInUse = (release: StoredRelease) => release.isInChannel || release.isInCaches || release.isPreviewed;

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(2)} GiB`;

/**
 * Returns the versions to remove before a remote stores `incoming` more bytes: first those that no visitor ever got, then the
 * others, each oldest first.
 * @throws Conflict when what has to stay exceeds the quota
 */
function chooseRemovals(remote: string, stored: readonly StoredRelease[], incoming: number): string[] {
  let bytes = stored.reduce((sum, release) => sum + release.bytes, incoming);
  let count = stored.length + 1;
  const isOver = () => bytes > QUOTA.bytes || count > QUOTA.releases;
  const removable = stored.filter((release) => !release.isNewest && !isInUse(release));
  const removals: string[] = [];
  for (const { version, bytes: freed } of [
    ...removable.filter(({ wasLive }) => !wasLive),
    ...removable.filter(({ wasLive }) => wasLive),
  ]) {
    if (!isOver()) break;
    removals.push(version);
    bytes -= freed;
    count -= 1;
  }
  if (!isOver()) return removals;
  throw new Conflict(
    `There is no room for this release. With it, the releases of ${remote} that have to stay would be ${count} with ` +
      `${gigabytes(bytes)}; the limit is ${QUOTA.releases} with ${gigabytes(QUOTA.bytes)}. They are the newest ${RETENTION.newest}, ` +
      'those that a channel points at, and those that were live or previewed within the last day. Remove channels that you no ' +
      'longer need, make the build smaller, or try again tomorrow. Nothing was published.',
  );
}

/** What a publication throws in place of an error of the gate. */
function publicationError(cause: unknown): unknown {
  if (!(cause instanceof CheckTimedOut)) return cause;
  const detail =
    'We could not check this release in time, because this machine is busy. Nothing was published. Try again in a minute.';
  return new Unavailable(detail, 60, { cause });
}

/** What the verdict says about the processor time that a team's releases need. A release that needed none says nothing. */
function outcomeOf({ checks, usedSandbox }: GateVerdict): Outcome | null {
  if (passes(checks)) return 'succeeded';
  return usedSandbox ? 'failed' : null;
}

export interface PublishRequest {
  remote: string;
  actor: Actor;
  /** runs the checks only; nothing is stored */
  dryRun?: boolean;
}

/** A release that passed the gate, with its files in a staging folder. */
interface Candidate {
  remote: string;
  version: string;
  actor: Actor;
  manifest: ReleaseManifest;
  checks: GateCheck[];
  staged: string;
  /** the newest release of the remote before the gate ran */
  newestChecked: string;
}

/** Locks what is stored of a remote: its files change together with their row. */
const lockReleases = (transaction: Transaction<Database>, remote: string) =>
  lockUntilCommit(transaction, `releases of ${remote}`);

async function setFilesRemoved(db: Kysely<Database>, remote: string, version: string, at: Date | null): Promise<void> {
  await db
    .updateTable('releases')
    .set({ files_removed_at: at })
    .where('remote', '=', remote)
    .where('version', '=', version)
    .execute();
}

export type ReleasesService = ReturnType<typeof createReleasesService>;

interface Options {
  db: Kysely<Database>;
  store: ReleaseStore;
  host: GateHost;
  logger: Logger;
  now: () => Date;
  /** called after a release was promoted */
  onPromotion: () => Promise<void>;
}

export function createReleasesService({ db, store, host, logger, now, onPromotion }: Options) {
  /** Manifests never change; those in use stay in memory. */
  const manifests = new LRUCache<string, ReleaseManifest>({ max: 200 });
  /** A release that hangs takes 5 s: wide enough that other teams do not wait. */
  const publishQueue = createCheckQueue(8);
  /** by remote, the number of publications that have a staging folder */
  const staging = new Map<string, number>();
  /** Separate, so that a rollback does not wait for publishes. */
  const probeQueue = createCheckQueue(2);

  const gate = (
    remote: string,
    directory: string,
    options: Pick<GateInput, 'isPublished' | 'niceness' | 'deadline'>,
  ): Promise<GateVerdict> =>
    runGate({
      remote,
      directory,
      host,
      ...options,
      containerTakenBy: (manifest) =>
        containerTakenBy(
          db,
          remote,
          manifest.container,
          manifest.files.find(({ path }) => path === manifest.entry),
        ),
      pathTakenBy: (manifest) => pathTakenBy(db, remote, manifest),
    });

  async function publish(
    { remote, actor, dryRun = false }: PublishRequest,
    fill: (staged: string) => Promise<void>,
  ): Promise<PublishResponse> {
    const others = staging.get(remote) ?? 0;
    if (others >= MAX_STAGED) throw tooManyWaiting();
    staging.set(remote, others + 1);
    try {
      return await publishStaged({ remote, actor, dryRun }, fill);
    } finally {
      const left = (staging.get(remote) ?? 1) - 1;
      if (left > 0) staging.set(remote, left);
      else staging.delete(remote);
    }
  }

  async function publishStaged(
    { remote, actor, dryRun }: Required<PublishRequest>,
    fill: (staged: string) => Promise<void>,
  ): Promise<PublishResponse> {
    const staged = await store.createStaging();
    try {
      await fill(staged).catch((error: unknown) => {
        if (!(error instanceof BadArchive)) throw error;
        throw new ReleaseRefused([{ name: 'archive', ok: false, message: error.message }]);
      });
      // Publications insert under a lock, so every release that the gate does not see gets a higher id.
      const newestChecked = await newestReleaseId(db, remote);
      // Its files may be damaged or removed.
      const isPublished = async (manifest: ReleaseManifest) =>
        (await findRelease(db, remote, releaseVersion(manifest))) !== null;
      const deadline = gateDeadline();
      const check = (niceness: number) => gate(remote, staged, { isPublished, niceness, deadline });
      const { checks, manifest } = await publishQueue.run(remote, check, outcomeOf).catch((error: unknown) => {
        throw publicationError(error);
      });
      if (!manifest || !passes(checks)) throw new ReleaseRefused(checks);
      const version = releaseVersion(manifest);
      if (dryRun) return { version, created: false, dryRun, checks };
      const outcome = await record({ remote, version, actor, manifest, checks, staged, newestChecked });
      if (outcome === 'created') {
        logger.info({ remote, version, by: actor.name }, 'release published');
        await expire(remote);
      }
      if (outcome !== 'unchanged') await deleteRemoved(remote);
      return { version, created: outcome === 'created', dryRun, checks };
    } finally {
      await store.discard(staged);
    }
  }

  /**
   * Moves the files of a release to their final path and records it, under the lock that the removal of files takes too.
   * The same transaction makes room for it within the quota of the remote.
   * @returns 'restored' when the same content was known, and its files had been removed
   * @throws ReleaseRefused when another release of the remote, published since the gate ran, has one of its paths
   * @throws Conflict when there is no room
   */
  function record(candidate: Candidate): Promise<'created' | 'restored' | 'unchanged'> {
    const { remote, version, actor, manifest, checks, staged, newestChecked } = candidate;
    const size = manifest.files.reduce((sum, file) => sum + file.size, 0);
    const auditEntry = { entityId: `${remote}/${version}`, before: null, after: { size } };
    return db.transaction().execute(async (transaction) => {
      await lockReleases(transaction, remote);
      await requireActor(transaction, actor);
      const known = await findRelease(transaction, remote, version);
      const taken = known ? null : await pathTakenBy(transaction, remote, manifest, newestChecked);
      const refusal = taken && pathTaken(taken);
      if (refusal) throw new ReleaseRefused(checks.map((check) => (check.name === refusal.name ? refusal : check)));
      if (!known || known.files_removed_at) await makeRoom(transaction, candidate, known ? 0 : 1);
      await store.commit(staged, version, manifest);
      if (!known) {
        const values = { remote, version, size, published_by: actor.name, published_at: now() };
        const json = { manifest: JSON.stringify(canonicalManifest(manifest)), checks: JSON.stringify(checks) };
        await transaction
          .insertInto('releases')
          .values({ ...values, ...json })
          .execute();
      } else if (known.files_removed_at) {
        await setFilesRemoved(transaction, remote, version, null);
      } else return 'unchanged';
      await addAuditEntry(transaction, actor, 'releases.publish', auditEntry);
      return known ? 'restored' : 'created';
    });
  }

  const listStoredOf = (transaction: Transaction<Database>, remote: string, newest: number = RETENTION.newest) =>
    listStored(transaction, {
      ...{ remote, newest },
      cachedSince: new Date(now().getTime() - DOCUMENT_MAX_AGE_SECONDS * 1000),
      previewedSince: new Date(now().getTime() - PREVIEW_MS),
    });

  /** Marks files as removed. The caller holds the lock of promotions: a release that is promoted at this moment keeps its files. */
  async function markRemoved(transaction: Transaction<Database>, remote: string, versions: string[]): Promise<void> {
    for (const version of versions) await setFilesRemoved(transaction, remote, version, now());
    if (versions.length > 0) logger.info({ remote, versions }, 'files of releases are removed');
  }

  /**
   * Marks files of older releases as removed where the quota of the remote requires it. The caller holds `lockReleases`, so that
   * two publications do not use the same room.
   * @param added how many newest releases the publication adds
   */
  async function makeRoom(
    transaction: Transaction<Database>,
    { remote, manifest }: Candidate,
    added: number,
  ): Promise<void> {
    const choose = async () =>
      chooseRemovals(remote, await listStoredOf(transaction, remote, RETENTION.newest - added), bytesOnDisk(manifest));
    if ((await choose()).length === 0) return;
    await lockComposition(transaction);
    await markRemoved(transaction, remote, await choose());
  }

  /** Returns a published, intact release without checking it again, which keeps restarts fast. */
  async function findPublished(remote: string, directory: string): Promise<PublishResponse | null> {
    const manifest = await readBuildManifest(directory);
    if (!manifest || manifest.name !== remote) return null;
    const version = releaseVersion(manifest);
    const release = await findRelease(db, remote, version);
    if (!release || release.files_removed_at || !(await store.isIntact(version, release.manifest))) return null;
    return { version, created: false, dryRun: false, checks: release.checks };
  }

  /** Marks the files of releases as removed that are older than retention keeps them. */
  async function expire(remote: string): Promise<void> {
    const before = new Date(now().getTime() - RETENTION.days * DAY_MS);
    await db.transaction().execute(async (transaction) => {
      await lockComposition(transaction);
      const stored = await listStoredOf(transaction, remote);
      const expired = stored.filter(
        (release) => !release.isNewest && !isInUse(release) && release.publishedAt < before,
      );
      await markRemoved(
        transaction,
        remote,
        expired.map(({ version }) => version),
      );
    });
  }

  /** Deletes the files that are marked as removed, also those that an ended process has left. */
  async function deleteRemoved(remote: string): Promise<void> {
    for (const version of await listRemoved(db, remote, await store.listVersions(remote))) {
      await db.transaction().execute(async (transaction) => {
        await lockReleases(transaction, remote);
        // The same content may have been published again since then.
        if (!(await findRelease(transaction, remote, version))?.files_removed_at) return;
        manifests.delete(`${remote}/${version}`);
        await store.remove(remote, version);
      });
    }
  }

  async function findManifest(remote: string, version: string): Promise<ReleaseManifest | null> {
    const key = `${remote}/${version}`;
    const known = manifests.get(key);
    if (known) return known;
    const release = await findRelease(db, remote, version);
    if (!release || release.files_removed_at) return null;
    manifests.set(key, release.manifest);
    return release.manifest;
  }

  /** @throws NotFound when there is no such release, or its files are gone */
  async function readManifest(remote: string, version: string): Promise<ReleaseManifest> {
    const manifest = await findManifest(remote, version);
    if (!manifest) throw new NotFound('Release not found.');
    return manifest;
  }

  /** Whether the files of a release are as published; of an unknown one nothing is missing. */
  async function isWhole(remote: string, version: string): Promise<boolean> {
    const manifest = await findManifest(remote, version);
    return manifest === null || store.isIntact(version, manifest);
  }

  return {
    /**
     * Refuses a promotion that would replace a release by one without files, as after a restore of an incomplete backup. While
     * the files of the live release are not there either, the object store is not available: a rollback must work, as front doors
     * still have what they have loaded.
     * @throws Conflict when files of the release are missing or damaged
     */
    async requireFiles(remote: string, version: string): Promise<void> {
      if (await isWhole(remote, version)) return;
      const live = await findChannel(db, remote, 'live');
      if (live && !(await isWhole(remote, live.version))) return;
      throw new Conflict('Files of this release are missing or damaged. Please publish it again.');
    },

    /**
     * Publishes a tar.gz of a build.
     * @throws ReleaseRefused with every check when the gate refuses it or the archive is not safe; TooLarge; Conflict when the
     * remote has no room for it; Unavailable when too many releases of the remote wait, or this one was not checked in time
     */
    publishArchive: ({ body, ...request }: PublishRequest & { body: AsyncIterable<Uint8Array> }) =>
      publish(request, (staged) => unpackRelease(body, staged)),

    /**
     * Publishes a build folder (`release.json` at its top) in the same way. With `promote` it may go live
     * (`followWorkspace`): a restart never replaces a release that a team has published, nor one that a person has rolled
     * back to.
     * @returns `isWithdrawn` when only an earlier rollback keeps it from going live
     * @throws ReleaseRefused
     */
    async publishFromDirectory({
      directory,
      remote,
      promote,
    }: {
      directory: string;
      remote: string;
      promote?: 'live';
    }): Promise<PublishResponse & { isWithdrawn?: boolean }> {
      const actor = THIS_INSTALLATION;
      const published =
        (await findPublished(remote, directory)) ??
        (await publish({ remote, actor }, (staged) => copyBuild(directory, staged)));
      if (!promote) return published;
      const { version, created } = published;
      const outcome = await followWorkspace(db, { remote, version, actor, at: now() }, created);
      if (outcome === 'live') await onPromotion();
      return { ...published, isWithdrawn: outcome === 'withdrawn' };
    },

    readManifest,

    /**
     * Returns the newest release of a remote that has a file named by its content (`isNamedByContent`).
     * @throws NotFound when none has it
     */
    async newestWith(remote: string, path: string): Promise<string> {
      const version = isNamedByContent(path) ? await newestReleaseWith(db, remote, path) : null;
      if (version === null) throw new NotFound('File not found in any release of this remote.');
      return version;
    },

    /** Runs the gate over a stored release, with the current sample data. @throws CheckTimedOut */
    async check(remote: string, version: string): Promise<GateCheck[]> {
      await readManifest(remote, version);
      const check = () => gate(remote, store.folderOf(remote, version), { isPublished: async () => true });
      return (await probeQueue.run(remote, check, outcomeOf)).checks;
    },

    /** Mounts a stored release in a document, with effects and the current sample data. */
    async mountInDocument(remote: string, version: string): Promise<IsolatedResult> {
      const manifest = await readManifest(remote, version);
      const { data } = await sampleData(manifest, host);
      const directory = store.folderOf(remote, version);
      const mount = () => mountInDocument({ candidate: { remote, directory }, manifest, host, data });
      return probeQueue.run(remote, mount, (result) => (result.ok ? 'succeeded' : 'failed'));
    },

    /**
     * Reads one file of a release, as it was published.
     * @throws NotFound, or Unavailable when the stored bytes are damaged
     */
    async readReleaseFile(
      remote: string,
      version: string,
      path: string,
      { isFrontDoor }: { isFrontDoor: boolean },
    ): Promise<Buffer> {
      const manifest = await findManifest(remote, version);
      const file = manifest?.files.find((candidate) => candidate.path === path);
      if (!file || (path === manifest?.server && !isFrontDoor)) throw new NotFound('File not found in this release.');
      try {
        return await store.read(remote, version, file);
      } catch (cause) {
        if (!(cause instanceof DamagedFile)) throw cause;
        logger.error({ remote, version, path, err: cause }, 'a stored file of a release is damaged');
        const message = 'This file is damaged and cannot be served. Please publish the release again.';
        throw new Unavailable(message, 30, { cause });
      }
    },
  };
}
