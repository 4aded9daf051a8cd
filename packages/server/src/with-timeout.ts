import pTimeout, { TimeoutError } from 'p-timeout';

export { TimeoutError };

/** A pending limit does not keep the process alive. */
const customTimers = {
  setTimeout: ((callback: () => void, ms: number) => setTimeout(callback, ms).unref()) as unknown as typeof setTimeout,
  clearTimeout,
};

/**
 * Limits how long `work` may take.
 * @param work gets a signal, which is aborted at the limit; it may go on for longer
 * @throws TimeoutError with `message` after so many milliseconds
 */
export async function withTimeout<Value>(
  milliseconds: number,
  message: string,
  work: (signal: AbortSignal) => Value | Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  try {
    return await pTimeout((async () => work(limit.signal))(), { milliseconds, message, customTimers });
  } catch (error) {
    if (error instanceof TimeoutError) limit.abort();
    throw error;
  }
}
