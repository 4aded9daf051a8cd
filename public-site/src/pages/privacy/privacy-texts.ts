import { SITE_TEXTS } from '@godhuli/contracts/site-texts';
import { type Content, textOf } from '../../data/content';
import { t } from '../../languages/language';
import type { Crumb } from '../breadcrumbs';

/** Returns heading and text of the page; an empty line begins a new paragraph. */
export const privacyTexts = (content: Content) => ({
  title: textOf(content, 'privacy', 'title', t(SITE_TEXTS.privacy.title)),
  paragraphs: textOf(content, 'privacy', 'text', t(SITE_TEXTS.privacy.text)).split(/\n\s*\n/),
});

export const privacyCrumbs = (title: string): Crumb[] => [{ label: 'Home', href: '/' }, { label: title }];
