/** Where the shortlist is stored. The page script loads its code at once only if there is one. */
export const SHORTLIST_KEY = 'shortlist';
