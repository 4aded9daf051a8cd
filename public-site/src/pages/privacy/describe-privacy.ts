import type { ContentEntry } from '@godhuli/contracts/content';
import { groupContent } from '../../data/content';
import { breadcrumbList } from '../../head/breadcrumb-list';
import type { DescribePage } from '../page';
import { privacyCrumbs, privacyTexts } from './privacy-texts';

const LONGEST_DESCRIPTION = 160;

export const describePrivacy: DescribePage<readonly ContentEntry[]> = (entries, { studio, origin }) => {
  const { title, paragraphs } = privacyTexts(groupContent(entries));
  const path = '/privacy';
  return {
    title: `${title} · ${studio.brand}`,
    description: (paragraphs[0] ?? title).slice(0, LONGEST_DESCRIPTION),
    path,
    share: null,
    preloads: [],
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(origin, path, privacyCrumbs(title)) },
  };
};
