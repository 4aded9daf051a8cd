import { countBlogPosts, countVideos } from '../api/posts';
import { formatCount } from '../format/sizes';

interface PlaceholderWords {
  /** what the page is for, under its title; a counted page shows its count instead */
  note?: string;
  count?: { load(signal: AbortSignal): Promise<number>; say(count: number): string };
  head: string;
  text: string;
}

/** What each page that is not built yet says of itself, by path (ADM-PH-1). */
export const PLACEHOLDERS: Readonly<Record<string, PlaceholderWords>> = {
  '/dashboard/videos': {
    count: { load: countVideos, say: (count) => formatCount(count, 'video') },
    head: 'Films, next to the photographs',
    text: 'Teasers and full wedding films will be added, ordered and published from here. Until then they stay where they are, and nothing on the website changes.',
  },
  '/dashboard/blog': {
    count: { load: countBlogPosts, say: (count) => formatCount(count, 'post') },
    head: 'Room for longer stories',
    text: 'Posts about recent weddings and shoots will be written, scheduled and published from here.',
  },
  '/dashboard/offers': {
    note: 'Seasonal prices and packages',
    head: 'Offers with a beginning and an end',
    text: 'Muhurat-season prices and short offers will be set here, with the dates on which they start and stop.',
  },
  '/dashboard/pages': {
    note: 'The words on the website',
    head: 'Every sentence, editable',
    text: 'The hero line, the about text, the addresses and the social links will be edited here.',
  },
  '/dashboard/analytics': {
    note: 'Visits and inquiries',
    head: 'Where inquiries come from',
    text: 'Visits, the sections people stop at, and the inquiries that follow will be counted here.',
  },
  '/dashboard/marketing': {
    note: 'Campaigns and messages',
    head: 'Messages worth opening',
    text: 'Newsletters and WhatsApp broadcasts to past couples will be prepared here.',
  },
  '/dashboard/users': {
    note: 'Who may sign in',
    head: 'Editors and admins',
    text: 'People on the team will be invited here, each as an editor or an admin.',
  },
  '/dashboard/settings': {
    note: 'Studio, theme and accounts',
    head: 'The studio, set up once',
    text: 'Logo, theme, working hours and notifications will be kept here.',
  },
};

/** Whether the page at a path is not built yet. */
export const isComingSoon = (path: string): boolean => path in PLACEHOLDERS;
