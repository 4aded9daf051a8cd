import type { Inquiry } from '@godhuli/contracts/inquiries';
import { internationalDigits } from '@godhuli/contracts/international-phone';
import { phoneNumbersIn } from '@godhuli/contracts/phone';
import { eventTypeLabel } from '../../ui/event-type-label';

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
