import { isNamedByContent } from '@godhuli/contracts/page';
import type { PublishResponse } from '@godhuli/contracts/releases';
import type { GateHost } from '@godhuli/release-gate/gate-host';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound, Unavailable } from '../../http/errors.js';
import { THIS_INSTALLATION } from '../audit/index.js';
import { followWorkspace } from './channels.service.js';
import { releaseVersion } from './content-hash.js';
import { createReleaseProbe } from './probe-release.js';
import { createPublish, type PublishRequest } from './publish-release.js';
import { createReleaseManifests } from './release-manifests.js';
import { createReleaseRetention } from './release-retention.js';
import { copyBuild, DamagedFile, type ReleaseStore, readBuildManifest } from './release-store.js';
import { findChannel, findRelease, newestReleaseWith } from './releases.queries.js';
import { unpackRelease } from './unpack-release.js';

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

/**
 * Publishes, checks and reads releases: rows of `db` with files in `store`. Both are written together, so that a release is
 * complete or absent. `host` has the limits and sample data of the gate. Methods throw errors of the API (`http/errors.ts`), such
 * as NotFound for a release that is unknown or whose files are gone, and ReleaseRefused with the checks of the gate.
 */
export function createReleasesService({ db, store, host, logger, now, onPromotion }: Options) {
  const manifests = createReleaseManifests(db);
  const retention = createReleaseRetention({ db, store, logger, now, onDelete: manifests.forget });
  const publish = createPublish({ db, store, host, retention, logger, now });
  const probe = createReleaseProbe({ db, store, host, manifests });

  /** Returns a published, intact release without checking it again, which keeps restarts fast. */
  async function findPublished(remote: string, directory: string): Promise<PublishResponse | null> {
    const manifest = await readBuildManifest(directory);
    if (!manifest || manifest.name !== remote) return null;
    const version = releaseVersion(manifest);
    const release = await findRelease(db, remote, version);
    if (!release || release.files_removed_at || !(await store.isIntact(version, release.manifest))) return null;
    return { version, created: false, dryRun: false, checks: release.checks };
  }

  /** Whether the files of a release are as published; of an unknown one nothing is missing. */
  async function isWhole(remote: string, version: string): Promise<boolean> {
    const manifest = await manifests.find(remote, version);
    return manifest === null || store.isIntact(version, manifest);
  }

  return {
    ...probe,
    readManifest: manifests.read,

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

    /**
     * Returns the newest release of a remote that has a file named by its content (`isNamedByContent`).
     * @throws NotFound when none has it
     */
    async newestWith(remote: string, path: string): Promise<string> {
      const version = isNamedByContent(path) ? await newestReleaseWith(db, remote, path) : null;
      if (version === null) throw new NotFound('File not found in any release of this remote.');
      return version;
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
      const manifest = await manifests.find(remote, version);
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
