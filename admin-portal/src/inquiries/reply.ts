import type { Inquiry } from '@godhuli/contracts/inquiries';
import { phoneNumbersIn } from '@godhuli/contracts/phone';
import { eventTypeLabel } from './event-types';

const INDIA = '91';

/** The first number's digits with the country's code, as wa.me wants them; without one it is Indian. Null: no number. */
export function internationalDigits(phone: string | null): string | null {
  const [first] = phoneNumbersIn(phone ?? '');
  if (!first) return null;
  const digits = first.replace('+', '');
  if (first !== digits) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  const national = digits.replace(/^0+/, '');
  return national.length === 10 ? INDIA + national : national;
}

/** A chat with the visitor, begun with a polite first line; null without a number. */
export function whatsAppReply(inquiry: Inquiry, studio: string): string | null {
  const digits = internationalDigits(inquiry.phone);
  if (!digits) return null;
  const about =
    inquiry.eventType === 'other' ? 'your inquiry' : `your inquiry about ${eventTypeLabel(inquiry.eventType)}`;
  const line = `Namaste ${inquiry.name}, this is ${studio}. Thank you for ${about}.`;
  return `https://wa.me/${digits}?text=${encodeURIComponent(line)}`;
}

/** A one-tap call; null without a number. */
export function callLink(phone: string | null): string | null {
  const digits = internationalDigits(phone);
  return digits && `tel:+${digits}`;
}
