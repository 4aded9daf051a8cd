import styles from './devanagari.css?inline';
import text from './fonts/noto-sans-devanagari.woff2';
import display from './fonts/noto-serif-devanagari.woff2';

/** The letters, danda, joiners and dotted circle. Everything else comes from the fonts of the whole site. */
const RANGE = 'U+0900-097F,U+200C-200D,U+25CC';

const face = (family: string, url: string, weight: string) =>
  `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:${weight};font-display:swap;unicode-range:${RANGE}}`;

/** Families of `DEVANAGARI_STYLES`, by what the theme calls them. */
export const DEVANAGARI_FAMILIES = { display: 'Noto Serif Devanagari', text: 'Noto Sans Devanagari' };

/**
 * The styles of pages in Marathi and Hindi: fonts with Devanagari, and room for the signs above and below its line. The fonts are
 * Noto's, reduced (subset-font) to the letters of both languages and to the weights 400 to 600.
 */
export const DEVANAGARI_STYLES =
  face(DEVANAGARI_FAMILIES.display, display, '400') + face(DEVANAGARI_FAMILIES.text, text, '400 600') + styles;
