import { ApiError } from '@godhuli/contracts/api-error';
import { Cancelled } from '../call';

/** Seconds until the next try while the server cannot be reached; the last one repeats. */
const WAITS_S = [1, 2, 4, 8, 15, 30];
/** No response, or that of a proxy or server which is not ready. */
const LOST_STATUSES = [0, 502, 503, 504];

/** Whether a request can work later, without a change. */
export const isLost = (error: unknown) =>
  error instanceof Cancelled ||
  (error instanceof ApiError && (LOST_STATUSES.includes(error.status) || error.status === 401));

/** All uploads wait for the connection together. */
export class Reconnect {
  readonly #tryAgain: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failedTries = 0;

  constructor(tryAgain: () => void) {
    this.#tryAgain = tryAgain;
  }

  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  /** Tries again later. A 401 waits for the next sign-in. */
  wait(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) return;
    if (this.isWaiting) return;
    const askedS = error instanceof ApiError ? error.retryAfterS : 0;
    const waitS = Math.max(WAITS_S[Math.min(this.#failedTries, WAITS_S.length - 1)] ?? 0, Math.min(askedS, 60));
    this.#failedTries += 1;
    this.#timer = setTimeout(this.#tryAgain, waitS * 1000);
  }

  stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The next wait is the shortest one. */
  reset(): void {
    this.#failedTries = 0;
  }
}
