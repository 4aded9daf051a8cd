import { type GateInput, type GateVerdict, passes, runGate } from '@godhuli/release-gate/gate';
import type { GateHost } from '@godhuli/release-gate/gate-host';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Outcome } from './check-queue.js';
import { containerTakenBy, pathTakenBy } from './gate.queries.js';

type Input = Pick<GateInput, 'remote' | 'directory' | 'isPublished' | 'isFromStore' | 'niceness' | 'deadline'>;

/** Runs the gate over the files of a release, and compares its names with those of the stored releases of the remote. */
export const checkRelease = (db: Kysely<Database>, host: GateHost, input: Input): Promise<GateVerdict> =>
  runGate({
    ...input,
    host,
    containerTakenBy: (manifest) =>
      containerTakenBy(
        db,
        input.remote,
        manifest.container,
        manifest.files.find(({ path }) => path === manifest.entry),
      ),
    pathTakenBy: (manifest) => pathTakenBy(db, input.remote, manifest),
  });

/** What the verdict says about the processor time that a team's releases need. A release that needed none says nothing. */
export function outcomeOf({ checks, usedSandbox }: GateVerdict): Outcome | null {
  if (passes(checks)) return 'succeeded';
  return usedSandbox ? 'failed' : null;
}
