import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { builtProgram } from '../../built-program.js';
import { Unavailable } from '../../http/errors.js';
import type { ImageFault, ImageJob, ImageJobOutput, ImageJobResult } from './image-job.js';
import { type QueueLimits, type Visitor, VisitorQueue } from './visitor-queue.js';

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

/** Who waits if no visitor does: staff for an upload, or nobody (in advance, or in the background). Smaller first. */
export const PRIORITY = { upload: 1, ahead: 2, background: 3 } as const;
/** Who waits for a job. */
export type Waiter = (typeof PRIORITY)[keyof typeof PRIORITY] | Visitor;
type Priority = Extract<Waiter, number>;

/** The worker refused a file or crashed on it. */
export class ImageRefused extends Error {
  constructor(
    readonly fault: ImageFault,
    cause: string,
  ) {
    super(cause);
    this.name = 'ImageRefused';
  }
}

/** The worker has no result, and another attempt may have one. */
export class WorkerLost extends Unavailable {
  /**
   * @param mayBeTheFile whether the file may be the reason: it took too long, or the system ended the worker, as it does when
   * memory is short
   */
  constructor(
    readonly mayBeTheFile: boolean,
    cause: unknown,
  ) {
    super('This photo could not be prepared. Please try again in a moment.', undefined, { cause });
  }
}

/** Too many visitors wait for variants, or all who waited for this one have left. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

/** A queued job. `join` has an effect until it starts. */
export interface QueuedJob {
  done: Promise<ImageJobOutput>;
  join(waiter: Waiter): void;
}

interface Waiting {
  job: ImageJob;
  /** null: only visitors wait for it */
  priority: Priority | null;
  settle: Settle;
}
interface Settle {
  resolve(output: ImageJobOutput): void;
  reject(error: Error): void;
}

/**
 * At most two child processes that decode and encode images, one job at a time each. One of them is reserved for visitors;
 * uploads and work in advance share the other, which visitors also use while no upload waits. They have a lower OS priority
 * than the server. Background jobs start when there are no others, in a separate process with the lowest OS priority, so that
 * no other job waits for them.
 */
export class ImageWorkerPool {
  readonly #waiting = new Set<Waiting>();
  readonly #visitors: VisitorQueue<Waiting>;
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  /** for whom each process works */
  readonly #running = new Map<ChildProcess, Priority | 'visitor'>();
  readonly #memoryLimitMb: number;
  #closed = false;

  constructor({ memoryLimitMb = MEMORY_LIMIT_MB, limits }: { memoryLimitMb?: number; limits?: QueueLimits } = {}) {
    this.#memoryLimitMb = memoryLimitMb;
    this.#visitors = new VisitorQueue(limits);
  }

