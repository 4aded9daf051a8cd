import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GuestLimits, guestCommand, type Layers, sandboxLayers } from './launcher.js';

/** The guest failed to respond; the message says why. */
export class GuestFailure extends Error {
  override name = 'GuestFailure';
  constructor(
    message: string,
    /** the wall-clock limit was reached, which on a busy machine says little about the release */
    readonly timedOut = false,
  ) {
    super(message);
  }
}

/** This platform has no sandbox, so code of releases does not run. */
export class NoSandbox extends Error {
  override name = 'NoSandbox';
  constructor() {
    super('There is no sandbox for this platform: the package deno brings no program for it.');
  }
}

export interface GuestResponse {
  value: unknown;
  /** memory of the guest after the request */
  rssBytes: number;
  /** processor time of the guest since it can take requests */
  cpuMs: number;
}

export interface GuestOptions {
  program: 'render' | 'page' | 'scripts';
  limits: GuestLimits;
  /** milliseconds until it can take requests */
  startLimitMs: number;
  onStderr?(text: string): void;
  /** the layers of this machine, unless given */
  layers?: Layers;
}

const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
const MAX_HEAD_BYTES = 200;
/** How many bytes of a guest's standard error are passed on. */
const STDERR_BYTES = 2000;
/** Server builds create no code from text; jsdom compiles selectors to functions. */
const NO_CODE_FROM_TEXT = ['--disallow-code-generation-from-strings'];
const V8_FLAGS = { render: NO_CODE_FROM_TEXT, page: [], scripts: NO_CODE_FROM_TEXT };

const programFile = (program: GuestOptions['program']) =>
  realpathSync(fileURLToPath(new URL(`../dist/guest/${program}.js`, import.meta.url)));

/**
 * Starts a guest program that runs code of a release: without files, network, environment, processes and threads, with
 * limited memory and processor time.
 * @throws NoSandbox, or GuestFailure when it does not start
 */
export async function startGuest(options: GuestOptions): Promise<Guest> {
  const { program, limits, startLimitMs, onStderr } = options;
  const { deno, ...layers } = options.layers ?? (await sandboxLayers());
  if (!deno) throw new NoSandbox();
  const { command, args, env } = guestCommand({ deno, ...layers }, programFile(program), limits, V8_FLAGS[program]);
  const child = spawn(command, args, {
    env,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group, so that a signal reaches the guest through the programs that wrap it.
    detached: process.platform !== 'win32',
  });
  const guest = new Guest(child, limits, layers.endsWithParent, onStderr);
  await guest.ready(startLimitMs);
  return guest;
}

interface Waiting {
  resolve(response: GuestResponse): void;
  reject(failure: GuestFailure): void;
}

/** A running guest program. */
export class Guest {
  ended = false;
  private readonly nonce = randomBytes(16).toString('hex');
  private waiting: Waiting | null = null;
  private received: Buffer = Buffer.alloc(0);
  private step = '';
  private stderrBytes = 0;
  private startCpuMs = 0;
  private paused = false;

  constructor(
    private readonly child: ChildProcess,
    private readonly limits: GuestLimits,
    private readonly canPause: boolean,
    private readonly onStderr?: (text: string) => void,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => this.receive(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.forwardStderr(chunk));
    // Writing to a guest that has ended fails; 'exit' reports its end.
    child.stdin?.on('error', () => undefined);
    child.on('error', () => this.fail('its process could not be started.'));
    child.on('exit', (code, signal) => this.fail(this.causeOfEnd(code, signal)));
  }

  async ready(limitMs: number): Promise<void> {
    const { cpuMs } = await this.wait(limitMs, () => this.write(this.nonce));
    this.startCpuMs = cpuMs;
  }

  /** Sends one request and waits for its response; one request at a time. @throws GuestFailure */
  request(request: unknown, limitMs: number): Promise<GuestResponse> {
    return this.wait(limitMs, () => this.write(JSON.stringify(request)));
  }

  /** Suspends the guest until the next request, on systems where the kernel ends it with its parent. */
  pause(): void {
    if (!this.canPause || this.ended) return;
    this.paused = true;
    this.signal('SIGSTOP');
  }

