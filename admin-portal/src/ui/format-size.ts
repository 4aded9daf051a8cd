/** Bytes for people: '8.2 MB', '640 KB'. */
export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${Math.round(bytes / 1000)} KB`;
}

/** '1 item', '3 items' */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
}
