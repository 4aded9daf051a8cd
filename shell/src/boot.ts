/*
 * The inline script of every document, in its head or after the first view of a release that marks it (FIRST_VIEW_END); the
 * Content-Security-Policy allows it by its digest. A page that the server has rendered paints first: scripts are inserted after the hero photo, a frame after the first input of the visitor, or after four
 * seconds; web fonts load after the scripts. There a release with a page script gets that script alone; React, the shell and the remote
 * follow when the visitor comes near an element that needs them. Scripts are async, so that a slow remote delays no other; `data-state` tells the
 * shell how each one ended.
 */
import { HYDRATE_NEAR, PAGE_SCRIPT_READY } from '@godhuli/contracts/host';
import type { PageComposition } from '@godhuli/contracts/page';
import { afterFirstPaint } from './boot/after-first-paint';
import { prepareClicks } from './boot/clicks';
import { layOutTarget } from './boot/deferred-layout';
import { insertStyles, loadFonts } from './boot/fonts';
import { hydrate, hydrateNear } from './boot/hydrate';
import { insertScript } from './boot/insert-script';
import { LONGEST_WAIT_MS } from './boot/longest-wait';
import { prepareToastKey } from './boot/toast-key';
import { checkDocument } from './check-document';

const page: Omit<PageComposition, 'data'> = JSON.parse(document.getElementById('composition')?.textContent ?? '');
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isNew = navigation?.type === 'navigate';
let hasBegun = false;

// The response to a posted form has the URL of the form's action; the page itself is at another one.
if (page.url) history.replaceState(null, '', page.url);
layOutTarget(isNew);
prepareClicks();
prepareToastKey();
if (page.isDeferred) afterFirstPaint(begin);
else {
  begin();
  // The first use of a format takes the browser 20 ms: while the scripts load, and not when the remote renders.
  setTimeout(() => Intl.DateTimeFormat());
}

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  insertStyles(page.styles, page.isDeferred);
  if (page.pageScript && document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', startScripts, { once: true });
  else startScripts();
  setTimeout(() => checkDocument(isNew));
  // Fonts do not wait for a script that never loads.
  setTimeout(loadFonts, LONGEST_WAIT_MS);
}

/** Inserts the page script. Hydrates as well, at once unless the page has elements that React hydrates later. */
function startScripts() {
  const { pageScript } = page;
  if (!pageScript) return hydrate(page);
  const near = [...document.querySelectorAll(`[${HYDRATE_NEAR}]`)];
  if (near.length === 0) hydrate(page);
  const hydrateUnlessReady = () => document.querySelector(`[${PAGE_SCRIPT_READY}]`) ?? hydrate(page);
  // Each step in a task of its own, between which the visitor can tap.
  setTimeout(() => insertScript(pageScript, hydrateUnlessReady));
  setTimeout(hydrateUnlessReady, LONGEST_WAIT_MS);
  hydrateNear(near, page);
}
