import type { ClientContact } from '@godhuli/contracts/clients';

/** Returns the key of a contact as staff read it: '+91 98220 12345' for an Indian mobile number. */
export const shownKey = (key: string): string => key.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');

/** Returns a phone number with its country code, an email as it was written. */
export const shownContact = ({ kind, value, key }: ClientContact): string => (kind === 'email' ? value : shownKey(key));
