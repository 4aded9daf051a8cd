import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { builtProgram } from '../../built-program.js';
import type { ImageFault, ImageJob, ImageJobOutput, ImageJobResult } from './image-job.js';

const WORKER = builtProgram(import.meta.url, './image-worker.js');
const MAX_PROCESSES = 2;
/** A 120-megapixel PNG with transparency takes about 20 s on a busy machine. */
const TIMEOUT_MS = 60_000;
/** The widest high-quality AVIF takes about 15 s of CPU time, at the lowest priority. */
const BACKGROUND_TIMEOUT_MS = 240_000;
/**
 * More than the largest accepted image needs (500 MB while it is decoded), and far less than the machine has. Limits the data
 * size: memory that the process has allocated, without mapped files.
 */
const MEMORY_LIMIT_MB = 1536;
/** Idle processes are ended to release their memory. */
const IDLE_TIMEOUT_MS = 10_000;

/** Who waits: a visitor for a variant, staff for an upload, or nobody (in advance, or in the background). Smaller first. */
export const PRIORITY = { visitor: 0, upload: 1, ahead: 2, background: 3 } as const;
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY];

/** The worker refused a file, crashed on it or exceeded its time limit. */
export class ImageRefused extends Error {
  constructor(
    readonly fault: ImageFault,
    cause: string,
  ) {
    super(cause);
    this.name = 'ImageRefused';
  }
}

/** A queued job. `raisePriority` has an effect until it starts. */
export interface QueuedJob {
  done: Promise<ImageJobOutput>;
  raisePriority(priority: Priority): void;
}

interface Waiting {
  job: ImageJob;
  priority: Priority;
  settle: Settle;
}
interface Settle {
  resolve(output: ImageJobOutput): void;
  reject(error: Error): void;
}

/**
 * At most two child processes that decode and encode images, one job at a time each. One of them is reserved for visitors;
 * uploads and work in advance share the other. They have a lower OS priority than the server. Background jobs start when
 * there are no others, in a separate process with the lowest OS priority, so that no other job waits for them.
 */
export class ImageWorkerPool {
  readonly #waiting: Waiting[] = [];
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #running = new Map<ChildProcess, Waiting>();
  readonly #memoryLimitMb: number;
  #closed = false;

  constructor({ memoryLimitMb = MEMORY_LIMIT_MB }: { memoryLimitMb?: number } = {}) {
    this.#memoryLimitMb = memoryLimitMb;
  }

  run(job: ImageJob, priority: Priority): QueuedJob {
    let settle!: Settle;
    const done = new Promise<ImageJobOutput>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const waiting: Waiting = { job, priority, settle };
    if (this.#closed) settle.reject(new Error('The media store is closed.'));
    else this.#waiting.push(waiting);
    this.#startNext();
    return {
      done,
      raisePriority: (next) => {
        waiting.priority = Math.min(next, waiting.priority) as Priority;
        this.#startNext();
      },
    };
  }

  /** Ends the processes; jobs not done yet fail. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.settle.reject(new Error('The media store is closed.'));
    for (const [child, timer] of this.#idle) {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
    for (const child of this.#running.keys()) child.kill('SIGKILL');
    this.#idle.clear();
  }

  #startNext(): void {
    while (true) {
      const next = this.#takeNext();
      if (!next) return;
      this.#start(next);
    }
  }

  #takeNext(): Waiting | undefined {
    const running = [...this.#running.values()].filter(({ priority }) => priority !== PRIORITY.background);
    const isFull = running.length >= MAX_PROCESSES;
    const isSharedBusy = running.some(({ priority }) => priority !== PRIORITY.visitor);
    const allowed = this.#waiting.filter(({ priority }) => {
      if (priority === PRIORITY.background) return this.#running.size === 0;
      return !isFull && (priority === PRIORITY.visitor || !isSharedBusy);
    });
    const next = allowed.reduce<Waiting | undefined>(
      (best, one) => (best && best.priority <= one.priority ? best : one),
      undefined,
    );
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #start(waiting: Waiting): void {
    const isBackground = waiting.priority === PRIORITY.background;
    // A process cannot raise its OS priority again, so a background process is not reused.
    const osPriority = isBackground ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_BELOW_NORMAL;
    const child = (isBackground ? undefined : this.#takeIdle()) ?? startProcess(this.#memoryLimitMb, osPriority);
    this.#running.set(child, waiting);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), isBackground ? BACKGROUND_TIMEOUT_MS : TIMEOUT_MS);
    const finish = (result: ImageJobResult | null) => {
      clearTimeout(killTimer);
      child.removeAllListeners();
      // Without a listener, a late error of a killed process would end the server.
      child.on('error', () => undefined);
      this.#running.delete(child);
      if (isBackground) child.kill('SIGKILL');
      else if (result) this.#keepIdle(child);
      settle(waiting.settle, result);
      this.#startNext();
    };
    child.once('message', (result) => finish(result as ImageJobResult));
    child.once('exit', () => finish(null));
    child.once('error', () => finish(null));
    child.send(waiting.job, () => undefined);
  }

  #takeIdle(): ChildProcess | undefined {
    const [child, timer] = this.#idle.entries().next().value ?? [];
    if (!child) return undefined;
    clearTimeout(timer);
    this.#idle.delete(child);
    return child.connected ? child : this.#takeIdle();
  }

  #keepIdle(child: ChildProcess): void {
    if (this.#closed) return void child.kill('SIGKILL');
    const end = () => {
      this.#idle.delete(child);
      child.kill('SIGKILL');
    };
    child.once('exit', () => this.#idle.delete(child));
    this.#idle.set(child, setTimeout(end, IDLE_TIMEOUT_MS).unref());
  }
}

function settle(waiting: Settle, result: ImageJobResult | null): void {
  if (result?.ok) waiting.resolve(result.output);
  else if (result) waiting.reject(new ImageRefused(result.fault, result.cause));
  else waiting.reject(new ImageRefused('crashed', 'The image worker crashed or took too long.'));
}

/**
 * Starts a worker. It decodes untrusted files, so it gets none of the server's environment (secrets, database), and the
 * kernel limits its memory (on Linux; elsewhere only the limits on pixels and time apply).
 */
function startProcess(memoryLimitMb: number, osPriority: number): ChildProcess {
  const kept = ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP'];
  const env = Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const node = ['--max-old-space-size=128'];
  const limited = [
    '-c',
    'ulimit -d "$1"; shift; exec "$@"',
    'sh',
    `${memoryLimitMb * 1024}`,
    process.execPath,
    ...node,
  ];
  const child = fork(WORKER, {
    env,
    ...(process.platform === 'win32' ? { execArgv: node } : { execPath: '/bin/sh', execArgv: limited }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A running worker must not keep the server from ending.
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid) setPriority(child.pid, osPriority);
  } catch {
    // Some systems forbid it; the worker then competes with the server.
  }
  return child;
}
