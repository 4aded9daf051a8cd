/** Keeps values up to a number of bytes; what was used longest ago goes first. */
export class BoundedCache<Value> {
  private readonly values = new Map<string, Value>();
  private bytes = 0;
  private newest: string | undefined;
  constructor(
    private readonly limitBytes: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined || key === this.newest) return value;
    this.values.delete(key);
    this.append(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    this.append(key, value);
    this.bytes += this.sizeOf(value);
    for (const oldest of this.values.keys()) {
      if (this.bytes <= this.limitBytes || oldest === key) break;
      this.delete(oldest);
    }
  }

  clear(): void {
    this.values.clear();
    this.bytes = 0;
  }

  private append(key: string, value: Value): void {
    this.values.set(key, value);
    this.newest = key;
  }

  private delete(key: string): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.bytes -= this.sizeOf(value);
  }
}
