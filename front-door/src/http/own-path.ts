/** Returns a path of this site for a Location header, by default '/': `//host` and `/\host` would be another site. */
export const ownPath = (page: string | undefined): string =>
  page !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(page) ? page : '/';
