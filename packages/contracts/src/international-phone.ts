/*
 * Apart from `phone.ts`, which a visitor's page loads.
 */

import { phoneNumbersIn } from './phone.js';

const INDIA = '91';
/** Length of an Indian number with its area code. */
const NATIONAL_DIGITS = 10;

/**
 * Returns the digits of the first complete number with its country code (India unless given), as wa.me needs them; null without one: a
 * local number has no area code.
 */
export function internationalDigits(phone: string | null): string | null {
  for (const number of phoneNumbersIn(phone ?? '')) {
    const digits = completeDigits(number);
    if (digits !== null) return digits;
  }
  return null;
}

function completeDigits(number: string): string | null {
  const digits = number.replace('+', '');
  if (number !== digits) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  const national = digits.replace(/^0+/, '');
  if (national.length < NATIONAL_DIGITS) return null;
  return national.length === NATIONAL_DIGITS ? INDIA + national : national;
}

/** Returns the digits of the studio's number for chats: that of WhatsApp, else the phone's; null if neither is complete. */
export const chatDigits = ({ whatsapp, phone }: { whatsapp: string; phone: string }): string | null =>
  internationalDigits(whatsapp) ?? internationalDigits(phone);
