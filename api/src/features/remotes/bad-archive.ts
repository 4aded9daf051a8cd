/** An archive or build that breaks the rules for releases (paths, kinds, sizes). `message` is shown to its author. */
export class BadArchive extends Error {
  override name = 'BadArchive';
}
