import type { Media } from '@godhuli/contracts/media';
import { logoUrl, mediaUrl } from '@godhuli/contracts/media-url';
import { asciiDigits } from '@godhuli/contracts/phone';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Service } from '@godhuli/contracts/services';
import { phonesOf, type Studio } from '../data/studio';

interface StructuredDataInput {
  /** '' or 'https://studio.example' */
  origin: string;
  studio: Studio;
  since: string;
  services: readonly Service[];
  portfolio: readonly PortfolioItem[];
  share: Media | null;
}

const MAX_IMAGES = 24;

/** Returns the URL of the largest JPEG of a photo (at most 2400 px). */
const largest = (origin: string, media: Media) => `${origin}${mediaUrl(media, Math.min(media.width, 2400), 'jpg')}`;

/** Returns the data of a photo. */
export function imageObject(origin: string, media: Media, name: string, description: string, credit: string) {
  return {
    '@type': 'ImageObject',
    contentUrl: largest(origin, media),
    width: Math.min(media.width, 2400),
    height: Math.round((Math.min(media.width, 2400) * media.height) / media.width),
    name,
    description,
    creditText: credit,
  };
}

/** Returns the data for search engines (schema.org): the studio, what it offers, and its photos. */
export function structuredData(input: StructuredDataInput): object {
  const { origin, studio, services, portfolio, share } = input;
  const name = `${studio.brand} ${studio.trade}`;
  const phones = phonesOf(studio).map(({ text }) => text);
  const logo = studio.logo.onLight || studio.logo.onDark;
  const year = /\d{4}/.exec(asciiDigits(input.since))?.[0];
  const business = {
    '@type': ['LocalBusiness', 'ProfessionalService'],
    '@id': `${origin}/#studio`,
    name,
    description: studio.description,
    slogan: studio.tagline,
    url: `${origin}/`,
    telephone: phones.length > 1 ? phones : studio.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: studio.officeAddress.replaceAll('\n', ', '),
      addressCountry: 'IN',
    },
    areaServed: studio.location,
    sameAs: [studio.instagram, studio.facebook, studio.youtube].filter(Boolean),
    ...(studio.email ? { email: studio.email } : {}),
    ...(studio.mapUrl ? { hasMap: studio.mapUrl } : {}),
    ...(logo ? { logo: `${origin}${logoUrl({ id: logo })}` } : {}),
    ...(year ? { foundingDate: year } : {}),
    ...(share ? { image: largest(origin, share) } : {}),
    makesOffer: services.map((service) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name: service.title, description: service.description },
    })),
  };
  const photos = portfolio
    .filter((item): item is PortfolioItem & { media: Media } => item.media !== null)
    .slice(0, MAX_IMAGES)
    .map((item) => imageObject(origin, item.media, item.title, item.description || item.media.alt, name));
  return { '@context': 'https://schema.org', '@graph': [business, ...photos] };
}
