import { chatDigits } from '@godhuli/contracts/international-phone';
import { asciiDigits, phoneNumbersIn } from '@godhuli/contracts/phone';
import { t } from '../languages/language';
import { type Content, textOf } from './content';

/** The studio and its contact details, from content, with defaults (PUB-HERO-2, PUB-CONT-1, PUB-FOOT-1). */
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
  /** https URL of a map, or '' */
  mapUrl: string;
  /** a second location, or '' */
  secondAddress: string;
  secondMapUrl: string;
  /** the number for chats as the studio writes it; '' for the phone number */
  whatsapp: string;
  /** digits of the number for chats, with the country code; '' without one */
  chatNumber: string;
  email: string;
  hours: string;
  /** ids of the logos for dark and light backgrounds, or '' */
  logo: { onDark: string; onLight: string; alt: string };
  instagram: string;
  facebook: string;
  youtube: string;
  /** the site-builder credit */
  credit: string;
}

/** Reads the studio from the content map. */
export function studioOf(content: Content): Studio {
  const hero = (key: string, fallback: string) => textOf(content, 'hero', key, t(fallback));
  const contact = (key: string, fallback: string) => textOf(content, 'contact', key, t(fallback));
  const phone = contact('phone', '+91 90000 00000');
  const whatsapp = contact('whatsapp', '');
  return {
    brand: hero('brand_name', 'Godhuli'),
    trade: hero('trade', 'Photography & Films'),
    tagline: hero('tagline', "Capturing Life's Precious Moments"),
    description: hero(
      'description',
      'Expert in Cinematic & Wedding photography, newborn & maternity sessions, and commercial projects. Based in Ahilyanagar & Pune, Maharashtra, India.',
    ),
    contactName: contact('name', 'Ameya'),
    phone,
    location: contact('location', 'Ahilyanagar & Pune, Maharashtra'),
    officeAddress: contact(
      'office_address',
      'Godhuli Photography & Films\nStudio 3, Savedi Road\nAhilyanagar 414003, Maharashtra',
    ),
    mapUrl: webUrl(contact('map_url', '')),
    secondAddress: contact('second_address', ''),
    secondMapUrl: webUrl(contact('second_map_url', '')),
    whatsapp,
    chatNumber: chatDigits({ whatsapp, phone }) ?? '',
    email: contact('email', ''),
    hours: contact('hours', ''),
    logo: {
      onDark: mediaId(textOf(content, 'logo', 'on_dark', '')),
      onLight: mediaId(textOf(content, 'logo', 'on_light', '')),
      alt: textOf(content, 'logo', 'alt', ''),
    },
    instagram: webUrl(textOf(content, 'social', 'instagram', '')),
    facebook: webUrl(textOf(content, 'social', 'facebook', '')),
    youtube: webUrl(textOf(content, 'social', 'youtube', '')),
    credit: textOf(content, 'footer', 'credit', 'Website by Kagad Digital'),
  };
}

/** Content is free text: only an http(s) URL may become a link. */
const webUrl = (value: string): string => (/^https?:\/\//i.test(value) ? value : '');
const mediaId = (value: string): string => (/^[0-9a-f]{64}$/.test(value) ? value : '');

/** How people separate several phone numbers in one text. */
const BETWEEN_PHONES = /\s*[,;/|\n]\s*/;

/** Returns the studio's phone numbers: as the studio writes them, and as digits. The text in content may contain several. */
export function phonesOf({ phone }: Pick<Studio, 'phone'>): { text: string; number: string }[] {
  const numbers = phoneNumbersIn(phone);
  const texts = phone.split(BETWEEN_PHONES).filter(Boolean);
  if (numbers.length < 2) return [{ text: phone, number: numbers[0] ?? asciiDigits(phone).replace(/[^\d+]/g, '') }];
  const phones = numbers.map((number, index) => ({
    text: (texts.length === numbers.length && texts[index]) || number,
    number,
  }));
  return phones.filter(({ number }, index) => numbers.indexOf(number) === index);
}
