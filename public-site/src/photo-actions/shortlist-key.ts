/**
 * Where the shortlist is stored. The page script loads its code at once only if there is one. A type, because a module that the
 * page script shares with its chunk costs each visitor its exports.
 */
export type ShortlistKey = 'shortlist';
