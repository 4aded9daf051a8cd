import type { GateCheck } from '@godhuli/contracts/releases';
import { sampleData } from '@godhuli/release-gate/gate';
import type { GateHost } from '@godhuli/release-gate/gate-host';
import { type IsolatedResult, mountInDocument } from '@godhuli/release-gate/isolated-checks';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { createCheckQueue } from './check-queue.js';
import { checkRelease, outcomeOf } from './check-release.js';
import type { ReleaseManifests } from './release-manifests.js';
import type { ReleaseStore } from './release-store.js';

interface Options {
  db: Kysely<Database>;
  store: Pick<ReleaseStore, 'folderOf'>;
  host: GateHost;
  manifests: Pick<ReleaseManifests, 'read'>;
}

/** Checks releases that are stored already, to decide about a rollback. Both checks throw NotFound for an unknown release. */
export function createReleaseProbe({ db, store, host, manifests }: Options) {
  /** Not that of publications: a rollback does not wait for them. */
  const queue = createCheckQueue(2);
  return {
    /** Runs the gate over a stored release, with the current sample data. @throws CheckTimedOut */
    async check(remote: string, version: string): Promise<GateCheck[]> {
      await manifests.read(remote, version);
      const stored = { isPublished: async () => true, isFromStore: true };
      const input = { remote, directory: store.folderOf(remote, version), ...stored };
      return (await queue.run(remote, () => checkRelease(db, host, input), outcomeOf)).checks;
    },

    /** Mounts a stored release in a document, with effects and the current sample data. */
    async mountInDocument(remote: string, version: string): Promise<IsolatedResult> {
      const manifest = await manifests.read(remote, version);
      const { data } = await sampleData(manifest, host);
      const directory = store.folderOf(remote, version);
      const mount = () => mountInDocument({ candidate: { remote, directory }, manifest, host, data });
      return queue.run(remote, mount, (result) => (result.ok ? 'succeeded' : 'failed'));
    },
  };
}
