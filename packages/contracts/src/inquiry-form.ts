/*
 * The rules and messages of the inquiry form that the release and the API share. No zod here: it would weigh more than the
 * rest of the page.
 */

/** The photography types of the form, value and label (specification, section 5). */
export const EVENT_TYPES = [
  { value: 'wedding', label: 'Wedding & Events' },
  { value: 'prewedding', label: 'Pre-Wedding Photography' },
  { value: 'maternity', label: 'Maternity Photography' },
  { value: 'newborn', label: 'Newborn Photography' },
  { value: 'commercial', label: 'Commercial Photography' },
  { value: 'cinematic', label: 'Cinematic Photography' },
  { value: 'other', label: 'Other' },
] as const;

/** The most characters that a field takes. */
export const MAX_LENGTH = { name: 120, phone: 80, email: 254, message: 5000 };

/** What is wrong with a field. */
export const FIELD_MESSAGES = {
  name: 'Please tell us your name.',
  phone: 'Please enter a full phone number with its area or country code.',
  email: 'Please enter a valid email address.',
  eventType: 'Please choose a photography type.',
  eventDate: 'Please choose today or a later date.',
  message: 'Please shorten your message.',
};

/** The notice beside the form, before the link to `/privacy`. The API stores which text a visitor saw. */
export const PRIVACY_NOTICE =
  'No payment now. We use your details only to reply and to plan your shoot, and delete them later if you do not book. ' +
  'Ask us at any time to see, correct or erase them.';

const INDIA_AHEAD_MS = 330 * 60_000;

/** Returns the day at the studio, as YYYY-MM-DD, at a time in milliseconds since 1970. India has no summer time. */
export function dayInIndia(time: number): string {
  return new Date(time + INDIA_AHEAD_MS).toISOString().slice(0, 10);
}
