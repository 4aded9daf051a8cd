import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';
import { createGateHost, type GateHost } from '../gate-host.js';

/** The gate's settings for a test, without sample data and with versions that satisfy the policy. */
export const createTestHost = (settings: Partial<GateHost> = {}): GateHost =>
  createGateHost({
    sharedModules: Object.fromEntries(
      Object.entries(SHARED_MODULES).map(([name, range]) => [name, range.replace('^', '')]),
    ),
    readPublic: async () => undefined,
    ...settings,
  });