  /** Queues a job for all who wait for it so far. `done` rejects with QueueFull if none of them may or wants to wait any more. */
  run(job: ImageJob, ...waiters: readonly Waiter[]): QueuedJob {
    let settle!: Settle;
    const done = new Promise<ImageJobOutput>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const waiting: Waiting = { job, priority: null, settle };
    const join = (waiter: Waiter) => {
      if (this.#waiting.has(waiting)) this.#join(waiting, waiter);
    };
    if (this.#closed) settle.reject(closedError());
    else this.#waiting.add(waiting);
    for (const waiter of waiters) join(waiter);
    this.#dropUnwanted(waiting);
    this.#startNext();
    return {
      done,
      join: (waiter) => {
        join(waiter);
        this.#startNext();
      },
    };
  }

  /** Ends the processes; jobs not done yet fail. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting) {
      this.#visitors.delete(waiting);
      waiting.settle.reject(closedError());
    }
    this.#waiting.clear();
    for (const [child, timer] of this.#idle) {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
    for (const child of this.#running.keys()) child.kill('SIGKILL');
    this.#idle.clear();
  }

  #join(waiting: Waiting, waiter: Waiter): void {
    if (typeof waiter === 'number') {
      waiting.priority = Math.min(waiter, waiting.priority ?? waiter) as Priority;
      return;
    }
    if (waiter.signal?.aborted) return;
    // A job that exists costs nothing more.
    const isNew = waiting.priority === null && !this.#visitors.has(waiting);
    if (isNew && !this.#visitors.makeRoom(waiter, (displaced) => this.#dropUnwanted(displaced))) return;
    this.#visitors.add(waiting, waiter);
    const leave = () => {
      this.#visitors.remove(waiting, waiter);
      this.#dropUnwanted(waiting);
    };
    waiter.signal?.addEventListener('abort', leave, { once: true });
  }

  /** Removes a job that nobody waits for any more. */
  #dropUnwanted(waiting: Waiting): void {
    if (waiting.priority !== null || this.#visitors.has(waiting) || !this.#waiting.delete(waiting)) return;
    waiting.settle.reject(new QueueFull());
  }

  #startNext(): void {
    while (true) {
      const next = this.#takeNext();
      if (!next) return;
      this.#start(...next);
    }
  }

  #takeNext(): [Waiting, Priority | 'visitor'] | undefined {
    const running = [...this.#running.values()].filter((one) => one !== PRIORITY.background);
    const isFull = running.length >= MAX_PROCESSES;
    const isSharedBusy = running.some((one) => one !== 'visitor');
    const isUploadNext =
      running.includes('visitor') && [...this.#waiting].some(({ priority }) => priority === PRIORITY.upload);
    const ofVisitors = isFull || isUploadNext ? undefined : this.#visitors.take();
    if (ofVisitors) {
      this.#waiting.delete(ofVisitors);
      return [ofVisitors, 'visitor'];
    }
    let next: (Waiting & { priority: Priority }) | undefined;
    for (const waiting of this.#waiting) {
      if (!hasPriority(waiting)) continue;
      const { priority } = waiting;
      const isAllowed = priority === PRIORITY.background ? this.#running.size === 0 : !isFull && !isSharedBusy;
      if (isAllowed && (!next || priority < next.priority)) next = waiting;
    }
    if (!next) return undefined;
    this.#waiting.delete(next);
    this.#visitors.delete(next);
    return [next, next.priority];
  }

  #start(waiting: Waiting, worksFor: Priority | 'visitor'): void {
    const isBackground = worksFor === PRIORITY.background;
    // A process cannot raise its OS priority again, so a background process is not reused.
    const osPriority = isBackground ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_BELOW_NORMAL;
    const child = (isBackground ? undefined : this.#takeIdle()) ?? startProcess(this.#memoryLimitMb, osPriority);
    this.#running.set(child, worksFor);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), isBackground ? BACKGROUND_TIMEOUT_MS : TIMEOUT_MS);
    const finish = (result: ImageJobResult | Error) => {
      clearTimeout(killTimer);
      child.removeAllListeners();
      // Without a listener, a late error of a killed process would end the server.
      child.on('error', () => undefined);
      this.#running.delete(child);
      if (isBackground) child.kill('SIGKILL');
      else if (!(result instanceof Error)) this.#keepIdle(child);
      settle(waiting.settle, result);
      this.#startNext();
    };
    child.once('message', (result) => finish(result as ImageJobResult));
    child.once('exit', (code, signal) => finish(this.#closed ? closedError() : exitError(code, signal)));
    // The process did not start.
    child.once('error', (error) => finish(new WorkerLost(false, error)));
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

const hasPriority = (waiting: Waiting): waiting is Waiting & { priority: Priority } => waiting.priority !== null;

function settle(waiting: Settle, result: ImageJobResult | Error): void {
  if (result instanceof Error) waiting.reject(result);
  else if (result.ok) waiting.resolve(result.output);
  else waiting.reject(new ImageRefused(result.fault, result.cause));
}

const closedError = () => new WorkerLost(false, 'The media store is closed.');

/** Signals by which people and service managers end a process. */
const STOP_SIGNALS: readonly (string | null)[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Returns the error of a worker that ended without a result. SIGKILL is the time limit, or memory was short. */
function exitError(code: number | null, signal: NodeJS.Signals | null): Error {
  const cause = `The image worker ended with ${signal ?? `code ${code}`}.`;
  if (STOP_SIGNALS.includes(signal)) return new WorkerLost(false, cause);
  return signal === 'SIGKILL' ? new WorkerLost(true, cause) : new ImageRefused('crashed', cause);
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
    // A process group of its own: Ctrl-C reaches the server alone, which lets the job finish.
    ...(process.platform === 'win32' ? { execArgv: node } : { execPath: '/bin/sh', execArgv: limited, detached: true }),
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
