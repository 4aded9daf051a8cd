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

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
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