  /** Ends the process; a waiting request fails. */
  kill(): void {
    this.fail('it was ended.');
  }

  private write(text: string): void {
    if (this.paused) this.signal('SIGCONT');
    this.paused = false;
    const body = Buffer.from(text);
    this.child.stdin?.write(body.length.toString(16).padStart(8, '0'));
    this.child.stdin?.write(body);
  }

  private wait(limitMs: number, send: () => void): Promise<GuestResponse> {
    if (this.ended) return Promise.reject(new GuestFailure('its process ended before it gave a result.'));
    if (this.waiting) return Promise.reject(new GuestFailure('it is still busy.'));
    const seconds = limitMs / 1000;
    const timer = setTimeout(() => this.fail(`${this.step}it did not end within ${seconds} seconds.`, true), limitMs);
    return new Promise<GuestResponse>((resolve, reject) => {
      this.waiting = { resolve, reject };
      send();
    }).finally(() => {
      clearTimeout(timer);
      this.waiting = null;
      this.step = '';
    });
  }

  private receive(chunk: Buffer): void {
    if (this.ended) return;
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    for (;;) {
      const lineEnd = this.received.subarray(0, MAX_HEAD_BYTES).indexOf('\n');
      const head = this.received.subarray(0, lineEnd === -1 ? MAX_HEAD_BYTES : lineEnd).toString('latin1');
      // A release that writes to the channel does not know the nonce.
      if (
        !`${this.nonce} `.startsWith(head.slice(0, this.nonce.length + 1)) ||
        (lineEnd === -1 && head.length >= MAX_HEAD_BYTES)
      )
        this.fail('it wrote to the channel of its sandbox.');
      if (lineEnd === -1 || this.ended) return;
      const [, state = '', rss, cpuMicroseconds, length] = head.split(' ');
      const size = Number(length);
      // Validate every part of a frame, even if its nonce is right.
      if (!Number.isSafeInteger(size) || size < 0) this.fail('it wrote to the channel of its sandbox.');
      if (size > MAX_PAYLOAD_BYTES) this.fail('its response is too large.');
      if (this.ended || this.received.length < lineEnd + 1 + size) return;
      const payload = this.received.subarray(lineEnd + 1, lineEnd + 1 + size).toString('utf8');
      this.received = this.received.subarray(lineEnd + 1 + size);
      const cpuMs = Number(cpuMicroseconds) / 1000 - this.startCpuMs;
      this.handle(state, payload, { rssBytes: Number(rss), cpuMs });
    }
  }

  private handle(state: string, payload: string, used: Omit<GuestResponse, 'value'>): void {
    if (state === 'step') this.step = `${payload.slice(0, 200)}: `;
    else if (state === 'ready') this.waiting?.resolve({ value: null, ...used });
    else if (state !== 'ok') this.waiting?.reject(new GuestFailure(payload.slice(0, 600) || 'it failed.'));
    else
      try {
        this.waiting?.resolve({ value: JSON.parse(payload), ...used });
      } catch {
        this.fail('its response is not JSON.');
      }
  }

  private forwardStderr(chunk: Buffer): void {
    if (this.stderrBytes >= STDERR_BYTES) return;
    const text = chunk.subarray(0, STDERR_BYTES - this.stderrBytes).toString();
    this.stderrBytes += chunk.length;
    this.onStderr?.(text);
  }

  private causeOfEnd(code: number | null, signal: NodeJS.Signals | null): string {
    // At the hard limit the kernel sends SIGKILL, which a wrapping program reports as 128 + 9; out of memory, V8 ends by
    // itself with another signal.
    const outOfTime = signal === 'SIGKILL' || signal === 'SIGXCPU' || code === 137 || code === 152;
    return outOfTime
      ? `${this.step}it did not end within ${this.limits.cpuSeconds} seconds of processor time.`
      : `${this.step}its process ended before it gave a result.`;
  }

  private fail(cause: string, timedOut = false): void {
    const { waiting } = this;
    if (!this.ended) {
      this.ended = true;
      this.signal('SIGKILL');
    }
    waiting?.reject(new GuestFailure(cause, timedOut));
  }

  private signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    try {
      if (process.platform === 'win32') this.child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // It ended in the meantime.
    }
  }
}
