import type { Site } from '../page-script/site';

/**
 * Attaches the page script to what React has rendered: the copy that came with the page, or one that is loaded where the page
 * was not rendered on the server.
 * @returns a function that detaches it
 */
export function attachTo(site: Site): () => void {
  let isAttached = true;
  if (site.attachPageScript) site.attachPageScript(site);
  else
    void import('../page-script/attach').then(({ attachPageScript }) => {
      if (isAttached) attachPageScript(site);
    });
  return () => {
    isAttached = false;
    site.pageScript?.abort();
  };
}
