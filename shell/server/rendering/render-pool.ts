import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { RenderInput, RenderOutput } from '@godhuli/contracts/host';
import { SERVER_BUILD_BUILTINS } from '@godhuli/contracts/releases';
import { z } from 'zod';
import type { Logger } from '../logger.js';
import { findForbiddenInHead } from './head-policy.js';

/** Why a render gave nothing. The page is rendered in the browser then. */
class RenderFailure extends Error {
  override name = 'RenderFailure';
}

/** A release's server build. */
export interface RenderTarget {
  /** name and version */
  key: string;
  /** path of `server.cjs` in the release */
  file: string;
  /** lays the server build on disk, checked; answers the release's folder, all that its process may read */
  materialize(): Promise<string>;
}

export interface RenderPool {
  /** @throws RenderFailure when it fails, takes too long, or too many renders wait already */
  render(target: RenderTarget, input: RenderInput): Promise<RenderOutput>;
  /** Ends the processes of releases that are no longer live. */
  keepOnly(keys: Set<string>): void;
  close(): void;
}

interface RenderPoolOptions {
  /** render-process.cjs */
  processFile: string;
  logger: Logger;
  startLimitMs?: number;
  renderLimitMs?: number;
  /** a release whose process ends this often in a row is left alone for `restMs` */
  failuresInARow?: number;
  restMs?: number;
  /** a process that has nothing to do for so long ends; pages come from memory nearly always */
  idleMs?: number;
  now?: () => number;
}

const MEMORY_LIMIT_MB = 128;
const RECYCLE_AFTER_RENDERS = 2000;
const RECYCLE_ABOVE_BYTES = 200 * 1024 * 1024;
const LONGEST_QUEUE = 20;
const LARGEST_OUTPUT = 2_000_000;
/** Characters. The server itself reads the head (see head-policy.ts). */
const LARGEST_HEAD = 200_000;

const renderOutputSchema = z.object({
  html: z.string().max(LARGEST_OUTPUT),
  head: z.string().max(LARGEST_HEAD),
  data: z.record(z.string(), z.unknown()),
});

const PERMISSION_FLAG = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** One process per release, one render at a time in it. */
class ReleaseRenderer {
  private child: ChildProcess | null = null;
  private ready: Promise<void> = Promise.resolve();
  private queue: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private renders = 0;
  private ids = 0;
  private failures = 0;
  private restUntil = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly target: RenderTarget,
    private readonly options: Required<RenderPoolOptions>,
  ) {}

  render(input: RenderInput): Promise<RenderOutput> {
    if (this.options.now() < this.restUntil) return Promise.reject(new RenderFailure('rests after failures'));
    if (this.waiting >= LONGEST_QUEUE) return Promise.reject(new RenderFailure('too many renders wait'));
    this.waiting += 1;
    const turn = this.queue.then(() => this.renderNow(input));
    this.queue = turn.catch(() => undefined);
    return turn.finally(() => {
      this.waiting -= 1;
    });
  }

  end(): void {
    clearTimeout(this.idleTimer);
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private async renderNow(input: RenderInput): Promise<RenderOutput> {
    const { failuresInARow, restMs, idleMs, now, renderLimitMs, startLimitMs } = this.options;
    clearTimeout(this.idleTimer);
    // What lies on the disk is checked before it is executed, not before each render of what is already running.
    const directory = this.child ? null : await this.target.materialize();
    try {
      if (directory !== null) this.start(directory);
      await within(startLimitMs, 'start', this.ready);
      const output = await within(renderLimitMs, 'render', this.ask(input));
      this.failures = 0;
      this.idleTimer = setTimeout(() => this.end(), idleMs).unref();
      return output;
    } catch (cause) {
      this.end();
      this.failures += 1;
      if (this.failures >= failuresInARow) {
        this.failures = 0;
        this.restUntil = now() + restMs;
      }
      throw cause instanceof RenderFailure ? cause : new RenderFailure(String(cause));
    }
  }

  private start(directory: string): void {
    const { processFile, logger } = this.options;
    const child = fork(processFile, [join(directory, this.target.file), SERVER_BUILD_BUILTINS.join(',')], {
      env: { NODE_ENV: 'production' },
      cwd: directory,
      execArgv: [
        '--no-warnings',
        '--disallow-code-generation-from-strings',
        PERMISSION_FLAG,
        `--allow-fs-read=${processFile}`,
        `--allow-fs-read=${directory}/*`,
        `--max-old-space-size=${MEMORY_LIMIT_MB}`,
      ],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child = child;
    this.renders = 0;
    child.stderr?.on('data', (chunk: Buffer) =>
      logger.warn({ release: this.target.key }, `server build: ${chunk.toString().slice(0, 500)}`),
    );
    this.ready = new Promise((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('error', reject);
      child.once('exit', () => {
        if (this.child === child) this.child = null;
        reject(new RenderFailure('its process ended'));
      });
    });
    this.ready.catch(() => undefined);
  }

  private ask(input: RenderInput): Promise<RenderOutput> {
    const child = this.child;
    if (!child) return Promise.reject(new RenderFailure('its process ended'));
    this.ids += 1;
    this.renders += 1;
    const id = this.ids;
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new RenderFailure('its process ended'));
      const onMessage = (message: unknown) => {
        const answer = message as { id?: number; output?: unknown; error?: string; rssBytes?: number };
        if (answer.id !== id) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        if (this.renders >= RECYCLE_AFTER_RENDERS || (answer.rssBytes ?? 0) > RECYCLE_ABOVE_BYTES) this.end();
        if (answer.error !== undefined) reject(new RenderFailure(answer.error));
        else {
          try {
            resolve(checkOutput(answer.output));
          } catch (cause) {
            reject(cause);
          }
        }
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send({ id, input });
    });
  }
}

function checkOutput(output: unknown): RenderOutput {
  const checked = renderOutputSchema.safeParse(output);
  if (!checked.success) throw new RenderFailure('render did not answer { html, head, data }');
  const forbidden = findForbiddenInHead(checked.data.head);
  if (forbidden) throw new RenderFailure(`the head holds a forbidden ${forbidden} element`);
  return checked.data;
}

/** Bounds the time of a step. */
function within<Value>(limitMs: number, step: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RenderFailure(`${step} took longer than ${limitMs} ms`)), limitMs);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** Renders releases in processes that have no secrets, no network and no files but the release's own. */
export function createRenderPool(given: RenderPoolOptions): RenderPool {
  const options: Required<RenderPoolOptions> = {
    startLimitMs: 5000,
    renderLimitMs: 1000,
    failuresInARow: 3,
    restMs: 30_000,
    idleMs: 30_000,
    now: Date.now,
    ...given,
  };
  const renderers = new Map<string, ReleaseRenderer>();
  return {
    render(target, input) {
      let renderer = renderers.get(target.key);
      if (!renderer) {
        renderer = new ReleaseRenderer(target, options);
        renderers.set(target.key, renderer);
      }
      return renderer.render(input);
    },
    keepOnly(keys) {
      for (const [key, renderer] of renderers) {
        if (keys.has(key)) continue;
        renderer.end();
        renderers.delete(key);
      }
    },
    close() {
      for (const renderer of renderers.values()) renderer.end();
      renderers.clear();
    },
  };
}
