import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { formatSurrogateKey, SURROGATE_KEY_HEADER } from '@godhuli/contracts/surrogate-key';
import { jsonRepresentation, respond } from '@godhuli/server/representation';
import { ResponseCache } from '@godhuli/server/response-cache';
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { OpenDatabase } from '../db/open-database.js';
import type { ApiEnv } from './api-env.js';

/**
 * Tables that the public reads. A trigger of each notifies `studio_changed` with the table's name. To add a tag: create the
 * trigger in a migration, add the table here, and name it in the `cached` calls of the routes that read it.
 * The path of a write begins with the table's name (`tagsOfWrite`); any other path invalidates every tag.
 */
export const CACHE_TAGS = [
  'content',
  'services',
  'portfolio',
  'packages',
  'testimonials',
  'stats',
  'profile',
  'timeline',
  'media',
  'cities',
  'calendar_days',
  'bookings',
  'albums',
  'videos',
  'translations',
] as const;
export type CacheTag = (typeof CACHE_TAGS)[number];

/** Paths of the calendar that do not begin with the name of a table. They change bookings, or nothing that is public. */
const CALENDAR_NOUNS: readonly unknown[] = ['calendar', 'crews', 'muhurats'];

/**
 * Returns what a successful write changed: `PUT /api/services/7` changed `services`. Undefined if the path names no table,
 * so that everything is invalidated.
 */
export function tagsOfWrite(path: string): CacheTag[] | undefined {
  const [, noun] = /^\/api\/(?:admin\/)?([^/]+)/.exec(path) ?? [];
  const tag = CALENDAR_NOUNS.includes(noun) ? 'bookings' : CACHE_TAGS.find((table) => table === noun);
  return tag && [tag];
}

/**
 * Responds to a public GET: see {@link createReadCache}.
 * @param tags the tables that `load` reads
 * @param variant what `load` reads besides the route: one of a few values that the route knows, never what a visitor typed.
 * With `isMany` it may be the name of a row or a page, and `load` throws if there is none; such responses evict only each other.
 * Front doors cache the response for the path alone, so it must not depend on the query.
 */
export type Cached = (
  c: Context<ApiEnv>,
  tags: readonly CacheTag[],
  load: () => Promise<unknown>,
  variant?: string,
  options?: { isMany?: boolean },
) => Promise<Response>;

export type ReadCache = ReturnType<typeof createReadCache>;

const CHANGES = 'studio_changed';
const CACHE_BYTES = 24 * 1024 * 1024;
/** For responses with one row of many, or one page of them: 120 pages of the gallery, or 27 of the largest stories. */
const ROW_BYTES = 12 * 1024 * 1024;
/** For lists without pages, which evict only each other: the portfolio and its categories take 65 MB with 30,000 photos. */
const LIST_BYTES = 96 * 1024 * 1024;
/** Items of a list that are written to JSON at once. */
const SLICE = 500;
const HEADERS = { 'cache-control': 'no-cache' };

/** Caches public reads until a trigger reports a change of one of their tables, also when another process made it. */
export function createReadCache() {
  const cache = new ResponseCache({ maxBytes: CACHE_BYTES, maxVariantBytes: ROW_BYTES, maxLargeBytes: LIST_BYTES });
  const listeners = new Set<(surrogateKey: string) => void>();
  /** Id of this process in its surrogate keys: it announces the invalidation of its own responses only. */
  const key = `studio-${randomUUID()}`;
  let isListening = false;

  /** Invalidates the responses made from these tables; without tables, all. A read that is running will not be cached. */
  const invalidate = (tags?: readonly string[]) => {
    cache.invalidate(tags);
    for (const listener of listeners) listener(formatSurrogateKey(key, tags));
  };

  const cached: Cached = async (c, tags, load, variant = '', { isMany = false } = {}) => {
    const read = async () => toJson(await load());
    // Sent once, so compressing it would cost more than it saves.
    if (!isListening) return respond(c.req.raw, jsonRepresentation(await read(), null), HEADERS);
    // By the route, not the path: a path has many spellings.
    const name = `${routePath(c)} ${variant}`;
    const fill = async () => ({ representation: jsonRepresentation(await read()), headers: HEADERS, tags });
    const loaded = await cache.fill(name, fill, { isVariant: isMany });
    const fresh = cache.get(name);
    const headers = fresh ? { ...HEADERS, [SURROGATE_KEY_HEADER]: formatSurrogateKey(key, tags) } : HEADERS;
    return respond(c.req.raw, (fresh ?? loaded).representation, headers);
  };

  return {
    invalidate,
    key,
    /** Counts changes of public data; null while they are not announced, so that nothing may be kept. */
    version: () => (isListening ? cache.version : null),
    /** Calls back with the surrogate key of every invalidation. @returns stops that */
    onPurge(listener: (surrogateKey: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cached,
    /** Starts to cache. Before that, and while the listener is down, every read goes to the database. @returns stops that */
    async start(listen: OpenDatabase['listen']): Promise<() => Promise<void>> {
      const stop = await listen(
        CHANGES,
        (table) => invalidate([table]),
        (state) => {
          isListening = state;
          invalidate();
        },
      );
      return async () => {
        isListening = false;
        invalidate();
        await stop();
      };
    },
  };
}

/** Other requests are handled between the slices of a long list. */
async function toJson(value: unknown): Promise<string> {
  if (!Array.isArray(value) || value.length <= SLICE) return JSON.stringify(value);
  const slices: string[] = [];
  for (let start = 0; start < value.length; start += SLICE) {
    slices.push(JSON.stringify(value.slice(start, start + SLICE)).slice(1, -1));
    await setImmediate();
  }
  return `[${slices.join(',')}]`;
}
