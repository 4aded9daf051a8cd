/** First parts of the keys of queries that more than one feature reads or invalidates. */

/** everything that is read of inquiries */
export const INQUIRIES = 'inquiries';

/** the user's own sessions and notices */
export const ACCOUNT = 'account';

/** everything that is read of the gallery */
export const PORTFOLIO = 'portfolio';

/** everything that a change of a story changes */
export const ALBUMS = 'albums';
