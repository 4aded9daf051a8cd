import styles from './devanagari.css?inline';
import text from './fonts/noto-sans-devanagari.woff2';
import display from './fonts/noto-serif-devanagari.woff2';

/** The letters, danda, joiners and dotted circle. Everything else comes from the fonts of the whole site. */
const RANGE = 'U+0900-097F,U+200C-200D,U+25CC';

const face = (family: string, url: string, weight: string) =>
  `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:${weight};font-display:swap;unicode-range:${RANGE}}`;

/**
 * The styles of pages in Marathi and Hindi: fonts with Devanagari, and room for the signs above and below its line. The fonts are
 * Noto's, reduced (subset-font) to the letters of both languages and to the weights 400 to 600.
 */
export const DEVANAGARI_STYLES =
  face('Noto Serif Devanagari', display, '400') + face('Noto Sans Devanagari', text, '400 600') + styles;
