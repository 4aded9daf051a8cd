/*
 * The inline script of every document, in its head or after the first view of a release that marks it (FIRST_VIEW_END); the
 * Content-Security-Policy allows it by its digest. A page that the server has rendered paints first: scripts are inserted after the hero photo, a frame after the first input of the visitor, or after four
 * seconds; web fonts load after the scripts. There a release with a page script gets that script alone; React, the shell and the remote
 * follow when the visitor comes near an element that needs them. Scripts are async, so that a slow remote delays no other; `data-state` tells the
 * shell how each one ended.
 */
import { HYDRATE_NEAR, PAGE_SCRIPT_READY } from '@godhuli/contracts/host';
import type { PageComposition, PageScript } from '@godhuli/contracts/page';
import { addFonts } from './add-fonts';
import { checkDocument } from './check-document';
import { HYDRATION_MARK } from './hydration-mark';
import { whenReading } from './visitor-input';

const LONGEST_WAIT_MS = 4000;
/** How long the page may grow above the target of its URL before the target is no longer kept in place. */
const LONGEST_GROWTH_MS = 10_000;
/** The hero photo, in the server's markup below this script. */
const HERO_PHOTO = '#root img[fetchpriority="high"]';
/** How near an element that needs React is to the window when its scripts are loaded: about a second of scrolling. */
const NEAR = '1500px';
/** How long a visitor near such an element must do nothing before they run: most of the shorter pauses end in a tap. */
const NEAR_PAUSE_MS = 3000;
/** The subsets of a family that every page needs, Latin and the rupee. The browser loads others when a character needs them. */
const NEEDED_SUBSET = /U\+0*20(-|B9)/i;

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

const whenParsed = (run: () => void) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run, { once: true });
  else run();
};

/**
 * Lays the first popover, a menu, out once while it is closed. Finding the fonts for its texts, names of other languages among them,
 * would delay the response to the first tap on its button by 30 to 60 ms on a slow phone.
 */
function layOutMenu(): void {
  const menu = document.querySelector('[popover]:not([style])');
  if (!menu || getComputedStyle(menu).display !== 'none') return;
  menu.setAttribute('style', 'display:block;visibility:hidden');
  menu.getBoundingClientRect();
  menu.removeAttribute('style');
}

const kindOf = ({ family, style }: FontFace) => `${family} ${style}`;

