/** What an entry takes beside its value and the characters of its key: the map's slot and the objects around both. */
const ENTRY_BYTES = 500;

/** Keeps values up to a number of bytes, keys included; what was used longest ago goes first. */
export class BoundedCache<Value> {
  private readonly values = new Map<string, Value>();
  private total = 0;
  private newest: string | undefined;
  /** @param sizeOf bytes of a value alone */
  constructor(
    private readonly limitBytes: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  /** What the cache takes now, as it counts. */
  get bytes(): number {
    return this.total;
  }

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined || key === this.newest) return value;
    this.values.delete(key);
    this.append(key, value);
    return value;
  }

  /** Keeps nothing that is larger than the whole cache. */
  set(key: string, value: Value): void {
    this.delete(key);
    const bytes = this.bytesOf(key, value);
    if (bytes > this.limitBytes) return;
    this.append(key, value);
    this.total += bytes;
    for (const oldest of this.values.keys()) {
      if (this.total <= this.limitBytes) break;
      this.delete(oldest);
    }
  }

  /** Returns the keys, the one used longest ago first. */
  keys(): string[] {
    return [...this.values.keys()];
  }

  clear(): void {
    this.values.clear();
    this.total = 0;
  }

  /** A character takes two bytes unless all of them are Latin-1. */
  private bytesOf(key: string, value: Value): number {
    return ENTRY_BYTES + 2 * key.length + this.sizeOf(value);
  }

  private append(key: string, value: Value): void {
    this.values.set(key, value);
    this.newest = key;
  }

  private delete(key: string): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.total -= this.bytesOf(key, value);
  }
}
