import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { npmEnvironment, ROOT } from './start-product';

const NOT_COPIED = new Set([
  'node_modules',
  '.git',
  '.env',
  '.data',
  '.data-dev',
  'test-results',
  'playwright-report',
  'coverage',
]);

/** Links the installed packages. Links to workspaces point into the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (name.startsWith('@') && !lstatSync(source).isSymbolicLink()) linkPackages(source, target);
    else if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (name === '.installed-from') cpSync(source, target);
    else if (!name.startsWith('.') || name === '.bin') symlinkSync(source, target);
  }
}

/** A copy of this checkout with its builds. A test may change its sources. */
export interface Checkout {
  folder: string;
  /** runs `npm …` in the copy, in a separate process group */
  npm(args: string[], env: Record<string, string>): Running;
  remove(): Promise<void>;
}

export interface Running {
  output(): string;
  /** resolves with the exit code */
  ended: Promise<number | null>;
  /** ends it and all processes that it started */
  end(): Promise<void>;
}

export function copyCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-checkout-'));
  const running: Running[] = [];
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (source) => source === ROOT || !(NOT_COPIED.has(basename(source)) && relative(ROOT, source) !== ''),
  });
  linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name));
  for (const workspace of ['api', 'front-door', 'shell', 'public-site', 'admin-portal', 'legacy-admin', ...packages])
    if (existsSync(join(ROOT, workspace, 'node_modules')))
      symlinkSync(join(ROOT, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
  return {
    folder,
    npm(args, env) {
      const started = runNpm(folder, args, env);
      running.push(started);
      return started;
    },
    async remove() {
      for (const started of running) await started.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
    },
  };
}

function runNpm(cwd: string, args: string[], env: Record<string, string>): Running {
  const child: ChildProcess = spawn('npm', args, { cwd, detached: true, env: { ...npmEnvironment(), ...env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  // The output closes when all processes that it started have ended.
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    output: () => printed,
    ended,
    async end() {
      if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}
