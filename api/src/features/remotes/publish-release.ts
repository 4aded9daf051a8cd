import type { PublishResponse, ReleaseManifest } from '@godhuli/contracts/releases';
import { gateDeadline, passes } from '@godhuli/release-gate/gate';
import type { GateHost } from '@godhuli/release-gate/gate-host';
import { CheckTimedOut } from '@godhuli/release-gate/isolated-checks';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { Unavailable } from '../../http/errors.js';
import type { Actor } from '../audit/index.js';
import { BadArchive } from './bad-archive.js';
import { createCheckQueue, tooManyWaiting } from './check-queue.js';
import { checkRelease, outcomeOf } from './check-release.js';
import { releaseVersion } from './content-hash.js';
import { newestReleaseId } from './gate.queries.js';
import { recordRelease } from './record-release.js';
import { ReleaseRefused } from './release-refused.js';
import type { ReleaseRetention } from './release-retention.js';
import type { ReleaseStore } from './release-store.js';
import { findRelease } from './releases.queries.js';

/** How many publications of one remote may unpack or wait at once: each has a staging folder of its own. */
const MAX_STAGED = 12;

export interface PublishRequest {
  remote: string;
  actor: Actor;
  /** runs the checks only; nothing is stored */
  dryRun?: boolean;
}

interface Options {
  db: Kysely<Database>;
  store: Pick<ReleaseStore, 'createStaging' | 'commit' | 'discard'>;
  host: GateHost;
  retention: ReleaseRetention;
  logger: Logger;
  now: () => Date;
}

/**
 * Returns a function that publishes the build that `fill` writes into a staging folder: the gate checks it, it is recorded, and
 * files of older releases are removed.
 */
export function createPublish({ db, store, host, retention, logger, now }: Options) {
  /** A release that hangs takes 5 s: wide enough that other teams do not wait. */
  const queue = createCheckQueue(8);
  /** by remote, the number of publications that have a staging folder */
  const staging = new Map<string, number>();

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
      const input = { remote, directory: staged, isPublished, deadline: gateDeadline() };
      const check = (niceness: number) => checkRelease(db, host, { ...input, niceness });
      const { checks, manifest } = await queue.run(remote, check, outcomeOf).catch((error: unknown) => {
        throw publicationError(error);
      });
      if (!manifest || !passes(checks)) throw new ReleaseRefused(checks);
      const version = releaseVersion(manifest);
      if (dryRun) return { version, created: false, dryRun, checks };
      const candidate = { remote, version, actor, manifest, checks, staged, newestChecked };
      const outcome = await recordRelease(candidate, { db, store, retention, now });
      if (outcome === 'created') {
        logger.info({ remote, version, by: actor.name }, 'release published');
        await retention.expire(remote);
      }
      if (outcome !== 'unchanged') await retention.deleteRemoved(remote);
      return { version, created: outcome === 'created', dryRun, checks };
    } finally {
      await store.discard(staged);
    }
  }

  /**
   * @throws ReleaseRefused with every check; Conflict when the remote has no room for it; Unavailable when too many releases of
   * the remote wait, or this one was not checked in time
   */
  return async function publish(
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
  };
}

/** What a publication throws in place of an error of the gate. */
function publicationError(cause: unknown): unknown {
  if (!(cause instanceof CheckTimedOut)) return cause;
  const detail =
    'We could not check this release in time, because this machine is busy. Nothing was published. Try again in a minute.';
  return new Unavailable(detail, 60, { cause });
}
