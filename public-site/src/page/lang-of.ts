/** The language of a text in Devanagari (`lang`: its lines need more room), undefined for the page's own. */
export const langOf = (text: string): 'mr' | undefined => (/\p{Script=Devanagari}/u.test(text) ? 'mr' : undefined);
