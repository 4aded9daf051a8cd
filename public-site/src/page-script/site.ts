/** The element with the class `site`, as the page script and the remote share it. */
export type Site = HTMLElement & {
  /** aborted when the script is detached or attached again */
  pageScript?: AbortController;
  /** attaches the script again, to markup that is new */
  attachPageScript?(site: Site): void;
};

/** The event at the document after the page script was attached to a site, whose elements can be new. */
export const SITE_ATTACHED = 'site-attached';
