import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { builtProgram } from '../../built-program.js';
import type { PhotographAnswer, PhotographDescription, PhotographFault, PhotographJob } from './photograph-job.js';

const WORKER = builtProgram(import.meta.url, './photograph-worker.js');
const MAX_PROCESSES = 2;
/** A 120 megapixel PNG with transparency takes about 20 s on a busy machine. */
const KILL_AFTER_MS = 60_000;
/** The widest fine AVIF takes about 15 s of a processor, and gets only what nothing else wants. */
const KILL_BACKGROUND_AFTER_MS = 240_000;
/**
 * More than the largest photograph that we take needs (500 MB while it is decoded), and far less than the machine has.
 * Data size: what the process itself has allocated, not what it maps of files.
 */
const MEMORY_LIMIT_MB = 1536;
/** An idle process gives its memory back. */
const END_AFTER_IDLE_MS = 10_000;

/** Who waits: a visitor for a variant, staff for an upload, or nobody (made ahead, or better). Smaller goes first. */
export const URGENCY = { visitor: 0, upload: 1, ahead: 2, background: 3 } as const;
export type Urgency = (typeof URGENCY)[keyof typeof URGENCY];

/** The image process refused a file, crashed on it or took too long. */
export class PhotographRefused extends Error {
  constructor(
    readonly fault: PhotographFault,
    cause: string,
  ) {
    super(cause);
    this.name = 'PhotographRefused';
  }
}

/** A job that was handed in; `hurry` raises its urgency while it still waits. */
export interface QueuedJob {
  done: Promise<PhotographDescription | null>;
  hurry(urgency: Urgency): void;
}

interface Waiting {
  job: PhotographJob;
  urgency: Urgency;
  settle: Settle;
}
interface Settle {
  resolve(description: PhotographDescription | null): void;
  reject(error: Error): void;
}

/**
 * At most two child processes that decode and encode pictures, one job at a time each. One of them is always
 * free for visitors: uploads and work ahead share the other. They run at low priority beside the server. Background work
 * begins when nothing else is to be done, in a process of its own at the lowest priority, so nothing waits for it.
 */
export class ImageProcesses {
  readonly #waiting: Waiting[] = [];
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #running = new Map<ChildProcess, Waiting>();
  readonly #memoryLimitMb: number;
  #closed = false;

  constructor({ memoryLimitMb = MEMORY_LIMIT_MB }: { memoryLimitMb?: number } = {}) {
    this.#memoryLimitMb = memoryLimitMb;
  }

  run(job: PhotographJob, urgency: Urgency): QueuedJob {
    let settle!: Settle;
    const done = new Promise<PhotographDescription | null>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const waiting: Waiting = { job, urgency, settle };
    if (this.#closed) settle.reject(new Error('The media store is closed.'));
    else this.#waiting.push(waiting);
    this.#startNext();
    return {
      done,
      hurry: (next) => {
        waiting.urgency = Math.min(next, waiting.urgency) as Urgency;
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
      const next = this.#takeMostUrgent();
      if (!next) return;
      this.#start(next);
    }
  }

  #takeMostUrgent(): Waiting | undefined {
    const running = [...this.#running.values()].filter(({ urgency }) => urgency !== URGENCY.background);
    const isFull = running.length >= MAX_PROCESSES;
    const patientRuns = running.some(({ urgency }) => urgency !== URGENCY.visitor);
    const allowed = this.#waiting.filter(({ urgency }) => {
      if (urgency === URGENCY.background) return this.#running.size === 0;
      return !isFull && (urgency === URGENCY.visitor || !patientRuns);
    });
    const next = allowed.reduce<Waiting | undefined>(
      (best, one) => (best && best.urgency <= one.urgency ? best : one),
      undefined,
    );
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #start(waiting: Waiting): void {
    const isBackground = waiting.urgency === URGENCY.background;
    // A process cannot raise its priority again, so this one is not used for anything else.
    const priority = isBackground ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_BELOW_NORMAL;
    const child = (isBackground ? undefined : this.#takeIdle()) ?? startProcess(this.#memoryLimitMb, priority);
    this.#running.set(child, waiting);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), isBackground ? KILL_BACKGROUND_AFTER_MS : KILL_AFTER_MS);
    const finish = (answer: PhotographAnswer | null) => {
      clearTimeout(killTimer);
      child.removeAllListeners();
      // Someone has to listen: a late error of a killed process must not end the server.
      child.on('error', () => undefined);
      this.#running.delete(child);
      if (isBackground) child.kill('SIGKILL');
      else if (answer) this.#keep(child);
      settle(waiting.settle, answer);
      this.#startNext();
    };
    child.once('message', (answer) => finish(answer as PhotographAnswer));
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

  #keep(child: ChildProcess): void {
    if (this.#closed) return void child.kill('SIGKILL');
    const end = () => {
      this.#idle.delete(child);
      child.kill('SIGKILL');
    };
    child.once('exit', () => this.#idle.delete(child));
    this.#idle.set(child, setTimeout(end, END_AFTER_IDLE_MS).unref());
  }
}

function settle(waiting: Settle, answer: PhotographAnswer | null): void {
  if (answer?.ok) waiting.resolve(answer.description);
  else if (answer) waiting.reject(new PhotographRefused(answer.fault, answer.cause));
  else waiting.reject(new PhotographRefused('crashed', 'The image process crashed or took too long.'));
}

/**
 * A process that decodes what strangers give knows nothing of our environment (secrets, database), and the kernel
 * lets it have no more than so much memory (Linux; elsewhere the limits on pixels and time hold alone).
 */
function startProcess(memoryLimitMb: number, priority: number): ChildProcess {
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
  // Waiting for pictures must not keep the server from ending.
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid) setPriority(child.pid, priority);
  } catch {
    // Some systems forbid it; the work is only less polite then.
  }
  return child;
}
