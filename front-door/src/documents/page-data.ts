import { type DataPaths, withSegment } from '@godhuli/contracts/route-data';
import { parseSurrogateKey, SURROGATE_KEY_HEADER } from '@godhuli/contracts/surrogate-key';
import { jsonRepresentation } from '@godhuli/server/representation';
import type { CachedResponse, ResponseCache } from '@godhuli/server/response-cache';
import { COMMON_HEADERS } from '@godhuli/server/security-headers';
import { type Api, internalRequest, withApiTimeout } from '../api-client.js';
import type { Logger } from '../logger.js';

/** A response of the API in the front door's cache, under its path. */
export interface CachedData extends CachedResponse {
  /** the API's own entity tag, for the next conditional request */
  state: string;
  json: unknown;
}

export interface PageData {
  /** JSON by API path; a path that has never been read successfully is absent */
  values: Record<string, unknown>;
  /** changes whenever a value does */
  state: string;
  /** of all values; null if some of them may be out of date */
  tags: string[] | null;
  /** the version of the cache before the data was read */
  since: number;
}

/** The data of one page. */
export interface DataOfPage extends PageData {
  /** without what was read for the segment of the URL: the same for all URLs of a route */
  shared: PageData;
  /** the API has nothing for the segment: every URL like this has the same data */
  isNotFound: boolean;
  /** what belongs to the segment could not be read */
  hasFailed: boolean;
}

export type PageDataSource = ReturnType<typeof createPageData>;

/** The time, and waiting. */
export interface Clock {
  /** ms since 1970; may step back */
  now(): number;
  /** ms since some moment; never steps back */
  elapsed(): number;
  /** `aborted` ends the wait */
  wait(ms: number, aborted: AbortSignal): Promise<void>;
}

/** After a failed read the API is requested again after this long. */
const RETRY_AFTER_MS = 1000;
/** A page waits no longer than this for its data; the browser fetches a part that is missing. */
const PAGE_WAIT_MS = 1000;
const READ_TIMEOUT_MS = 30_000;
/** Data that no page needs is cached up to this size, so that it evicts no pages. The API caches what is larger. */
const MAX_UNUSED_BYTES = 2 * 1024 * 1024;

const UNREADABLE = 'the data of a page could not be read';

/** Not found, or a segment that the API's own rules refuse. */
const NOTHING_THERE = [404, 422];
class NothingThere extends Error {}
class TooLarge extends Error {}
/** Replaces data that the API no longer has; never fresh. */
const NO_LONGER_THERE: CachedData = {
  representation: jsonRepresentation('null'),
  headers: {},
  tags: null,
  state: '',
  json: null,
};

interface PageDataOptions {
  api: Api;
  cache: ResponseCache<CachedResponse>;
  logger: Logger;
  clock: Clock;
  /** the API process whose invalidations arrive here; null while none do */
  trustedProcess(): string | null;
  /** whether a live release or the front door itself reads a path; failures of others do not make the site out of date */
  isInUse(path: string): boolean;
}

/**
 * Reads the data that pages are rendered from, through the API, with conditional requests. The last value of each path stays
 * in the cache, so that pages outlive the database.
 */
