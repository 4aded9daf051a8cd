/** JSON with each item after the first on a line of its own: who reads a long list may parse it some lines at a time. */
export function listJson(items: readonly unknown[]): string {
  return `[${items.map((item) => JSON.stringify(item)).join(',\n')}]`;
}
