import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { pathTaken } from '@godhuli/release-gate/static-checks';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { type Actor, addAuditEntry, requireActor } from '../audit/index.js';
import { canonicalManifest } from './content-hash.js';
import { pathTakenBy } from './gate.queries.js';
import { ReleaseRefused } from './release-refused.js';
import type { ReleaseRetention } from './release-retention.js';
import type { ReleaseStore } from './release-store.js';
import { findRelease } from './releases.queries.js';
import { bytesOnDisk, lockReleases, setFilesRemoved } from './stored-releases.queries.js';

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

interface Options {
  db: Kysely<Database>;
  store: Pick<ReleaseStore, 'commit'>;
  retention: Pick<ReleaseRetention, 'makeRoom'>;
  now: () => Date;
}

/**
 * Moves the files of a release to their final path and records it, under the lock that the removal of files takes too.
 * The same transaction makes room for it within the quota of the remote.
 * @returns 'restored' when the same content was known, and its files had been removed
 * @throws ReleaseRefused when another release of the remote, published since the gate ran, has one of its paths
 * @throws Conflict when there is no room
 */
export function recordRelease(
  candidate: Candidate,
  { db, store, retention, now }: Options,
): Promise<'created' | 'restored' | 'unchanged'> {
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
    if (!known || known.files_removed_at)
      await retention.makeRoom(transaction, remote, bytesOnDisk(manifest), known ? 0 : 1);
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
