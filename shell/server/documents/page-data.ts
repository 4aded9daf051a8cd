import { type Api, internalRequest } from '../api-client.js';
import type { Logger } from '../logger.js';

export interface PageData {
  /** JSON by API path; a path that has never answered is absent */
  values: Record<string, unknown>;
  /** changes whenever a value does */
  tag: string;
}

interface Kept {
  etag: string;
  value: unknown;
  /** grows with every new value of this path, for answers without an entity tag */
  revision: number;
}

export interface PageDataSource {
  read(paths: readonly string[]): Promise<PageData>;
  /** Something was written: nothing is taken as current before it has been asked for again. */
  invalidate(): void;
}

/** Another process's write shows after this long; one through this front door at once. */
const CURRENT_FOR_MS = 1000;

/**
 * Reads what pages are rendered from, through the API, asking with the entity tags it holds. A path that fails keeps its
 * last good value, so that the public page outlives the database.
 */
export function createPageData(api: Api, logger: Logger, now: () => number): PageDataSource {
  const kept = new Map<string, Kept>();
  const checkedAt = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  let writes = 0;

  async function refresh(path: string): Promise<void> {
    const writesBefore = writes;
    const startedAt = now();
    const before = kept.get(path);
    const response = await api(
      internalRequest(path, {
        headers: { accept: 'application/json', ...(before?.etag ? { 'if-none-match': before.etag } : {}) },
      }),
    );
    if (response.ok) {
      const text = await response.text();
      kept.set(path, {
        etag: response.headers.get('etag') ?? '',
        value: JSON.parse(text),
        revision: (before?.revision ?? 0) + 1,
      });
    } else if (response.status !== 304) throw new Error(`GET ${path} answered ${response.status}`);
    if (writes === writesBefore) checkedAt.set(path, startedAt);
  }

  function current(path: string): Promise<void> {
    if (now() - (checkedAt.get(path) ?? Number.NEGATIVE_INFINITY) < CURRENT_FOR_MS) return Promise.resolve();
    const key = `${writes} ${path}`;
    const running = underWay.get(key);
    if (running) return running;
    const promise = refresh(path)
      .catch((error) => {
        logger.warn({ err: error, path }, 'page data is not current');
        checkedAt.set(path, now());
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, promise);
    return promise;
  }

  return {
    async read(paths) {
      await Promise.all(paths.map(current));
      const values: Record<string, unknown> = {};
      const tags: string[] = [];
      for (const path of paths) {
        const entry = kept.get(path);
        if (!entry) continue;
        values[path] = entry.value;
        tags.push(`${path}=${entry.etag || entry.revision}`);
      }
      return { values, tag: tags.join('&') };
    },
    invalidate() {
      writes += 1;
      checkedAt.clear();
    },
  };
}
