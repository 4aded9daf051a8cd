import { causeOf } from './failure.js';
import { plainProcess } from './plain-process.js';

/*
 * The guest's end of the channel to the host. It keeps its own references to everything that it uses before code of a
 * release is loaded, so that such code can neither respond for the guest nor stop it from responding.
 */
const { stdin, stdout, memoryUsage, cpuUsage, exit } = Deno;
const { parse, stringify } = JSON;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const encode = encoder.encode.bind(encoder);
const decode = decoder.decode.bind(decoder);
const read = stdin.read.bind(stdin);
const writeSync = stdout.writeSync.bind(stdout);

/** Reads a property of typed arrays by its own getter, which a release cannot replace. */
function getterOf<Value>(name: 'buffer' | 'byteOffset' | 'byteLength'): (bytes: Uint8Array) => Value {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name) ?? {};
  return Function.prototype.call.bind(get as () => Value) as (bytes: Uint8Array) => Value;
}
const bufferOf = getterOf<ArrayBuffer>('buffer');
const offsetOf = getterOf<number>('byteOffset');
const lengthOf = getterOf<number>('byteLength');
const setBytes = Function.prototype.call.bind(Uint8Array.prototype.set) as (
  target: Uint8Array,
  source: Uint8Array,
  offset?: number,
) => void;
const Bytes = Uint8Array;

/** Returns the bytes from `start` to `end`; `subarray` would read the array's constructor. */
const toSlice = (bytes: Uint8Array, start: number, end = lengthOf(bytes)): Uint8Array =>
  new Bytes(bufferOf(bytes), offsetOf(bytes) + start, end - start);

type State = 'ready' | 'step' | 'ok' | 'failed';

/** Known only to this module and the host. */
let nonce = '';

/** Writes one frame: a line of nonce, state, memory, processor time in microseconds and length, then the payload. */
function send(state: State, payload = ''): void {
  const body = encode(payload);
  const { user, system } = cpuUsage();
  writeAll(encode(`${nonce} ${state} ${memoryUsage().rss} ${user + system} ${lengthOf(body)}\n`));
  writeAll(body);
}

function writeAll(bytes: Uint8Array): void {
  const length = lengthOf(bytes);
  let written = 0;
  while (written < length) written += writeSync(toSlice(bytes, written));
}

/** Tells the host which step runs, for its message when the step blocks the event loop. */
export const reportStep = (step: string): void => send('step', step);

let buffered: Uint8Array = new Bytes(0);

/** @returns exactly `length` bytes, or null when the host closed the channel */
async function readBytes(length: number): Promise<Uint8Array | null> {
  const chunk = new Bytes(65_536);
  while (lengthOf(buffered) < length) {
    const count = await read(chunk);
    if (count === null) return null;
    const before = lengthOf(buffered);
    const joined = new Bytes(before + count);
    setBytes(joined, buffered);
    setBytes(joined, toSlice(chunk, 0, count), before);
    buffered = joined;
  }
  const bytes = toSlice(buffered, 0, length);
  buffered = toSlice(buffered, length);
  return bytes;
}

async function readFrame(): Promise<string | null> {
  const head = await readBytes(8);
  if (!head) return null;
  const body = await readBytes(Number.parseInt(decode(head), 16));
  return body && decode(body);
}

/** Whether unhandled errors fail the current request. */
let strayErrorsFail = false;
let failRequest: ((error: unknown) => void) | null = null;

for (const name of ['error', 'unhandledrejection'] as const) {
  globalThis.addEventListener(name, (event) => {
    event.preventDefault();
    if (strayErrorsFail) failRequest?.('reason' in event ? event.reason : event.error);
  });
}

/** Sets whether an unhandled error fails the current request. */
export function failOnStrayErrors(fail: boolean): void {
  strayErrorsFail = fail;
}

/** The globals that stay: those of the language and of Node that only compute. */
const ALLOWED_GLOBALS = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error
  AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl
  ArrayBuffer SharedArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array
  BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array DataView Map BigInt Set Iterator WeakMap WeakSet
  Proxy Reflect FinalizationRegistry WeakRef DisposableStack AsyncDisposableStack Temporal decodeURI decodeURIComponent
  encodeURI encodeURIComponent escape unescape eval isFinite isNaN console queueMicrotask AbortController AbortSignal Blob
  File FormData Headers Request Response DOMException Event EventTarget CustomEvent ErrorEvent MessageEvent CloseEvent
  ProgressEvent PromiseRejectionEvent MessageChannel MessagePort BroadcastChannel Performance PerformanceEntry PerformanceMark
  PerformanceMeasure PerformanceObserver PerformanceObserverEntryList performance ReadableStream ReadableStreamDefaultReader
  ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableByteStreamController
  WritableStream WritableStreamDefaultWriter WritableStreamDefaultController TransformStream TransformStreamDefaultController
  ByteLengthQueuingStrategy CountQueuingStrategy CompressionStream DecompressionStream TextDecoder TextEncoder
  TextDecoderStream TextEncoderStream URL URLSearchParams atob btoa crypto Crypto CryptoKey SubtleCrypto structuredClone
  setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate Buffer global self`.split(/\s+/),
);

/**
 * Removes every other global; the sandbox itself prevents what they could do. Also removes what blocks without using processor time,
 * which is what the kernel limits.
 */
export function hideHost(): void {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!ALLOWED_GLOBALS.has(name)) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(Atomics, 'wait');
  Object.defineProperty(globalThis, 'process', { value: plainProcess, configurable: true, writable: true });
}

/**
 * Handles the host's requests, one at a time, until it closes the channel.
 * @param handle returns the payload of 'ok' for a request
 */
export async function serve(handle: (request: never) => Promise<unknown>): Promise<never> {
  nonce = (await readFrame()) ?? exit(0);
  send('ready');
  for (;;) {
    const frame = await readFrame();
    if (frame === null) exit(0);
    try {
      const stray = new Promise<never>((_resolve, reject) => {
        failRequest = reject;
      });
      const value = await settleFirst(handle(parse(frame as string) as never), stray);
      send('ok', stringify(value) ?? 'null');
    } catch (error) {
      send('failed', causeOf(error));
    } finally {
      failRequest = null;
    }
  }
}

/** Like Promise.race of two, with nothing that a release can replace. */
export function settleFirst<Value>(one: Promise<Value>, other: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    void forward(one, resolve, reject);
    void forward(other, resolve, reject);
  });
}

async function forward<Value>(
  promise: Promise<Value>,
  resolve: (value: Value) => void,
  reject: (error: unknown) => void,
): Promise<void> {
  try {
    resolve(await promise);
  } catch (error) {
    reject(error);
  }
}
