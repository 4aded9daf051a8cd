import type { Logger } from '../logger.js';

/** Which page data could not be read lately, so that pages show older data or none. */
export interface StaleData {
  /** a read failed, or took longer than a page waits */
  failed(path: string, cause: unknown): void;
  answered(path: string): void;
  /** when the first read failed, in ms since 1970; null while all data is current */
  since(): number | null;
  paths(): string[];
}

/** Logs the first failed read of an outage, and its end. */
export function createStaleData(logger: Logger, now: () => number): StaleData {
  const paths = new Set<string>();
  let begun = 0;
  return {
    failed(path, cause) {
      if (paths.size === 0) {
        begun = now();
        logger.warn({ err: cause, path }, 'the API is not available; pages show their last known data');
      }
      paths.add(path);
    },
    answered(path) {
      if (!paths.delete(path) || paths.size > 0) return;
      logger.warn(
        { seconds: Math.round((now() - begun) / 1000) },
        'the API is available again; pages show current data',
      );
    },
    paths: () => [...paths],
    since: () => (paths.size === 0 ? null : begun),
  };
}
