import { HYDRATE_NEAR } from '@godhuli/contracts/host';
import type { PageComposition } from '@godhuli/contracts/page';
import { HYDRATION_MARK } from '../hydration-mark';
import { whenReading } from '../visitor-input';
import { insertScript } from './insert-script';
import { LONGEST_WAIT_MS } from './longest-wait';

/** How near an element that needs React is to the window when its scripts are loaded: about a second of scrolling. */
const NEAR = '1500px';
/** How long a visitor near such an element must do nothing before they run: most of the shorter pauses end in a tap. */
const NEAR_PAUSE_MS = 3000;

type Page = Pick<PageComposition, 'pageScript' | 'scripts'>;

let isHydrating = false;

/** Loads React, the shell and the remote, once. */
export const hydrate = ({ pageScript, scripts }: Page) => {
  if (isHydrating) return;
  isHydrating = true;
  if (pageScript) performance.mark(HYDRATION_MARK);
  for (const script of scripts) insertScript(script);
};

/**
 * Hydrates in a long pause of a visitor who came near one of the elements, and in a short one, or after a while, of a visitor who uses
 * what it contains: the scripts run for longer than a response to a tap may take. Before that the browser loads them into its cache.
 */
export const hydrateNear = (elements: Element[], page: Page) => {
  const hydratePage = () => hydrate(page);
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
    setTimeout(() => void whenReading(NEAR_PAUSE_MS).then(hydratePage), NEAR_PAUSE_MS);
  };
  const use = () => {
    prepare();
    void whenReading().then(hydratePage);
    setTimeout(hydratePage, LONGEST_WAIT_MS);
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
      element.addEventListener(type, ({ target }) => target === element || isHydrating || use());
  }
  // Used before these listeners.
  if (document.querySelector(`[${HYDRATE_NEAR}] :focus`)) use();
};
