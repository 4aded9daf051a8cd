import { type Api, internalRequest, within } from '../api-client.js';
import type { Logger } from '../logger.js';
import { createStaleData } from './stale-data.js';

export interface PageData {
  /** JSON by API path; a path that has never answered is absent */
  values: Record<string, unknown>;
  /** changes whenever a value does */
  tag: string;
  /** all of it stays current until `invalidate` is called */
  lasting: boolean;
}

interface Kept {
  etag: string;
  value: unknown;
  /** grows with every new value of this path, for answers without an entity tag */
  revision: number;
}

export interface PageDataSource {
  read(paths: readonly string[]): Promise<PageData>;
  /** Something was written, here or elsewhere: nothing is taken as current before it has been asked for again. */
  invalidate(): void;
  /** Reads what is not current. @returns since when the API fails, in ms since 1970; null while all data is current */
  findStaleSince(paths: readonly string[]): Promise<number | null>;
}

/** When it is, and how long something takes. */
export interface Clock {
  now(): number;
  /** `aborted` ends the wait */
  wait(ms: number, aborted: AbortSignal): Promise<void>;
}

/** An API that failed is asked again after this long. */
const FAILURE_STANDS_MS = 1000;
/** A page waits no longer than this for its data; a part without any is fetched by the browser. */
const PATIENCE_MS = 1000;
/** A read that has not ended by then has failed, so that the API is asked again. */
const LONGEST_READ_MS = 30_000;

/**
 * Reads what pages are rendered from, through the API, asking with the entity tags it holds. A path that fails, or that
 * takes too long, keeps its last good value, so that the public page outlives the database; without one it is absent.
 * @param surrogateKey of the answers whose end `invalidate` will tell; any other answer is asked for at every read
 */
export function createPageData(
  api: Api,
  logger: Logger,
  clock: Clock,
  surrogateKey: () => string | null,
): PageDataSource {
  const { now } = clock;
  const kept = new Map<string, Kept>();
  const lasting = new Set<string>();
  const failedAt = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  const stale = createStaleData(logger, now);
  let writes = 0;

  async function refresh(path: string, signal: AbortSignal): Promise<void> {
    const writesBefore = writes;
    /** A read that began after a later write has answered: this one would bring older data back. */
    const isOvertaken = () => signal.aborted || (writes !== writesBefore && lasting.has(path));
    const before = kept.get(path);
    const response = await api(
      internalRequest(path, {
        headers: { accept: 'application/json', ...(before?.etag ? { 'if-none-match': before.etag } : {}) },
        signal,
      }),
    );
    if (response.ok) {
      const text = await response.text();
      if (isOvertaken()) return;
      kept.set(path, {
        etag: response.headers.get('etag') ?? '',
        value: JSON.parse(text),
        revision: (before?.revision ?? 0) + 1,
      });
    } else if (response.status !== 304) throw new Error(`GET ${path} returned ${response.status}`);
    const key = response.headers.get('surrogate-key');
    if (writes === writesBefore && key !== null && key === surrogateKey()) lasting.add(path);
  }

  function current(path: string): Promise<void> {
    const failed = failedAt.get(path) ?? Number.NEGATIVE_INFINITY;
    if (lasting.has(path) || now() - failed < FAILURE_STANDS_MS) return Promise.resolve();
    const key = `${writes} ${path}`;
    const running = underWay.get(key);
    if (running) return running;
    const ended = new AbortController();
    const refreshed = within(LONGEST_READ_MS, (signal) => refresh(path, signal))
      .then(() => stale.answered(path))
      .catch((error) => {
        if (lasting.has(path)) return;
        stale.failed(path, error);
        failedAt.set(path, now());
      })
      .finally(() => {
        ended.abort();
        underWay.delete(key);
      });
    const impatience = clock.wait(PATIENCE_MS, ended.signal).then(() => {
      if (!ended.signal.aborted && !lasting.has(path))
        stale.failed(path, new Error(`no answer within ${PATIENCE_MS} ms`));
    });
    const awaited = Promise.race([refreshed, impatience]);
    underWay.set(key, awaited);
    return awaited;
  }

  const readAll = (paths: Iterable<string>) => Promise.all([...paths].map(current));

  return {
    async read(paths) {
      await readAll(paths);
      const values: Record<string, unknown> = {};
      const tags: string[] = [];
      for (const path of paths) {
        const entry = kept.get(path);
        if (!entry) continue;
        values[path] = entry.value;
        tags.push(`${path}=${entry.etag || entry.revision}`);
      }
      return { values, tag: tags.join('&'), lasting: paths.every((path) => lasting.has(path)) };
    },
    invalidate() {
      writes += 1;
      lasting.clear();
      failedAt.clear();
    },
    async findStaleSince(paths) {
      await readAll(new Set([...paths, ...stale.paths()]));
      return stale.since();
    },
  };
}
