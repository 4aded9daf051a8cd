import { addFonts } from '../add-fonts';
import { whenReading } from '../visitor-input';
import { LONGEST_WAIT_MS } from './longest-wait';

/** The subsets of a family that every page needs, Latin and the rupee. The browser loads others when a character needs them. */
const NEEDED_SUBSET = /U\+0*20(-|B9)/i;

/** Stylesheets whose fonts load later. */
const held: HTMLLinkElement[] = [];
let hasBegun = false;
// Fonts are added together, because each addition causes a layout of all text.
let former = Promise.resolve();
let arrivedFaces: FontFace[] = [];

/** Inserts stylesheets. In a deferred page one of fonts loads at once and is never applied; its fonts load later. */
export function insertStyles(hrefs: string[], isDeferred: boolean | undefined): void {
  for (const href of hrefs) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    if (isDeferred) {
      link.media = 'print';
      link.onload = () => {
        if (facesOf(link.sheet).length === 0) link.media = 'all';
      };
      held.push(link);
    }
    document.head.append(link);
  }
}

/** Loads the fonts of the stylesheets, once. */
export const loadFonts = () => {
  if (hasBegun) return;
  hasBegun = true;
  for (const link of held) {
    const load = () => loadFamilies(facesOf(link.sheet));
    if (link.sheet) load();
    else link.addEventListener('load', load);
  }
};

/** Returns the fonts of a stylesheet that is not applied; none while it loads. */
function facesOf(sheet: CSSStyleSheet | null): FontFace[] {
  const rules = [...(sheet?.cssRules ?? [])].filter((rule) => rule instanceof CSSFontFaceRule);
  return rules.map(({ style }) => {
    const read = (name: string) => style.getPropertyValue(name);
    return new FontFace(read('font-family').replaceAll('"', ''), read('src'), {
      weight: read('font-weight'),
      style: read('font-style'),
      unicodeRange: read('unicode-range'),
      display: 'swap',
    });
  });
}

function loadFamilies(all: FontFace[]): void {
  // Adding a font costs a layout; the fonts of other themes are not used.
  const style = getComputedStyle(document.documentElement);
  const used = style.getPropertyValue('--font-display') + style.getPropertyValue('--font-text');
  const faces = all.filter(({ family }) => used.includes(family.replaceAll('"', '')));
  const loads = new Map<string, Promise<FontFace>[]>();
  for (const face of faces) {
    const loading = NEEDED_SUBSET.test(face.unicodeRange) ? [face.load()] : [];
    loads.set(kindOf(face), [...(loads.get(kindOf(face)) ?? []), ...loading]);
  }
  const arrived = Promise.allSettled([...loads.values()].flat());
  const enough = Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
  // A font that is added before it is loaded would shift the layout when it arrives.
  for (const [kind, own] of loads)
    Promise.allSettled([enough, ...own]).then(() => {
      arrivedFaces.push(...faces.filter((face) => kindOf(face) === kind));
      former = former.then(async () => {
        await whenReading();
        const together = arrivedFaces;
        arrivedFaces = [];
        // Fonts that cannot be added do not block the next ones.
        if (together.length > 0) await addFonts(together, whenReading).catch(console.error);
      });
    });
}

const kindOf = ({ family, style }: FontFace) => `${family} ${style}`;