export function createPageData({ api, cache, logger, clock, trustedProcess, isInUse }: PageDataOptions) {
  /** by path as a release declares it: visitors can make up segments */
  const failures = new Map<string, { at: number; version: number }>();
  /** until the read of a path has ended */
  const waits = new Map<string, Promise<void>>();
  const outage = createOutageLog(logger, clock, isInUse);
  const lastData = (path: string) => cache.last(path) as CachedData | undefined;
  const hasJustFailed = (declared: string) => {
    const failure = failures.get(declared);
    return failure?.version === cache.version && clock.elapsed() - failure.at < RETRY_AFTER_MS;
  };

  async function request(path: string, last: CachedData | undefined, signal: AbortSignal): Promise<CachedData> {
    const headers = { accept: 'application/json', ...(last?.state ? { 'if-none-match': last.state } : {}) };
    const response = await api(internalRequest(path, { headers, signal }));
    if (NOTHING_THERE.includes(response.status)) throw new NothingThere(`GET ${path} returned ${response.status}`);
    if (!response.ok && !(response.status === 304 && last)) throw new Error(`GET ${path} returned ${response.status}`);
    const key = parseSurrogateKey(response.headers.get(SURROGATE_KEY_HEADER) ?? '');
    const tags = key.process !== '' && key.process === trustedProcess() ? key.tags : null;
    if (response.status === 304 && last) return { ...last, tags };
    if (Number(response.headers.get('content-length')) > MAX_UNUSED_BYTES && !isInUse(path)) {
      await response.body?.cancel();
      throw new TooLarge();
    }
    const text = await response.text();
    const requestId = response.headers.get('x-request-id');
    return {
      representation: jsonRepresentation(text),
      headers: {
        ...COMMON_HEADERS,
        'cache-control': response.headers.get('cache-control') ?? 'no-cache',
        ...(requestId === null ? {} : { 'x-request-id': requestId }),
      },
      tags,
      state: response.headers.get('etag') ?? '',
      json: JSON.parse(text),
    };
  }

  async function load(path: string): Promise<void> {
    const { version } = cache;
    try {
      await cache.fill(path, (last) =>
        withApiTimeout((signal) => request(path, last as CachedData | undefined, signal), READ_TIMEOUT_MS),
      );
      outage.end(path);
    } catch (error) {
      // A later read has succeeded.
      if (cache.get(path)) return;
      const isTooLarge = error instanceof TooLarge;
      // It stays too large until the data changes.
      failures.set(path, { at: isTooLarge ? Number.POSITIVE_INFINITY : clock.elapsed(), version });
      if (isTooLarge) return;
      if (!(error instanceof NothingThere)) return outage.begin(path, error);
      logger.warn({ err: error, path }, UNREADABLE);
      outage.end(path);
    }
  }

  /**
   * Reads a path with a segment. What the API does not know is not stored, so that visitors cannot fill the cache. What it no longer
   * knows replaces the last value, which must not come back while the API is unavailable.
   */
  async function loadOfSegment(path: string, declared: string): Promise<'read' | 'nothing' | 'failed'> {
    const { version } = cache;
    try {
      const load = async (last: CachedResponse | undefined) => {
        const known = last as CachedData | undefined;
        try {
          return await withApiTimeout((signal) => request(path, known, signal), READ_TIMEOUT_MS);
        } catch (error) {
          if (error instanceof NothingThere && known) return NO_LONGER_THERE;
          throw error;
        }
      };
      const data = await cache.fill(path, load, { isVariant: true });
      return data === NO_LONGER_THERE ? 'nothing' : 'read';
    } catch (error) {
      if (error instanceof NothingThere) return 'nothing';
      logger.warn({ err: error, path }, UNREADABLE);
      failures.set(declared, { at: clock.elapsed(), version });
      return 'failed';
    }
  }

  /** Returns null if the API has nothing at a path with a segment, undefined if that is unknown. */
  async function readOfSegment(declared: string, segment: string): Promise<unknown> {
    const path = withSegment(declared, segment);
    if (!cache.get(path) && !hasJustFailed(declared)) {
      const ended = new AbortController();
      const loaded = loadOfSegment(path, declared).finally(() => ended.abort());
      const result = await Promise.race([loaded, clock.wait(PAGE_WAIT_MS, ended.signal)]);
      if (result === 'nothing') return null;
    }
    return lastData(path)?.json;
  }

  /** Waits until a path has been read, but not for long. Later callers do not wait for the same slow read again. */
  function refresh(path: string): Promise<void> {
    if (cache.get(path) || hasJustFailed(path)) return Promise.resolve();
    const key = `${cache.version} ${path}`;
    const waiting = waits.get(key);
    if (waiting) return waiting;
    const ended = new AbortController();
    const loaded = load(path).finally(() => {
      ended.abort();
      waits.delete(key);
    });
    const tooSlow = clock.wait(PAGE_WAIT_MS, ended.signal).then(() => {
      if (!ended.signal.aborted && !cache.get(path))
        outage.begin(path, new Error(`no response within ${PAGE_WAIT_MS} ms`));
    });
    const wait = Promise.race([loaded, tooSlow]);
    waits.set(key, wait);
    return wait;
  }

  const refreshAll = (paths: Iterable<string>) => Promise.all([...paths].map(refresh));

  /** Reads what is not fresh in the cache. A path that fails, or takes too long, keeps its last value. */
  async function read(paths: readonly string[]): Promise<PageData> {
    const since = cache.version;
    await refreshAll(paths);
    return dataOf(paths, since);
  }

  function dataOf(paths: readonly string[], since: number): PageData {
    const known = paths.flatMap((path) => {
      const data = lastData(path);
      return data ? [{ path, ...data }] : [];
    });
    const isFresh = paths.every((path) => cache.get(path));
    return {
      values: Object.fromEntries(known.map(({ path, json }) => [path, json])),
      state: known.map(({ path, representation }) => `${path}=${representation.hash}`).join('&'),
      tags: isFresh ? [...new Set(known.flatMap(({ tags }) => tags ?? []))] : null,
      since,
    };
  }

  return {
    read,
    /** Reads the data of a page. Of what it is made from, only the paths without a segment are read ahead of its request. */
    async readPage({ fixed, ofSegment, segment }: DataPaths): Promise<DataOfPage> {
      const shared = await read(fixed);
      if (ofSegment.length === 0) return { ...shared, shared, isNotFound: false, hasFailed: false };
      const values = segment === null ? [] : await Promise.all(ofSegment.map((path) => readOfSegment(path, segment)));
      if (segment === null || values.includes(null)) {
        const nothing = Object.fromEntries(ofSegment.map((path) => [withSegment(path, '*'), null]));
        const found = { ...shared, values: { ...shared.values, ...nothing } };
        return { ...found, shared, isNotFound: true, hasFailed: false };
      }
      const data = dataOf([...fixed, ...ofSegment.map((path) => withSegment(path, segment))], shared.since);
      return { ...data, shared, isNotFound: false, hasFailed: values.includes(undefined) };
    },
    /** Forgets failed reads of paths that are no longer in use. */
    forgetUnused: outage.endUnused,
    /** Reads what is not fresh. @returns since when reads fail, in ms since 1970; null while all data is current */
    async findStaleSince(paths: readonly string[]): Promise<number | null> {
      await refreshAll(new Set([...paths, ...outage.paths()]));
      return outage.since();
    },
  };
}

/** Which paths in use could not be read lately. Logs the first failed read of an outage, and its end. */
function createOutageLog(logger: Logger, clock: Clock, isInUse: (path: string) => boolean) {
  const failing = new Set<string>();
  let since = 0;
  let begunAt = 0;
  function end(path: string) {
    if (!failing.delete(path) || failing.size > 0) return;
    const seconds = Math.round((clock.elapsed() - begunAt) / 1000);
    logger.warn({ seconds }, 'the API is available again; pages show current data');
  }
  return {
    begin(path: string, cause: unknown) {
      if (!isInUse(path)) return;
      if (failing.size === 0) {
        since = clock.now();
        begunAt = clock.elapsed();
        logger.warn({ err: cause, path }, 'the API is not available; pages show their last known data');
      }
      failing.add(path);
    },
    end,
    endUnused() {
      for (const path of failing) if (!isInUse(path)) end(path);
    },
    paths: () => [...failing],
    /** in ms since 1970; null while all data is current */
    since: () => (failing.size === 0 ? null : since),
  };
}
