import { LRUCache } from 'lru-cache';

/** What an entry takes besides its value and the characters of its key: the slot in the map and the objects around both. */
const ENTRY_BYTES = 500;

/**
 * Creates a cache that holds up to a number of bytes, keys included. The entry that was used longest ago is evicted first;
 * a value that is larger than the whole cache is not stored.
 * @param sizeOf bytes of a value without its key
 */
export function createByteLimitedCache<Value extends object>(
  maxBytes: number,
  sizeOf: (value: Value) => number,
): LRUCache<string, Value> {
  return new LRUCache({
    maxSize: maxBytes,
    // A character takes two bytes unless all of them are Latin-1.
    sizeCalculation: (value, key) => ENTRY_BYTES + 2 * key.length + Math.ceil(sizeOf(value)),
  });
}
