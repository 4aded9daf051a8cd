/** Where signed-in staff see a release, or a development server of their own machine, in place of the live release. */
export function previewAddress(site: URL, query: { remote: string } & ({ version: string } | { dev: string })): string {
  return new URL(`/preview?${new URLSearchParams(query)}`, site).href;
}
