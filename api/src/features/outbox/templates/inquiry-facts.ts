import type { EventDates } from '@godhuli/contracts/event-dates';
import { EVENT_TYPES } from '@godhuli/contracts/inquiries';
import { STUDIO_TIME_ZONE } from '@godhuli/contracts/time-zone';

/** What templates show of an inquiry. */
export interface InquiryFacts extends EventDates {
  id: string;
  reference: string;
  name: string;
  phone: string | null;
  email: string | null;
  eventType: string;
  message: string;
  language: 'en' | 'mr' | 'hi';
  createdAt: Date;
  replyDueAt: Date;
}

/** A message quotes at most this many characters of an inquiry, so that it stays short. */
export const MAX_QUOTE = 2000;

export const eventTypeLabel = (value: string): string =>
  EVENT_TYPES.find((type) => type.value === value)?.label ?? value;

/** Returns a date without time, '14 February 2027', '१४ फेब्रुवारी, २०२७': with the digits of the language, as on the site. */
export const formatDay = (day: string, language = 'en'): string =>
  new Intl.DateTimeFormat(`${language}-IN`, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Returns a time at the studio, '25 Nov 2026, 9:00 am'. */
export const formatTime = (at: Date): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: STUDIO_TIME_ZONE }).format(at);
