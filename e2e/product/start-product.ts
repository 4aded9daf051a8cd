import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The host under test: the build of this checkout (the candidate), or of another (`npm run test:faults -- --host DIR`). */
const HOST = process.env.HOST_CHECKOUT ?? ROOT;
export const ADMIN = { email: 'asha@godhuli.example', password: 'a long test password' };

export interface Product {
  url: string;
  dataDir: string;
  pid: number;
  /** its output so far */
  output(): string;
  /** ends it with a signal and returns its exit code (null when a signal ended it) */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** ends it and removes its data */
  remove(): Promise<void>;
}

export interface ProductOptions {
  /** an existing data directory; a new copy of the seeded template by default */
  dataDir?: string;
  /** start with an empty data directory instead of the template */
  empty?: boolean;
  port?: number;
  env?: Record<string, string>;
  /** is called with the process id as soon as the process exists, long before it is ready */
  onSpawn?: (pid: number) => void;
  /** a program to start instead of the whole product, relative to the root: the API alone */
  program?: string;
  /** a command line that runs the arguments after it */
  under?: readonly string[];
}

/** The environment of an `npm` command under test: only what npm needs, so no setting of a real site. */
export function npmEnvironment(): Record<string, string> {
  const isNeeded = (name: string) => ['PATH', 'HOME', 'TMPDIR'].includes(name) || /^npm_config_|_proxy$/i.test(name);
  const needed = Object.entries(process.env).filter(([name]) => isNeeded(name)) as [string, string][];
  return { ...Object.fromEntries(needed), IGNORE_ENV_FILE: '1' };
}

/** A TCP port of 127.0.0.1 that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else probe.close(() => resolve(address.port));
    });
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** Waits until a URL returns 200, or throws an error with the output of the process. */
async function ready(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const ending = child.exitCode ?? child.signalCode;
    if (ending !== null) throw new Error(`the product ended with ${ending}:\n${output()}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the product was not ready within 120 s:\n${output()}`);
}

/** Starts the built product on a free port of 127.0.0.1 and waits until it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'godhuli-e2e-'));
  if (!options.dataDir && !options.empty) {
    const template = process.env.GODHULI_TEMPLATE;
    if (!template) throw new Error('GODHULI_TEMPLATE is not set: run through playwright.config.ts');
    cpSync(template, dataDir, { recursive: true });
  }
  const url = `http://127.0.0.1:${port}`;
  const main = [process.execPath, join(HOST, options.program ?? 'front-door/dist/main.js')];
  const [command = '', ...rest] = [...(options.under ?? []), ...main];
  const child = spawn(command, rest, {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      // No load balancer has to notice the stop.
      DRAIN_SECONDS: '0.5',
      BACKGROUND_ENCODING: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      // Tests with many visitors give each one a separate IP.
      TRUSTED_PROXIES: '127.0.0.1',
      // For tests that start the API in a separate process.
      FRONT_DOOR_TOKEN: 'the-token-of-the-front-doors-of-a-test',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.onSpawn?.(child.pid ?? 0);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const output = () => printed;
  const end: Product['end'] = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended(child);
  };
  try {
    await ready(child, `${url}${options.program ? '/api/content' : '/readyz'}`, output);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output,
    end,
    remove: async () => {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
