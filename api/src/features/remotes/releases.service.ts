import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNamedByContent } from '@godhuli/contracts/page';
import {
  type GateCheck,
  type PublishAnswer,
  type ReleaseManifest,
  releaseManifestSchema,
} from '@godhuli/contracts/releases';
import type { Kysely } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import { NotFound, Unavailable } from '../../http/errors.js';
import type { Logger } from '../../logger.js';
import { type Actor, addEntry, audited, requireActor, THIS_INSTALLATION } from '../audit/audited.js';
import { BadArchive } from './bad-archive.js';
import { followWorkspace, lockComposition } from './channels.service.js';
import { canonicalManifest, releaseVersion } from './content-hash.js';
import { createCheckLane } from './gate/check-lane.js';
import { type GateVerdict, passes, runGate, sampleData } from './gate/gate.js';
import type { GateHost } from './gate/gate-host.js';
import { type IsolatedResult, tryInDocument } from './gate/isolated-checks.js';
import { pathTaken } from './gate/static-checks.js';
import { ReleaseRefused } from './release-refused.js';
import { copyBuild, DamagedFile, type ReleaseStore } from './release-store.js';
import { containerTakenBy, findRelease, listExpired, newestReleaseWith, pathTakenBy } from './releases.queries.js';
import { unpackRelease } from './unpack-release.js';

