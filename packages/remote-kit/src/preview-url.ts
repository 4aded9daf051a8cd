/** Returns the URL at which signed-in staff see a release, or a local development server, instead of the live release. */
export function previewUrl(site: URL, query: { remote: string } & ({ version: string } | { dev: string })): string {
  return new URL(`/preview?${new URLSearchParams(query)}`, site).href;
}
