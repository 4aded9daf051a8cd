import { blogPostCount } from '../../app/posts.requests';
import { formatCount } from '../../ui/format-size';

interface PlaceholderTexts {
  /** what the page is for, under its title; a page with a count shows the count instead */
  note?: string;
  count?: { query: typeof blogPostCount; format(count: number): string };
  head: string;
  text: string;
  /** the page that has the nearest thing today */
  today: { text: string; label: string; path: string };
}

/** The texts of the pages that are not built yet, by path (ADM-PH-1). */
export const PLACEHOLDERS: Readonly<Record<string, PlaceholderTexts>> = {
  '/dashboard/blog': {
    count: { query: blogPostCount, format: (count) => formatCount(count, 'post') },
    head: 'Blog posts',
    text: 'You will write, schedule and publish posts here.',
    today: { text: 'Stories of photos are in Albums.', label: 'Go to Albums', path: '/dashboard/albums' },
  },
  '/dashboard/offers': {
    note: 'Seasonal prices and packages',
    head: 'Offers for a limited time',
    text: 'You will set seasonal prices and offers here, each with a start date and an end date.',
    today: { text: 'Prices and packages are in Packages.', label: 'Go to Packages', path: '/dashboard/packages' },
  },
  '/dashboard/analytics': {
    note: 'Visits and inquiries',
    head: 'Where inquiries come from',
    text: 'You will see visits and popular sections here.',
    today: { text: 'Inquiries by week and source are on the Dashboard.', label: 'Go to Dashboard', path: '/dashboard' },
  },
  '/dashboard/marketing': {
    note: 'Campaigns and messages',
    head: 'Campaigns',
    text: 'You will prepare newsletters and WhatsApp messages to past clients here.',
    today: { text: 'Reply templates are in Clients.', label: 'Go to Clients', path: '/dashboard/clients' },
  },
};
