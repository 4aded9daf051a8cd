import type { StaffFilm } from '@godhuli/contracts/films';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { emptyTranslations } from '@godhuli/contracts/item-translations';
import type { Media } from '@godhuli/contracts/media';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import type { Remote } from '@godhuli/contracts/releases';

export function sampleMedia(number: number): Media {
  return {
    id: String(number).padStart(64, '0'),
    width: 1800,
    height: 1200,
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    color: '#3a2010',
    alt: `Photograph ${number}`,
    focal: { x: 46, y: 42 },
  };
}

export function sampleItem(number: number, change: Partial<StaffPortfolioItem> = {}): StaffPortfolioItem {
  return {
    _id: String(number),
    title: `Picture ${number}`,
    slug: `picture-${number}`,
    image: `/media/${String(number).padStart(64, '0')}/1600.jpg`,
    media: sampleMedia(number),
    portrait: null,
    category: 'wedding',
    description: '',
    place: '',
    hero: false,
    position: number,
    version: 1,
    published: true,
    takenAt: null,
    takenOffset: null,
    deletedAt: null,
    translations: emptyTranslations(['title', 'description', 'place', 'alt']),
    changedInEnglish: { mr: [], hi: [] },
    ...change,
  };
}

export function sampleInquiry(number: number, change: Partial<Inquiry> = {}): Inquiry {
  const createdAt = new Date(Date.now() - number * 3_600_000).toISOString();
  const { status = 'New' } = change;
  return {
    _id: String(number),
    reference: `GOD-2611-7K3PX${number}`,
    name: `Visitor ${number}`,
    phone: '98220 12345',
    email: null,
    eventType: 'wedding',
    ...{ eventDate: '2027-02-14', eventEndDate: null, dateUndecided: false },
    message: `Message ${number}`,
    status: 'New',
    notes: '',
    createdAt,
    replyDueAt: new Date(Date.parse(createdAt) + 86_400_000).toISOString(),
    version: 1,
    quarantined: false,
    quarantineReason: null,
    stage: status === 'Responded' ? 'Replied' : status,
    lostReason: null,
    clientId: null,
    ownerId: null,
    ownerName: null,
    dueAt: status === 'New' ? new Date(Date.parse(createdAt) + 86_400_000).toISOString() : null,
    value: null,
    city: null,
    source: null,
    ...{ heardFrom: null, utmSource: null, utmMedium: null, utmCampaign: null },
    history: [],
    ...change,
  };
}

export function sampleRemote(name: string): Remote {
  const release = (version: string, day: number, channels: string[]) => ({
    remote: name,
    version,
    publishedAt: `2026-11-0${day}T10:00:00.000Z`,
    publishedBy: 'The team',
    size: 200_000 + day * 1000,
    checks: [{ name: 'manifest', ok: true, message: 'The manifest is valid.' }],
    channels,
    withdrawn: false,
    reportedFailures: 0,
  });
  return {
    name,
    live: '1.1.0-bbbbbbbbbbbb',
    revisions: { live: '2' },
    releases: [release('1.0.0-aaaaaaaaaaaa', 1, ['previous']), release('1.1.0-bbbbbbbbbbbb', 2, ['live'])],
  };
}

/** A film with a link. */
export function sampleFilm(number: number, values: Partial<StaffFilm> = {}): StaffFilm {
  const linkUrl = `https://vimeo.com/${number}`;
  return {
    ...{ _id: String(number), slug: `film-${number}`, title: `Film ${number}`, description: '', category: 'wedding' },
    ...{ poster: null, posterId: null, link: { provider: 'vimeo', id: String(number), key: '' }, linkUrl },
    ...{ linkState: 'works', linkCheckedAt: null, file: null, fileId: null, captions: null, captionsId: null },
    ...{ captionsLanguage: 'en', durationSeconds: 95, stories: [], published: true },
    ...{ publishedAt: '2026-11-01T10:00:00.000Z', position: number, version: 1 },
    ...{ translations: emptyTranslations(['title', 'description']), changedInEnglish: { mr: [], hi: [] } },
    ...values,
  };
}
