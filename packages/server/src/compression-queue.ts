/** A body below this is small … */
const SMALL_BYTES = 16 * 1024;
/** … and the queue is full for it when this many bytes are in it: the wait, 0.1 s, costs more time than its compression saves. */
const MAX_BYTES_BEFORE_SMALL = 32 * 1024;

/**
 * Compresses one body at a time: zlib uses the threads that also read files. While it is full, bodies are sent as they are
 * (`Representation`).
 */
export class CompressionQueue {
  readonly #maxBytes: number;
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param maxBytes the queue is full when bodies with this many bytes are being compressed or wait */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns whether a body is better sent as it is. @param bytes of the body */
  isFullFor(bytes: number): boolean {
    const limit = bytes < SMALL_BYTES ? Math.min(MAX_BYTES_BEFORE_SMALL, this.#maxBytes) : this.#maxBytes;
    return this.#bytes >= limit;
  }

  /** Runs `compress` after those before it, also when the queue is full. @param bytes of the body */
  run<Value>(bytes: number, compress: () => Promise<Value>): Promise<Value> {
    this.#bytes += bytes;
    const compressed = this.#last.then(compress).finally(() => {
      this.#bytes -= bytes;
    });
    this.#last = compressed.catch(() => undefined);
    return compressed;
  }
}
