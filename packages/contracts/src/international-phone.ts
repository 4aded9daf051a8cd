/*
 * Apart from `phone.ts`, which a visitor's page loads.
 */

import { phoneNumbersIn } from './phone.js';

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

/** Returns the digits of the studio's number for chats: that of WhatsApp, else the phone's; null if neither is complete. */
export const chatDigits = ({ whatsapp, phone }: { whatsapp: string; phone: string }): string | null =>
  internationalDigits(whatsapp) ?? internationalDigits(phone);
