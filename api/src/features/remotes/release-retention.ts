import { DOCUMENT_MAX_AGE_SECONDS } from '@godhuli/contracts/page';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { Conflict } from '../../http/errors.js';
import { lockComposition } from './channels.service.js';
import { PREVIEW_HOURS } from './preview-ticket.js';
import type { ReleaseStore } from './release-store.js';
import { findRelease } from './releases.queries.js';
import {
  listRemoved,
  listStored,
  lockReleases,
  type StoredRelease,
  setFilesRemoved,
} from './stored-releases.queries.js';

/**
 * How long the files of releases stay: those of the newest of each remote, of all younger ones, and whatever is in use
 * (`isInUse`). Beyond the quota of a remote, files are removed earlier, except those of the newest and those in use (decision 044).
 */
const RETENTION = { newest: 20, days: 30 } as const;
/** What one remote may store. */
const QUOTA = { bytes: 2 * 1024 ** 3, releases: 1000 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const PREVIEW_MS = PREVIEW_HOURS * 60 * 60 * 1000;

interface Options {
  db: Kysely<Database>;
  store: Pick<ReleaseStore, 'listVersions' | 'remove'>;
  logger: Logger;
  now: () => Date;
  /** called before the files of a release are deleted */
  onDelete: (remote: string, version: string) => void;
}

export type ReleaseRetention = ReturnType<typeof createReleaseRetention>;

/** Removes files of older releases: a transaction marks them as removed, and `deleteRemoved` deletes them after its commit. */
export function createReleaseRetention({ db, store, logger, now, onDelete }: Options) {
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

  return {
    /**
     * Marks files of older releases as removed where the quota of the remote requires it. The caller holds `lockReleases`, so that
     * two publications do not use the same room.
     * @param incoming bytes that the publication stores
     * @param added how many newest releases the publication adds
     * @throws Conflict when there is no room
     */
    async makeRoom(transaction: Transaction<Database>, remote: string, incoming: number, added: number): Promise<void> {
      const choose = async () =>
        chooseRemovals(remote, await listStoredOf(transaction, remote, RETENTION.newest - added), incoming);
      if ((await choose()).length === 0) return;
      await lockComposition(transaction);
      await markRemoved(transaction, remote, await choose());
    },

    /** Marks the files of releases as removed that are older than retention keeps them. */
    async expire(remote: string): Promise<void> {
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
    },

    /** Deletes the files that are marked as removed, also those that an ended process has left. */
    async deleteRemoved(remote: string): Promise<void> {
      for (const version of await listRemoved(db, remote, await store.listVersions(remote))) {
        await db.transaction().execute(async (transaction) => {
          await lockReleases(transaction, remote);
          // The same content may have been published again since then.
          if (!(await findRelease(transaction, remote, version))?.files_removed_at) return;
          onDelete(remote, version);
          await store.remove(remote, version);
        });
      }
    },
  };
}

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

const isInUse = (release: StoredRelease) => release.isInChannel || release.isInCaches || release.isPreviewed;

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(2)} GiB`;
