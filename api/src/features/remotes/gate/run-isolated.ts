import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReleaseManifest, SERVER_BUILD_BUILTINS } from '@godhuli/contracts/releases';

interface IsolatedInput {
  directory: string;
  manifest: ReleaseManifest;
  /** JSON by API path */
  data: Record<string, unknown>;
  /** paths below the mount path */
  pages: string[];
  basePath: string;
}
/** Code of a release to execute: its server build, or its container as a page would, without a document or in one. */
export type IsolatedJob =
  | (IsolatedInput & { kind: 'render' })
  | (IsolatedInput & LoadedByPage & { kind: 'document' | 'smoke' });
interface LoadedByPage {
  /** contract numbers that the host serves */
  contracts: number[];
  modules: HostModule[];
  /** where a page finds each file, by path: first where the host asks for it */
  addresses: Record<string, string[]>;
}
interface HostModule {
  name: string;
  version: string;
}

/** `late`: the time on the clock was up, which on a busy machine says little about the release. */
export type IsolatedResult = { ok: true } | { ok: false; cause: string; late?: true };

const CHILD = fileURLToPath(new URL('./isolated-run.cjs', import.meta.url));
/** Seconds of processor time, beside the release's own, for Node and the host's modules to come up: several times the need. */
const START_CPU_S = { render: 2, smoke: 4, document: 8 };
/** By the clock, first for Node to come up and then for the release: generous, a busy machine is no release's fault. */
const WALL_LIMIT_MS = 30_000;
const MEMORY_LIMIT_MB = 256;
/** The modules that the child loads before the release's code runs. */
const PAGE_PACKAGES = ['react', 'react-dom', '@emotion/react', 'jsdom'];

/** The folders of packages and of everything they depend on. */
function packageFolders(names: readonly string[], from: string, found = new Map<string, string>()): string[] {
  const searched = createRequire(from).resolve.paths('x') ?? [];
  for (const name of names) {
    if (found.has(name)) continue;
    const folder = searched.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
    if (!folder) continue;
    found.set(name, realpathSync(folder));
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    packageFolders(Object.keys(dependencies), join(folder, 'package.json'), found);
  }
  return [...found.values()];
}

const foldersByKind = new Map<string, string[]>();

function readableFolders(kind: IsolatedJob['kind']): string[] {
  const known = foldersByKind.get(kind);
  if (known) return known;
  const folders = packageFolders(kind === 'render' ? [] : PAGE_PACKAGES, CHILD);
  foldersByKind.set(kind, folders);
  return folders;
}

function permissions(directory: string, kind: IsolatedJob['kind']): string[] {
  // The flag lost its prefix in Node 23.5; Node 22 knows both.
  const flag = Number(process.versions.node.split('.')[0]) > 22 ? '--permission' : '--experimental-permission';
  const readable = [CHILD, ...[directory, ...readableFolders(kind)].map((folder) => join(folder, '*'))];
  return [flag, ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** Lets the kernel end the program that follows after so many seconds of processor time; it cannot raise that. */
const WITH_CPU_LIMIT = 'ulimit -t "$1"; shift; exec "$@"';

/**
 * Executes a release's code in a process of its own: no environment, no network, no files but the release and
 * the host's libraries, no other processes, bounded memory; no code from text but in a document. The process ends with
 * ours, however that ends.
 * @param cpuLimitMs processor time for the release's code, in ms (kept by the kernel in whole seconds; on Windows the
 * limit by the clock holds alone)
 */
export async function runIsolated(job: IsolatedJob, cpuLimitMs: number): Promise<IsolatedResult> {
  const directory = realpathSync(job.directory);
  const node = [
    ...permissions(directory, job.kind),
    '--no-warnings',
    // jsdom finds elements by functions that it makes from selectors; the other walls stand.
    ...(job.kind !== 'render' ? [] : ['--disallow-code-generation-from-strings']),
    `--max-old-space-size=${MEMORY_LIMIT_MB}`,
  ];
  const cpuLimitS = START_CPU_S[job.kind] + Math.ceil(cpuLimitMs / 1000);
  const limited = ['-c', WITH_CPU_LIMIT, 'sh', `${cpuLimitS}`, process.execPath, ...node];
  const child = fork(CHILD, [], {
    cwd: dirname(CHILD),
    env: { NODE_ENV: 'production' },
    ...(process.platform === 'win32' ? { execArgv: node } : { execPath: '/bin/sh', execArgv: limited }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    return await resultOf(child, { ...job, directory }, cpuLimitMs);
  } finally {
    child.kill('SIGKILL');
  }
}

function resultOf(child: ChildProcess, job: IsolatedJob, cpuLimitMs: number): Promise<IsolatedResult> {
  // Only code that was there before the release's own knows it, so a release cannot speak for its judge.
  const nonce = randomUUID();
  return new Promise((resolve) => {
    const end = (result: IsolatedResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    const late = () =>
      setTimeout(
        () => end({ ok: false, cause: `${step}it did not end within ${WALL_LIMIT_MS / 1000} seconds.`, late: true }),
        WALL_LIMIT_MS,
      );
    let timer = late();
    let step = '';
    child.on('message', (message) => {
      const [word, state, ...cause] = String(message).split(' ');
      if (word !== nonce) return;
      if (state === 'ready') {
        clearTimeout(timer);
        timer = late();
      } else if (state === 'step') step = `${cause.join(' ')}: `;
      else if (state === 'ok') end({ ok: true });
      else end({ ok: false, cause: cause.join(' ').slice(0, 500) || 'it failed.' });
    });
    child.on('error', () => end({ ok: false, cause: 'its process could not be started.' }));
    child.on('exit', (_code, signal) =>
      end({
        ok: false,
        // At the hard limit the kernel says SIGKILL; for want of memory V8 ends by itself, with another signal.
        cause:
          signal === 'SIGKILL' || signal === 'SIGXCPU'
            ? `${step}it did not end within ${cpuLimitMs / 1000} seconds of processor time.`
            : `${step}its process ended before it gave a result.`,
      }),
    );
    child.send({ ...job, nonce, builtins: SERVER_BUILD_BUILTINS });
  });
}
