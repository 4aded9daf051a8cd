import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** What a guest may use before the kernel ends it (on Linux; elsewhere only the limits of V8 and the clock apply). */
export interface GuestLimits {
  /** processor time after the start of the sandbox, in seconds */
  cpuSeconds: number;
  /** memory of any kind beyond that of the empty sandbox, in MB */
  memoryMb: number;
  /** V8's heap alone, in MB */
  heapMb: number;
  /** how far it stands back when the processors are busy, as in nice(1): 0 to 19; 0 unless given */
  niceness?: number;
}

/** Which layers separate a guest from the host. */
export interface Layers {
  /** path of Deno, whose permissions are the first layer; null when there is no build for this platform */
  deno: string | null;
  /** the program that creates the guest's namespaces: the second layer */
  namespaces: 'bubblewrap' | 'unshare' | null;
  /** whether the kernel ends a guest with its parent, even one that is stopped */
  endsWithParent: boolean;
}

/** Whether Node was built for glibc, which Deno's package for Linux needs. */
function isGlibc(): boolean {
  const report = process.report?.getReport() as { header: { glibcVersionRuntime?: string } } | undefined;
  return report?.header.glibcVersionRuntime !== undefined;
}

function findDeno(): string | null {
  const { platform, arch } = process;
  const flavour = platform === 'linux' ? (isGlibc() ? '-glibc' : '-musl') : '';
  try {
    const fromPackage = createRequire(require.resolve('deno/package.json'));
    const folder = join(fromPackage.resolve(`@deno/${platform}-${arch}${flavour}/package.json`), '..');
    const binary = join(folder, platform === 'win32' ? 'deno.exe' : 'deno');
    return existsSync(binary) ? realpathSync(binary) : null;
  } catch {
    return null;
  }
}

const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix/store'];

/** Runs a program as nobody, in its own namespaces, with only the libraries and the given files. */
const bubblewrap = (readable: readonly string[]) => [
  'bwrap',
  ...['--unshare-all', '--unshare-user', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL', '--die-with-parent'],
  ...[...LIBRARIES, ...readable].flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--proc', '/proc', '--dev', '/dev', '--chdir', '/', '--'],
];

/** Runs a program in its own namespaces. The host's files are visible; Deno refuses to open them. */
const unshare = () => [
  ...['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'],
  ...['unshare', '--user', '--map-current-user', '--net', '--ipc', '--uts', '--pid', '--mount-proc'],
  ...['--fork', '--kill-child=KILL', '--'],
  // A shell as process 1 reports the signal that ended the guest; unshare itself does not.
  ...['sh', '-c', '"$@"; exit $?', 'sh', 'setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'],
];

const endWithParent = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'];

async function works([command = '', ...args]: readonly string[], deno: string): Promise<boolean> {
  try {
    await run(command, [...args, deno, '--version'], { env: ENVIRONMENT, timeout: 10_000, killSignal: 'SIGKILL' });
    return true;
  } catch {
    return false;
  }
}

async function findLayers(): Promise<Layers> {
  const deno = findDeno();
  if (!deno || process.platform !== 'linux') return { deno, namespaces: null, endsWithParent: false };
  if (await works(bubblewrap([deno]), deno)) return { deno, namespaces: 'bubblewrap', endsWithParent: true };
  if (await works(unshare(), deno)) return { deno, namespaces: 'unshare', endsWithParent: true };
  return { deno, namespaces: null, endsWithParent: await works(endWithParent, deno) };
}

let layers: Promise<Layers> | undefined;

/** Returns the layers that this machine offers; detects them once. */
export function sandboxLayers(): Promise<Layers> {
  layers ??= findLayers();
  return layers;
}

/** Deno keeps no cache: a path where nothing can be created. */
const ENVIRONMENT = {
  DENO_DIR: '/dev/null',
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
  PATH: '/usr/local/bin:/usr/bin:/bin',
};

/**
 * Memory that an empty guest reserves and hardly uses, in MB: V8's range for machine code, which the kernel counts as
 * data. Measured on Linux x64 with Deno 2.9: 559 MB reserved, 34 MB used.
 */
const RESERVED_MB = 576;

/** Processor time for a guest to start, several times the need (measured: 0.4 s for jsdom and React). */
const START_CPU_SECONDS = 2;

/**
 * Sets the kernel's limits on processor time, memory, core dumps and files, then becomes the command that follows. A guest
 * leads a session of its own, and Linux may weigh sessions instead of processes (autogroup in sched(7)): there the group's
 * value counts, elsewhere that of nice(1).
 */
const WITH_LIMITS = [
  'if [ "$3" != 0 ]; then { echo "$3" >/proc/self/autogroup; } 2>/dev/null; renice -n "$3" -p $$ >/dev/null 2>&1; fi',
  'ulimit -t "$1"; ulimit -d "$2"; ulimit -c 0; ulimit -f 0; shift 3; exec "$@"',
].join('; ');

/** Returns the command that runs a bundled program as a guest. */
export function guestCommand(
  { deno, namespaces, endsWithParent }: Layers & { deno: string },
  program: string,
  limits: GuestLimits,
  v8Flags: readonly string[],
): { command: string; args: string[]; env: Record<string, string> } {
  const flags = [`--max-old-space-size=${limits.heapMb}`, ...v8Flags].join(',');
  const guest = [
    deno,
    ...['run', '--quiet', '--no-prompt', '--no-remote', '--no-npm', '--no-config', '--no-lock', '--no-code-cache'],
    `--v8-flags=${flags}`,
    program,
  ];
  const env = { ...ENVIRONMENT, TZ: Intl.DateTimeFormat().resolvedOptions().timeZone };
  if (process.platform === 'win32') {
    const { SystemRoot = '' } = process.env;
    return { command: deno, args: guest.slice(1), env: { ...env, DENO_DIR: 'NUL', SystemRoot } };
  }
  const wrappers = { bubblewrap: bubblewrap([deno, program]), unshare: unshare() };
  const wrapper = namespaces ? wrappers[namespaces] : endsWithParent ? endWithParent : [];
  const cpuSeconds = START_CPU_SECONDS + Math.ceil(limits.cpuSeconds);
  const memoryKb = (RESERVED_MB + limits.memoryMb) * 1024;
  return {
    command: '/bin/sh',
    args: ['-c', WITH_LIMITS, 'sh', `${cpuSeconds}`, `${memoryKb}`, `${limits.niceness ?? 0}`, ...wrapper, ...guest],
    env,
  };
}
