import { blogPostCount } from '../../app/posts.requests';
import { formatCount } from '../../ui/format-size';

interface PlaceholderTexts {
  /** what the page is for, under its title; a page with a count shows the count instead */
  note?: string;
  count?: { query: typeof blogPostCount; format(count: number): string };
  head: string;
  text: string;
}

/** The texts of the pages that are not built yet, by path (ADM-PH-1). */
export const PLACEHOLDERS: Readonly<Record<string, PlaceholderTexts>> = {
  '/dashboard/blog': {
    count: { query: blogPostCount, format: (count) => formatCount(count, 'post') },
    head: 'Blog posts',
    text: 'You will write, schedule and publish posts here.',
  },
  '/dashboard/offers': {
    note: 'Seasonal prices and packages',
    head: 'Offers for a limited time',
    text: 'You will set seasonal prices and offers here, each with a start date and an end date.',
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
};
