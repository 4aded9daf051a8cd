import { createRequire } from 'node:module';
import { HOST_CONTRACT } from '@godhuli/contracts/host';
import { SHARED_MODULES } from '@godhuli/remote-kit/shared-modules';

/** What this installation offers a release, and how much it lets one cost. */
export interface GateHost {
  /** contract numbers that the shell serves */
  contracts: readonly number[];
  /** the modules that the shell lends, with their versions; nothing else may be shared */
  hostModules: Readonly<Record<string, string>>;
  /** bytes of JavaScript that a browser may be sent, by remote; `default` for those not named */
  scriptBudgets: Readonly<Record<string, number>>;
  /** bytes of everything else that a browser may be sent */
  assetBudget: number;
  /** where the shell mounts a remote; '/<name>' for those not named */
  basePaths: Readonly<Record<string, string>>;
  /** how much processor time the server build, or the smoke run, may take in its process, in ms */
  isolatedCpuLimitMs: number;
  /** JSON of a public path of the API, as sample data; undefined when there is none; throws NoSampleData */
  readPublic(path: string): Promise<unknown>;
}

const KILOBYTE = 1024;

/**
 * Bytes of JavaScript before compression. The visitor's page is held tight (issue of speed), staff pages may
 * bring a chart or an editor.
 */
const SCRIPT_BUDGETS = {
  'public-site': 300 * KILOBYTE,
  default: 1024 * KILOBYTE,
};
/** Fonts and pictures of a release; the studio's own photographs are media, not part of a release. */
const ASSET_BUDGET = 6 * 1024 * KILOBYTE;
const BASE_PATHS = { 'public-site': '/', 'admin-portal': '/admin', 'legacy-admin': '/admin-old' };

const require = createRequire(import.meta.url);

/** The version of a module's package as installed here, which is the one the shell is built with. */
function installedVersion(module: string): string {
  const [first = '', second = ''] = module.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return (require(`${name}/package.json`) as { version: string }).version;
}

/** This installation as the gate sees it. */
export function createGateHost(readPublic: GateHost['readPublic'], overrides: Partial<GateHost> = {}): GateHost {
  return {
    contracts: [HOST_CONTRACT],
    hostModules: Object.fromEntries(Object.keys(SHARED_MODULES).map((name) => [name, installedVersion(name)])),
    scriptBudgets: SCRIPT_BUDGETS,
    assetBudget: ASSET_BUDGET,
    basePaths: BASE_PATHS,
    isolatedCpuLimitMs: 3000,
    readPublic,
    ...overrides,
  };
}
