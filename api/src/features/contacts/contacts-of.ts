import type { ClientContact } from '@godhuli/contracts/clients';
import { phoneNumbersIn } from '@godhuli/contracts/phone';
import parsePhoneNumber from 'libphonenumber-js';

/** Numbers without a country code are Indian. */
const STUDIO_COUNTRY = 'IN';

/** Returns the phone numbers and the email of an inquiry with their keys, each once. */
export function contactsOf({ phone, email }: { phone: string | null; email: string | null }): ClientContact[] {
  const contacts = new Map<string, ClientContact>();
  for (const value of phone === null ? [] : phoneNumbersIn(phone)) {
    const key = phoneKey(value);
    if (key !== null) contacts.set(key, { kind: 'phone', value, key });
  }
  if (email !== null) {
    const key = email.trim().normalize('NFC').toLowerCase();
    contacts.set(key, { kind: 'email', value: email, key });
  }
  return [...contacts.values()];
}

/** Returns a number in E.164, or null if it cannot be one. */
function phoneKey(number: string): string | null {
  // '0091…' is written for '+91…'.
  const dialled = number.replace(/^00(?=[1-9])/, '+');
  const parsed = parsePhoneNumber(dialled, STUDIO_COUNTRY);
  return parsed?.isPossible() ? parsed.number : null;
}

/** Returns a name without case, punctuation and extra spaces, for comparison. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
