/**
 * Returns text with line breaks of one kind and without the invisible control characters of a word processor, which the API refuses
 * (text.ts); two of them break a line.
 */
export const printable = (value: string): string =>
  value.replace(/\r\n|[\v\f]/g, '\n').replace(/(?![\n\r\t])\p{Cc}/gu, '');
