/** The element with the class `site`, as the page script and the remote share it. */
export type Site = HTMLElement & {
  /** aborted when the script is detached or attached again */
  pageScript?: AbortController;
  /** attaches the script again, to markup that is new */
  attachPageScript?(site: Site): void;
};

/** The event at the document after the page script was attached to a site, whose elements can be new. */
export const SITE_ATTACHED = 'site-attached';

/**
 * Attaches the page script to what React has rendered: the copy that came with the page, or one that is loaded where the page
 * was not rendered on the server.
 * @returns a function that detaches it
 */
export function attachTo(site: Site): () => void {
  let isAttached = true;
  if (site.attachPageScript) site.attachPageScript(site);
  else
    void import('./attach').then(({ attachPageScript }) => {
      if (isAttached) attachPageScript(site);
    });
  return () => {
    isAttached = false;
    site.pageScript?.abort();
  };
}
