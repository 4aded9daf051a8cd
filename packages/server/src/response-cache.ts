import { createByteLimitedCache } from './byte-limited-cache.js';
import type { Representation } from './representation.js';
import { SingleFlight } from './single-flight.js';

/** A response that many visitors share. */
export interface CachedResponse {
  representation: Representation;
  /** without those that depend on the encoding */
  headers: Readonly<Record<string, string>>;
  /** a document whose script asks whether it is current (`DOCUMENT_CHECK`) */
  isChecked?: boolean;
  /** other than 200 */
  status?: 404 | 503 | undefined;
  /** what it was made from; null if it may be out of date already, so that it is only a fallback */
  tags: readonly string[] | null;
}

interface CacheEntry<Value> {
  value: Value;
  /** how many invalidations there had been when the response began to be made */
  version: number;
}

interface FillOptions {
  /** `version` from before the data was read; now, unless given */
  since?: number;
  /** callers with the same state share one load, whatever has been invalidated in between */
  state?: string;
  /** made for a URL that a visitor can make up: such responses evict only each other */
  isVariant?: boolean;
}

interface ResponseCacheOptions<Value> {
  maxBytes: number;
  /** for variants; none unless given */
  maxVariantBytes?: number;
  /** for responses that take more than a sixteenth of `maxBytes`, which evict only each other; none unless given */
  maxLargeBytes?: number;
  /** bytes of an entry without its key */
  sizeOf?: (value: Value) => number;
}

const LARGE_SHARE = 1 / 16;

/**
 * Caches responses until one of their tags is invalidated. An invalidated response stays as a fallback for when its source
 * is unavailable (`last`). A response that was loaded before an invalidation never counts as fresh after it.
 */
export class ResponseCache<Value extends CachedResponse = CachedResponse> {
  readonly #shared;
  readonly #variants;
  readonly #large;
  readonly #isLarge: (value: Value) => boolean;
  readonly #loads = new SingleFlight<Value>();
  /** the version at which each tag was last invalidated */
  readonly #invalidatedAt = new Map<string, number>();
  #allInvalidatedAt = 0;
  #version = 0;

  constructor(options: ResponseCacheOptions<Value>) {
    const { maxBytes, maxVariantBytes = 0, maxLargeBytes = 0, sizeOf = sizeOfResponse } = options;
    const sizeOfEntry = ({ value }: CacheEntry<Value>) => sizeOf(value);
    const shared = createByteLimitedCache(maxBytes, sizeOfEntry);
    this.#shared = shared;
    this.#variants = maxVariantBytes > 0 ? createByteLimitedCache(maxVariantBytes, sizeOfEntry) : shared;
    this.#large = maxLargeBytes > 0 ? createByteLimitedCache(maxLargeBytes, sizeOfEntry) : shared;
    this.#isLarge = (value) => sizeOf(value) > maxBytes * LARGE_SHARE;
  }

  /** Counts invalidations. */
  get version(): number {
    return this.#version;
  }

  /** Returns the response if it is fresh. */
  get(key: string): Value | undefined {
    const entry = this.#entry(key);
    return entry && this.#isFresh(entry) ? entry.value : undefined;
  }

  /** Returns the response as it was last loaded, fresh or not. */
  last(key: string): Value | undefined {
    return this.#entry(key)?.value;
  }

  /** Returns whether `fill` with this key and state would share a load. */
  isFilling(key: string, state: string): boolean {
    return this.#loads.has(`${key} ${state}`);
  }

  /**
   * Returns the fresh response, or loads it once for all callers.
   * @param load gets the last response, whose bytes it may return again
   */
  async fill(
    key: string,
    load: (last: Value | undefined) => Promise<Value>,
    { since = this.#version, state = String(since), isVariant = false }: FillOptions = {},
  ): Promise<Value> {
    const fresh = this.get(key);
    if (fresh) return fresh;
    return this.#loads.run(`${key} ${state}`, async () => {
      const value = await load(this.last(key));
      const newer = this.#entry(key);
      if (newer && newer.version > since) return newer.value;
      for (const store of [this.#shared, this.#variants, this.#large]) store.delete(key);
      const store = isVariant ? this.#variants : this.#isLarge(value) ? this.#large : this.#shared;
      store.set(key, { value, version: since });
      return value;
    });
  }

  /** From now on no response with one of these tags is fresh; without tags, no response at all. */
  invalidate(tags?: readonly string[]): void {
    this.#version += 1;
    if (tags === undefined) this.#allInvalidatedAt = this.#version;
    else for (const tag of tags) this.#invalidatedAt.set(tag, this.#version);
  }

  #entry(key: string): CacheEntry<Value> | undefined {
    return this.#shared.get(key) ?? this.#variants.get(key) ?? this.#large.get(key);
  }

  #isFresh({ value: { tags }, version }: CacheEntry<Value>): boolean {
    if (tags === null || this.#allInvalidatedAt > version) return false;
    return tags.every((tag) => (this.#invalidatedAt.get(tag) ?? 0) <= version);
  }
}

const sizeOfResponse = ({ representation }: CachedResponse) => representation.memoryBytes;