/** Keeps an element at the top of the window while the page grows above it, until the first input of the visitor. */
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
  // The response to a posted form has the URL of the form's action; the page itself is at another one.
  if (page.url) history.replaceState(null, '', page.url);
  const root = document.documentElement;
  let begun = false;
  const held: HTMLLinkElement[] = [];
  let loaded = false;
  // Fonts are added together, because each addition causes a layout of all text.
  let former = Promise.resolve();
  let arrivedFaces: FontFace[] = [];
  const loadFamilies = (all: FontFace[]) => {
    // Adding a font costs a layout; the fonts of other themes are not used.
    const style = getComputedStyle(root);
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
  let awaited = 0;
  const insertScript = ({ src, integrity }: PageScript, onEnd?: () => void) => {
    awaited += 1;
    const endScript = () => {
      onEnd?.();
      awaited -= 1;
      // In a task of its own: requesting three fonts takes as long as the script did.
      if (awaited === 0) setTimeout(loadFonts);
    };
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
    if (page.isDeferred) {
      // A stylesheet of fonts loads at once and is never applied; its fonts load later.
      link.media = 'print';
      link.onload = () => {
        if (facesOf(link.sheet).length === 0) link.media = 'all';
      };
      held.push(link);
    }
    document.head.append(link);
  };
  // A URL with a fragment, a return to the page and a link to a section all need the true heights at once.
  const endDeferredLayout = () => root.removeAttribute('data-first-view');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNew = navigation?.type === 'navigate';
  if (location.hash || !isNew) endDeferredLayout();
  if (location.hash && isNew) stayAt(location.hash.slice(1));
  addEventListener(
    'click',
    ({ target }) => {
      // Safari focuses what is around a button that is clicked, so nothing could give the focus back to the button.
      const button = (target as Element).closest?.('button');
      if (button && document.activeElement?.contains(button)) button.focus({ preventScroll: true });
      const link = (target as Element).closest?.('a[href^="#"]');
      if (!link) return;
      endDeferredLayout();
      link.closest<HTMLElement>('[popover]')?.hidePopover?.();
    },
    true,
  );
  let hydrating = false;
  /** Loads React, the shell and the remote. */
  const hydrate = () => {
    if (hydrating) return;
    hydrating = true;
    if (page.pageScript) performance.mark(HYDRATION_MARK);
    for (const script of page.scripts) insertScript(script);
  };
  /**
   * Hydrates in a long pause of a visitor who came near one of the elements, and in a short one, or after a while, of a visitor who uses
   * what it contains: the scripts run for longer than a response to a tap may take. Before that the browser loads them into its cache.
   */
  const hydrateNear = (elements: Element[]) => {
    let isNear = false;
    const prepare = () => {
      if (isNear) return;
      isNear = true;
      observer.disconnect();
      for (const { src } of page.scripts) {
        const link = document.createElement('link');
        // `preload` may warn when the scripts run late.
        link.rel = link.relList.supports('prefetch') ? 'prefetch' : 'preload';
        link.as = 'script';
        link.href = src;
        link.crossOrigin = 'anonymous';
        document.head.append(link);
      }
      // Being near counts as an input.
      setTimeout(() => void whenReading(NEAR_PAUSE_MS).then(hydrate), NEAR_PAUSE_MS);
    };
    const use = () => {
      prepare();
      void whenReading().then(hydrate);
      setTimeout(hydrate, LONGEST_WAIT_MS);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) prepare();
      },
      { rootMargin: NEAR },
    );
    for (const element of elements) {
      observer.observe(element);
      // A link to a section gives it the focus, which is no use of it.
      for (const type of ['click', 'focusin'])
        element.addEventListener(type, ({ target }) => target === element || hydrating || use());
    }
    // Used before these listeners.
    if (document.querySelector(`[${HYDRATE_NEAR}] :focus`)) use();
  };
  const begin = () => {
    if (begun) return;
    begun = true;
    page.styles.forEach(insertStyle);
    const { pageScript } = page;
    if (!pageScript) hydrate();
    else
      whenParsed(() => {
        const near = [...document.querySelectorAll(`[${HYDRATE_NEAR}]`)];
        if (near.length === 0) return hydrate();
        const hydrateUnlessReady = () => document.querySelector(`[${PAGE_SCRIPT_READY}]`) ?? hydrate();
        // Each step in a task of its own, between which the visitor can tap.
        setTimeout(() => insertScript(pageScript, hydrateUnlessReady));
        setTimeout(hydrateUnlessReady, LONGEST_WAIT_MS);
        hydrateNear(near);
      });
    setTimeout(() => checkDocument(isNew));
    // Fonts do not wait for a script that never loads.
    setTimeout(loadFonts, LONGEST_WAIT_MS);
  };
  if (!page.isDeferred) {
    begin();
    // The first use of a format takes the browser 20 ms: while the scripts load, and not when the remote renders.
    setTimeout(() => Intl.DateTimeFormat());
    return;
  }
  // One frame later, so that the photo is painted before scripts compete for the CPU.
  const afterPaint = () => requestAnimationFrame(() => setTimeout(begin));
  const watch = ({ target }: Event) => {
    if ((target as Element).matches?.(HERO_PHOTO)) afterPaint();
  };
  for (const end of ['load', 'error']) document.addEventListener(end, watch, { capture: true });
  document.addEventListener('DOMContentLoaded', () => {
    if (document.querySelector<HTMLImageElement>(HERO_PHOTO)?.complete !== false) afterPaint();
    requestAnimationFrame(() => self.requestIdleCallback?.(layOutMenu));
  });
  // The controls answer without scripts, which follow the first response.
  for (const use of ['click', 'keydown', 'touchmove', 'wheel'])
    addEventListener(use, afterPaint, { once: true, passive: true });
  setTimeout(begin, LONGEST_WAIT_MS);
})();
