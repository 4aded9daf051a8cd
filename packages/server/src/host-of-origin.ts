/** Returns the host of an http(s) origin, or '' for `null` and other values. Behind a proxy that ends TLS the scheme differs. */
export function hostOfOrigin(origin: string): string {
  if (!URL.canParse(origin)) return '';
  const url = new URL(origin);
  return ['http:', 'https:'].includes(url.protocol) && url.origin === origin ? url.host : '';
}
