import { localPath } from '../languages/language';
import type { Studio } from './studio';

/** Returns the URL of a WhatsApp chat with the studio, with `message` as its first message; without a complete number that of the form. */
export function chatUrl({ chatNumber }: Pick<Studio, 'chatNumber'>, message?: string): string {
  if (!chatNumber) return localPath('/#contact');
  const chat = `https://wa.me/${chatNumber}`;
  // Like encodeURIComponent, and ' too: the URL is used in attributes with either quote.
  return message ? `${chat}?text=${encodeURIComponent(message).replaceAll("'", '%27')}` : chat;
}
