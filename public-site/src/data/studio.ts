import { asciiDigits, phoneNumbersIn } from '@godhuli/contracts/phone';
import { type Content, textOf } from './content';

/** Who the studio is and how to reach it, from content, with defaults (PUB-HERO-2, PUB-CONT-1, PUB-FOOT-1). */
export interface Studio {
  brand: string;
  /** what follows the brand: 'Photography & Films' */
  trade: string;
  tagline: string;
  description: string;
  contactName: string;
  phone: string;
  location: string;
  officeAddress: string;
  instagram: string;
  facebook: string;
  youtube: string;
  /** the site-builder credit */
  credit: string;
}

/** Reads the studio out of the content map. */
export function studioOf(content: Content): Studio {
  const hero = (key: string, fallback: string) => textOf(content, 'hero', key, fallback);
  const contact = (key: string, fallback: string) => textOf(content, 'contact', key, fallback);
  return {
    brand: hero('brand_name', 'Godhuli'),
    trade: hero('trade', 'Photography & Films'),
    tagline: hero('tagline', "Capturing Life's Precious Moments"),
    description: hero(
      'description',
      'Expert in Cinematic & Wedding photography, newborn & maternity sessions, and commercial projects. Based in Ahilyanagar & Pune, Maharashtra, India.',
    ),
    contactName: contact('name', 'Ameya'),
    phone: contact('phone', '+91 90000 00000'),
    location: contact('location', 'Ahilyanagar & Pune, Maharashtra'),
    officeAddress: contact(
      'office_address',
      'Godhuli Photography & Films\nStudio 3, Savedi Road\nAhilyanagar 414003, Maharashtra',
    ),
    instagram: webAddress(textOf(content, 'social', 'instagram', ''), 'https://www.instagram.com/'),
    facebook: webAddress(textOf(content, 'social', 'facebook', ''), 'https://www.facebook.com/'),
    youtube: webAddress(textOf(content, 'social', 'youtube', ''), 'https://www.youtube.com/'),
    credit: textOf(content, 'footer', 'credit', 'Website by Kagad Digital'),
  };
}

/** Content is free text: only an http(s) address may become a link. */
function webAddress(value: string, fallback: string): string {
  return /^https?:\/\//i.test(value) ? value : fallback;
}

/** What separates the phone numbers that one text holds, as people see it. */
const BETWEEN_PHONES = /\s*[,;/|\n]\s*/;

interface Phone {
  /** as the studio writes it */
  text: string;
  /** its digits, after a + if it has one */
  number: string;
}

/** The studio's phone numbers: its text may hold several. */
export function phonesOf({ phone }: Pick<Studio, 'phone'>): Phone[] {
  const numbers = phoneNumbersIn(phone);
  const texts = phone.split(BETWEEN_PHONES).filter(Boolean);
  if (numbers.length < 2) return [{ text: phone, number: numbers[0] ?? asciiDigits(phone).replace(/[^\d+]/g, '') }];
  const phones = numbers.map((number, index) => ({
    text: (texts.length === numbers.length && texts[index]) || number,
    number,
  }));
  return phones.filter(({ number }, index) => numbers.indexOf(number) === index);
}

/** Address of a chat with the studio, its first message written already when `message` is given. */
export function chatAddress(studio: Pick<Studio, 'phone'>, message?: string): string {
  const chat = `https://wa.me/${phonesOf(studio)[0]?.number.replace('+', '')}`;
  // As encodeURIComponent, and ' too: addresses stand in attributes of either quote.
  return message ? `${chat}?text=${encodeURIComponent(message).replaceAll("'", '%27')}` : chat;
}
