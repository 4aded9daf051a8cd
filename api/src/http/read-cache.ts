import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { OpenDatabase } from '../db/open-database.js';
import { acceptedEncoding, type Encoding } from './accepted-encoding.js';
import type { ApiEnv } from './api-env.js';
import { listJson } from './list-json.js';

type Load = () => Promise<unknown>;
/** One answer as ready bytes. */
interface Entry {
  digest: string;
  bodies: Partial<Record<Encoding, Buffer>>;
  /** the cache's key: who keeps this answer hears of its end; absent where nobody would say so */
  key?: string;
}

/**
 * What every public GET answers with: see {@link createReadCache}.
 * @param variant what `load` reads beside the route: one of a few values that the route knows, never what a visitor typed.
 * Front doors keep the answer for the path alone, so it must not depend on the query.
 */
export type Cached = (c: Context<ApiEnv>, load: Load, variant?: string) => Promise<Response>;

export interface ReadCache {
  cached: Cached;
  /**
   * Names this process's answers, as `surrogate-key`: a front door may keep one that carries it until the key is purged.
   * Of each process its own, so that one process's word is never taken for another's answers.
   */
  readonly key: string;
  /** calls back whenever every answer with the key has ended. @returns stops that */
  onPurge(listener: () => void): () => void;
  /** forgets everything; a read that is under way will not be kept */
  invalidate(): void;
  /** begins to keep answers; before that, and while the listener is down, every read goes to the database */
  start(listen: OpenDatabase['listen']): Promise<() => Promise<void>>;
}

const CHANGES = 'studio_changed';
/** Above this many bytes the best compression takes too long for the first reader. */
const LARGE = 256 * 1024;

/**
 * Keeps the answers of public reads as ready bytes (JSON, gzip, brotli; strong ETags) until a trigger says that
 * something changed. A generation number makes sure that a slow read never brings back an older state.
 */
export function createReadCache(): ReadCache {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Entry>>();
  const listeners = new Set<() => void>();
  const key = `studio-${randomUUID()}`;
  let generation = 0;
  let listening = false;

  const invalidate = () => {
    generation += 1;
    entries.clear();
    loading.clear();
    for (const listener of listeners) listener();
  };

  const fill = async (name: string, load: Load): Promise<Entry> => {
    const begun = generation;
    const entry = await compressed(await plain(load));
    if (!listening || begun !== generation) return entry;
    const lasting = { ...entry, key };
    entries.set(name, lasting);
    return lasting;
  };

  const entryOf = (name: string, load: Load): Promise<Entry> | Entry => {
    if (!listening) return plain(load);
    const kept = entries.get(name) ?? loading.get(name);
    if (kept) return kept;
    const filling = fill(name, load).finally(() => {
      if (loading.get(name) === filling) loading.delete(name);
    });
    loading.set(name, filling);
    return filling;
  };

  return {
    invalidate,
    key,
    onPurge: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // By the route, not the path: a path has many spellings.
    cached: async (c, load, variant = '') => answer(c, await entryOf(`${routePath(c)} ${variant}`, load)),
    start: async (listen) => {
      const stop = await listen(CHANGES, invalidate, (state) => {
        listening = state;
        invalidate();
      });
      return async () => {
        listening = false;
        invalidate();
        await stop();
      };
    },
  };
}

async function plain(load: Load): Promise<Entry> {
  const data = await load();
  const identity = Buffer.from(Array.isArray(data) ? listJson(data) : JSON.stringify(data));
  return { digest: createHash('sha256').update(identity).digest('base64url').slice(0, 22), bodies: { identity } };
}

async function compressed(entry: Entry): Promise<Entry> {
  const identity = entry.bodies.identity ?? Buffer.alloc(0);
  const quality = identity.length > LARGE ? 5 : 9;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(identity, { level: 6 }),
  ]);
  return { ...entry, bodies: { identity, br, gzip: gz } };
}

/** RFC 9110: each encoding is a representation with an ETag of its own; If-None-Match is compared weakly. */
function answer(c: Context<ApiEnv>, { digest, bodies, key }: Entry): Response {
  const accepted = acceptedEncoding(c.req.header('accept-encoding'));
  const encoding = bodies[accepted] ? accepted : 'identity';
  const body = bodies[encoding] ?? Buffer.alloc(0);
  const etag = `"${digest}-${encoding}"`;
  const headers: Record<string, string> = { etag, vary: 'accept-encoding', 'cache-control': 'no-cache' };
  if (key) headers['surrogate-key'] = key;
  const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return c.body(null, 304, headers);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['content-length'] = String(body.length);
  return c.body(body as Uint8Array<ArrayBuffer>, 200, headers);
}
