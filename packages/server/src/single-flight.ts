/** Calls that run at the same time under one key share one result. */
export class SingleFlight<Value> {
  readonly #running = new Map<string, Promise<Value>>();

  /** Returns whether a call under the key is running. */
  has(key: string): boolean {
    return this.#running.has(key);
  }

  /** Returns the result of the call that runs under the key, or starts one. A failure is shared and not remembered. */
  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key);
    if (running) return running;
    const promise = work().finally(() => this.#running.delete(key));
    this.#running.set(key, promise);
    return promise;
  }

  /** Resolves when the calls that run now have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}
