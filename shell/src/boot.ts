/*
 * Runs in the head of every document, before anything of ours is loaded (its digest stands in the Content-Security-Policy).
 * A page with the server's markup paints first: scripts enter after the first photograph, at the first touch of the
 * visitor, or after four seconds; web fonts once the scripts are there. Scripts are unordered, so that a remote that
 * hangs holds no one up; `data-state` tells the shell how each one ended.
 */
import type { PageComposition, PageScript } from '@godhuli/contracts/page';
import { addFonts } from './add-fonts';

const LONGEST_WAIT_MS = 4000;
/** So long a page may grow above the place that its address names. */
const LONGEST_GROWTH_MS = 10_000;
/** The first view's photograph, in the server's markup below this script. */
const PHOTOGRAPH = '#root img[fetchpriority="high"]';
/** The part of a family that all text needs; what else there is loads when a letter asks for it. */
const BASIC_LATIN = /U\+0*20-/i;

/** The fonts of a stylesheet that does not apply; none while it is on its way. */
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

const kindOf = ({ family, style }: FontFace) => `${family} ${style}`;

/** Keeps an element at the top of the window while the page grows above it, until the visitor moves. */
function stayAt(id: string): void {
  const growth = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }));
  document.addEventListener('DOMContentLoaded', () => growth.observe(document.body));
  const end = () => growth.disconnect();
  for (const move of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(move, end, { once: true, passive: true });
  setTimeout(end, LONGEST_GROWTH_MS);
}

(() => {
  const page: Omit<PageComposition, 'data'> = JSON.parse(document.getElementById('composition')?.textContent ?? '');
  let begun = false;
  const held: HTMLLinkElement[] = [];
  let loaded = false;
  // Fonts are fetched together and made known a family at a time: each lays out anew what has its text, in a frame of its own.
  let turn = Promise.resolve();
  const loadFamilies = (faces: FontFace[]) => {
    const loads = new Map<string, Promise<FontFace>[]>();
    for (const face of faces) {
      const loading = BASIC_LATIN.test(face.unicodeRange) ? [face.load()] : [];
      loads.set(kindOf(face), [...(loads.get(kindOf(face)) ?? []), ...loading]);
    }
    const all = Promise.allSettled([...loads.values()].flat());
    const enough = Promise.race([all, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
    // Known before it is loaded, a font would move the page at the moment that it comes.
    for (const [kind, own] of loads)
      Promise.allSettled([enough, ...own]).then(() => {
        turn = turn.then(async () => {
          // One that cannot be added does not keep the others away.
          await addFonts(faces.filter((face) => kindOf(face) === kind)).catch(console.error);
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        });
      });
  };
  const loadFonts = () => {
    if (loaded) return;
    loaded = true;
    for (const link of held) {
      const load = () => loadFamilies(facesOf(link.sheet));
      if (link.sheet) load();
      else link.addEventListener('load', load);
    }
  };
  let awaited = page.scripts.length;
  const endScript = () => {
    awaited -= 1;
    if (awaited === 0) loadFonts();
  };
  const insertScript = ({ src, integrity }: PageScript) => {
    const script = document.createElement('script');
    script.src = src;
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
    script.async = true;
    script.dataset.state = 'loading';
    script.onload = () => {
      script.dataset.state = 'loaded';
      endScript();
    };
    script.onerror = () => {
      script.dataset.state = 'failed';
      endScript();
    };
    document.head.append(script);
  };
  const insertStyle = (href: string) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    if (page.late) {
      // A sheet of fonts is fetched at once and never applied: what it names is asked for later.
      link.media = 'print';
      link.onload = () => {
        if (facesOf(link.sheet).length === 0) link.media = 'all';
      };
      held.push(link);
    }
    document.head.append(link);
  };
  // Whoever goes to a place of the page, or back to one, needs its true height at once; so does a link to a section.
  const root = document.documentElement;
  const endFirstView = () => root.removeAttribute('data-first-view');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNew = navigation?.type === 'navigate';
  if (location.hash || !isNew) endFirstView();
  if (location.hash && isNew) stayAt(location.hash.slice(1));
  addEventListener('click', ({ target }) => (target as Element).closest?.('a[href^="#"]') && endFirstView(), true);
  const begin = () => {
    if (begun) return;
    begun = true;
    page.styles.forEach(insertStyle);
    page.scripts.forEach(insertScript);
    // A script that hangs holds no font up.
    setTimeout(loadFonts, LONGEST_WAIT_MS);
  };
  if (!page.late) {
    begin();
    return;
  }
  // One frame later, so that the photograph is on the screen before anything fights for the machine.
  const afterPaint = () => requestAnimationFrame(() => setTimeout(begin));
  const watch = ({ target }: Event) => {
    if ((target as Element).matches?.(PHOTOGRAPH)) afterPaint();
  };
  for (const end of ['load', 'error']) document.addEventListener(end, watch, { capture: true });
  document.addEventListener('DOMContentLoaded', () => {
    if (document.querySelector<HTMLImageElement>(PHOTOGRAPH)?.complete !== false) afterPaint();
  });
  for (const touch of ['pointerdown', 'keydown', 'touchstart', 'focusin'])
    addEventListener(touch, begin, { once: true, passive: true });
  setTimeout(begin, LONGEST_WAIT_MS);
})();
