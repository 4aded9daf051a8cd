/*
 * The notice beside the inquiry form. The release shows it, and the API stores which text a visitor saw. No zod here: it would
 * weigh more than the rest of the page.
 */

/** What the visitor agrees to by sending the form. */
export const PRIVACY_NOTICE = 'We use your details only to reply to you.';