/** How long releases stay: the newest of each remote, all younger ones, and whatever a channel points at. */
const RETENTION = { newest: 20, days: 30 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface PublishRequest {
  remote: string;
  actor: Actor;
  /** the gate's verdict alone; nothing is kept */
  dryRun?: boolean;
}

export interface ReleasesService {
  /**
   * Publishes a tar.gz of a build.
   * @throws ReleaseRefused with every check when the gate refuses it or the archive is not safe, TooLarge
   */
  publishArchive(request: PublishRequest & { body: AsyncIterable<Uint8Array> }): Promise<PublishAnswer>;
  /**
   * Publishes a folder with a build (`release.json` at its top) through the same path. With `promote` it may go live
   * (`followWorkspace`): a restart never takes back what a team has shipped, nor what a person has rolled back.
   * @returns `isWithdrawn` when it would have gone live, had it not been rolled back before
   * @throws ReleaseRefused
   */
  publishFromDirectory(options: {
    directory: string;
    remote: string;
    actor?: Actor;
    promote?: 'live';
  }): Promise<PublishAnswer & { isWithdrawn?: boolean }>;
  /** The gate's verdict on a stored release, as of now. */
  examine(remote: string, version: string): Promise<GateCheck[]>;
  /** @throws NotFound when there is no such release, or its files are gone */
  readManifest(remote: string, version: string): Promise<ReleaseManifest>;
  /**
   * The newest release of a remote that has a file named by its content (`isNamedByContent`).
   * @throws NotFound when none has it
   */
  newestWith(remote: string, path: string): Promise<string>;
  /** A stored release in a document with the site's data of now, effects and all. */
  tryInDocument(remote: string, version: string): Promise<IsolatedResult>;
  /**
   * One file of a release, as it was published.
   * @throws NotFound, or Unavailable when the stored bytes are damaged
   */
  readReleaseFile(remote: string, version: string, path: string): Promise<Buffer>;
}

interface Options {
  db: Kysely<Database>;
  store: ReleaseStore;
  host: GateHost;
  logger: Logger;
  now: () => Date;
  /** called after a channel was moved */
  onMove: () => Promise<void>;
}

export function createReleasesService({ db, store, host, logger, now, onMove }: Options): ReleasesService {
  const manifests = new Map<string, ReleaseManifest>();
  /** Releases that hang take 5 s each: enough lanes that other teams do not wait for them. */
  const publishLane = createCheckLane(8);
  /** Rollback does not wait for releases that are being published. */
  const probeLane = createCheckLane(2);

  const gate = (remote: string, directory: string): Promise<GateVerdict> =>
    runGate({
      remote,
      directory,
      host,
      containerTakenBy: (manifest) =>
        containerTakenBy(
          db,
          manifest.container,
          manifest.files.find(({ path }) => path === manifest.entry),
        ),
      pathTakenBy: (manifest) => pathTakenBy(db, remote, manifest),
    });

  async function publish(
    { remote, actor, dryRun = false }: PublishRequest,
    fill: (staged: string) => Promise<void>,
  ): Promise<PublishAnswer> {
    const staged = await store.stage();
    try {
      await fill(staged).catch((error: unknown) => {
        if (!(error instanceof BadArchive)) throw error;
        throw new ReleaseRefused([{ name: 'archive', ok: false, message: error.message }]);
      });
      const { checks, manifest } = await publishLane.run(remote, () => gate(remote, staged));
      if (!manifest || !passes(checks)) throw new ReleaseRefused(checks);
      const version = releaseVersion(manifest);
      if (dryRun) return { version, created: false, dryRun, checks };
      await store.keep(staged, version, manifest);
      const created = await insert(remote, version, actor, canonicalManifest(manifest), checks).catch(async (error) => {
        if (error instanceof ReleaseRefused) await store.remove(remote, version);
        throw error;
      });
      if (created) {
        logger.info({ remote, version, by: actor.name }, 'release published');
        await prune(remote);
      }
      return { version, created, dryRun, checks };
    } finally {
      await store.discard(staged);
    }
  }

  async function insert(
    remote: string,
    version: string,
    actor: Actor,
    manifest: ReleaseManifest,
    checks: GateCheck[],
  ): Promise<boolean> {
    const values = {
      remote,
      version,
      manifest: JSON.stringify(manifest),
      size: manifest.files.reduce((sum, file) => sum + file.size, 0),
      published_by: actor.name,
      published_at: now(),
      checks: JSON.stringify(checks),
    };
    const entry = { entityId: `${remote}/${version}`, before: null, after: { size: values.size } };
    try {
      await audited(db, actor, 'releases.publish', async (transaction) => {
        // Another release of the same remote may have come in since the gate looked.
        await lockUntilCommit(transaction, `releases of ${remote}`);
        const taken = await pathTakenBy(transaction, remote, manifest);
        const refusal = taken && pathTaken(taken);
        if (refusal) throw new ReleaseRefused(checks.map((check) => (check.name === refusal.name ? refusal : check)));
        await transaction.insertInto('releases').values(values).execute();
        return { ...entry, answer: undefined };
      });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // The same content again; if retention had taken its files, they are back now.
      await db.transaction().execute(async (transaction) => {
        await requireActor(transaction, actor);
        const back = await transaction
          .updateTable('releases')
          .set({ files_removed_at: null })
          .where('remote', '=', remote)
          .where('version', '=', version)
          .where('files_removed_at', 'is not', null)
          .returning('id')
          .executeTakeFirst();
        if (back) await addEntry(transaction, actor, 'releases.publish', entry);
      });
      return false;
    }
  }

  /** What is published and whole needs no second look: a restart is quick. */
  async function publishedBefore(remote: string, directory: string): Promise<PublishAnswer | null> {
    const text = await readFile(join(directory, 'release.json'), 'utf8').catch(() => 'null');
    const manifest = releaseManifestSchema.safeParse(parseJson(text)).data;
    if (!manifest || manifest.name !== remote) return null;
    const version = releaseVersion(manifest);
    const release = await findRelease(db, remote, version);
    if (!release || release.files_removed_at || !(await store.holds(version, release.manifest))) return null;
    return { version, created: false, dryRun: false, checks: release.checks };
  }

  async function prune(remote: string): Promise<void> {
    const before = new Date(now().getTime() - RETENTION.days * DAY_MS);
    // Under the lock that moves take: what becomes live at this moment keeps its files.
    const expired = await db.transaction().execute(async (transaction) => {
      await lockComposition(transaction);
      const versions = await listExpired(transaction, remote, RETENTION.newest, before);
      for (const version of versions)
        await transaction
          .updateTable('releases')
          .set({ files_removed_at: now() })
          .where('remote', '=', remote)
          .where('version', '=', version)
          .execute();
      return versions;
    });
    for (const version of expired) {
      manifests.delete(`${remote}/${version}`);
      await store.remove(remote, version);
    }
  }

  async function manifestOf(remote: string, version: string): Promise<ReleaseManifest | null> {
    const key = `${remote}/${version}`;
    const known = manifests.get(key);
    if (known) return known;
    const release = await findRelease(db, remote, version);
    if (!release || release.files_removed_at) return null;
    // Manifests never change; the few that are asked for stay in memory.
    if (manifests.size > 200) manifests.clear();
    manifests.set(key, release.manifest);
    return release.manifest;
  }

  async function readManifest(remote: string, version: string): Promise<ReleaseManifest> {
    const manifest = await manifestOf(remote, version);
    if (!manifest) throw new NotFound('Release not found.');
    return manifest;
  }

  return {
    publishArchive: ({ body, ...request }) => publish(request, (staged) => unpackRelease(body, staged)),

    async publishFromDirectory({ directory, remote, actor = THIS_INSTALLATION, promote }) {
      const answer =
        (await publishedBefore(remote, directory)) ??
        (await publish({ remote, actor }, (staged) => copyBuild(directory, staged)));
      if (!promote) return answer;
      const { version, created } = answer;
      const outcome = await followWorkspace(db, { remote, version, actor, at: now() }, created);
      if (outcome === 'live') await onMove();
      return { ...answer, isWithdrawn: outcome === 'withdrawn' };
    },

    readManifest,

    async newestWith(remote, path) {
      const version = isNamedByContent(path) ? await newestReleaseWith(db, remote, path) : null;
      if (version === null) throw new NotFound('File not found in any release of this remote.');
      return version;
    },

    async examine(remote, version) {
      await readManifest(remote, version);
      const { checks } = await probeLane.run(remote, () => gate(remote, store.folderOf(remote, version)));
      return checks;
    },

    async tryInDocument(remote, version) {
      const manifest = await readManifest(remote, version);
      const { data } = await sampleData(manifest, host);
      const directory = store.folderOf(remote, version);
      return probeLane.run(remote, () => tryInDocument({ remote, directory }, manifest, host, data));
    },

    async readReleaseFile(remote, version, path) {
      const manifest = await manifestOf(remote, version);
      const file = manifest?.files.find((candidate) => candidate.path === path);
      if (!file) throw new NotFound('File not found in this release.');
      try {
        return await store.read(remote, version, file);
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        logger.error({ remote, version, path, err: error }, 'a stored file of a release is damaged');
        throw new Unavailable('This file is damaged and cannot be served. Please publish the release again.', 30, {
          cause: error,
        });
      }
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
