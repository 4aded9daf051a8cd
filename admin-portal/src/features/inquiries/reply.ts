import type { Inquiry } from '@godhuli/contracts/inquiries';
import { phoneNumbersIn } from '@godhuli/contracts/phone';
import { eventTypeLabel } from '../../ui/event-type-label';

const INDIA = '91';
/** Length of an Indian number with its area code. */
const NATIONAL_DIGITS = 10;

/**
 * Returns the digits of the first number with its country code (India unless given), as wa.me needs them; null without a
 * number, or for a local one without area code.
 */
export function internationalDigits(phone: string | null): string | null {
  const [first] = phoneNumbersIn(phone ?? '');
  if (!first) return null;
  const digits = first.replace('+', '');
  if (first !== digits) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  const national = digits.replace(/^0+/, '');
  if (national.length < NATIONAL_DIGITS) return null;
  return national.length === NATIONAL_DIGITS ? INDIA + national : national;
}

/** Returns the URL of a chat with the visitor that starts with a polite line; null without a number. */
export function whatsAppReply(inquiry: Inquiry, studio: string): string | null {
  const digits = internationalDigits(inquiry.phone);
  if (!digits) return null;
  const about =
    inquiry.eventType === 'other' ? 'your inquiry' : `your inquiry about ${eventTypeLabel(inquiry.eventType)}`;
  const line = `Namaste ${inquiry.name}, this is ${studio}. Thank you for ${about}.`;
  return `https://wa.me/${digits}?text=${encodeURIComponent(line)}`;
}

/** Returns the URL of a call; null without a number. */
export function callLink(phone: string | null): string | null {
  const digits = internationalDigits(phone);
  if (digits) return `tel:+${digits}`;
  const [local] = phoneNumbersIn(phone ?? '');
  return local ? `tel:${local}` : null;
}
