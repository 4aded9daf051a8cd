/** Bytes for people: '8.2 MB', '640 KB'. */
export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  // Not '0 KB' for a small file.
  return `${bytes > 0 ? Math.max(1, Math.round(bytes / 1000)) : Math.round(bytes / 1000)} KB`;
}

/** '1 item', '3 items' */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
}
