/** An archive or build that is not a plain, small folder of files. `message` is a sentence for its author. */
export class BadArchive extends Error {
  override name = 'BadArchive';
}
