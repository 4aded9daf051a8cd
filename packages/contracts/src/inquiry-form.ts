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

/** The answers to 'How did you hear about us?', value and label. */
export const HEARD_FROM = [
  { value: 'friend', label: 'Friend or family' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'google', label: 'Google' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'facebook', label: 'Facebook' },
  { value: 'venue', label: 'Venue or planner' },
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
  eventEndDate: 'Please choose a first day, and a last day after it, at most a year later.',
  message: 'Please shorten your message.',
};

/** The notice beside the form, before the link to `/privacy`. The API stores which text a visitor saw. */
export const PRIVACY_NOTICE =
  'No payment now. We use your details only to reply and to plan your shoot, and delete them later if you do not book. ' +
  'Ask us at any time to see, correct or erase them.';

/** Milliseconds of the longest range of dates. */
const MAX_RANGE_MS = 366 * 86_400_000;

/** Returns whether two days, as YYYY-MM-DD, are the first and the last of a range. */
export function isRange(first: string, last: string): boolean {
  return first !== '' && first <= last && Date.parse(last) - Date.parse(first) <= MAX_RANGE_MS;
}

const INDIA_AHEAD_MS = 330 * 60_000;

/** Returns the day at the studio, as YYYY-MM-DD, at a time in milliseconds since 1970. India has no summer time. */
export function dayInIndia(time: number): string {
  return new Date(time + INDIA_AHEAD_MS).toISOString().slice(0, 10);
}
