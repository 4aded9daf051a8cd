import { HOST_CONTRACT } from '@godhuli/contracts/host';
import { MOUNTS } from '@godhuli/contracts/mounts';

/** What this installation offers a release, and how much it lets one cost. */
export interface GateHost {
  /** contract numbers that the shell serves */
  contracts: readonly number[];
  /** the modules that the shell provides, with their versions; nothing else may be shared */
  sharedModules: Readonly<Record<string, string>>;
  /** bytes of JavaScript that a browser may be sent, by remote; `default` for those not named */
  scriptBudgets: Readonly<Record<string, number>>;
  /** bytes of everything else that a browser may be sent */
  assetBudget: number;
  /** bytes of the server build */
  serverBudget: number;
  /** where the shell mounts a remote; '/<name>' for those not named */
  basePaths: Readonly<Record<string, string>>;
  /** processor time of the server build, or of the smoke run, in its process, in ms */
  isolatedCpuLimitMs: number;
  /** processor time to read all scripts, in ms */
  scriptsCpuLimitMs: number;
  /** text of JSON of a public path of the API, as sample data; undefined when there is none; throws NoSampleData */
  readPublic(path: string): Promise<string | undefined>;
}

const KILOBYTE = 1024;

/** JavaScript before compression. The visitor's page must stay small; staff pages may bring a chart or an editor. */
const SCRIPT_BUDGETS = {
  'public-site': 300 * KILOBYTE,
  default: 1024 * KILOBYTE,
};
/** Fonts and images of a release; the studio's own photos are media, not part of a release. */
const ASSET_BUDGET = 6 * 1024 * KILOBYTE;
/** Each process that renders receives the server build as text, from the process that answers visitors. Ours has 457 KB. */
const SERVER_BUDGET = 2 * 1024 * KILOBYTE;

/** Creates the gate's settings: the usual limits, with the modules and data of this installation. */
export function createGateHost(settings: Pick<GateHost, 'sharedModules' | 'readPublic'> & Partial<GateHost>): GateHost {
  return {
    contracts: [HOST_CONTRACT],
    scriptBudgets: SCRIPT_BUDGETS,
    assetBudget: ASSET_BUDGET,
    serverBudget: SERVER_BUDGET,
    basePaths: Object.fromEntries(MOUNTS.map(({ remote, path }) => [remote, path])),
    isolatedCpuLimitMs: 3000,
    scriptsCpuLimitMs: 10_000,
    ...settings,
  };
}
