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
    head: 'Films next to your photos',
    text: 'You will add, order and publish films here. Until then, nothing on the website changes.',
  },
  '/dashboard/blog': {
    count: { load: countBlogPosts, say: (count) => formatCount(count, 'post') },
    head: 'Blog posts',
    text: 'You will write, schedule and publish posts here.',
  },
  '/dashboard/offers': {
    note: 'Seasonal prices and packages',
    head: 'Offers for a limited time',
    text: 'You will set seasonal prices and offers here, each with a start date and an end date.',
  },
  '/dashboard/pages': {
    note: 'The texts of the website',
    head: 'Edit every text',
    text: 'You will edit the headline, the about text, the address and the social links here.',
  },
  '/dashboard/analytics': {
    note: 'Visits and inquiries',
    head: 'Where inquiries come from',
    text: 'You will see visits, popular sections and inquiries here.',
  },
  '/dashboard/marketing': {
    note: 'Campaigns and messages',
    head: 'Campaigns',
    text: 'You will prepare newsletters and WhatsApp messages to past clients here.',
  },
  '/dashboard/users': {
    note: 'Who can sign in',
    head: 'Editors and admins',
    text: 'You will invite editors and admins here.',
  },
  '/dashboard/settings': {
    note: 'Studio, theme and accounts',
    head: 'Studio settings',
    text: 'You will set the logo, theme, working hours and notifications here.',
  },
};

/** Whether the page at a path is not built yet. */
export const isComingSoon = (path: string): boolean => path in PLACEHOLDERS;
