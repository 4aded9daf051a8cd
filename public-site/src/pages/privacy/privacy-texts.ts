import { PRIVACY_TEXT } from '@godhuli/contracts/privacy-text';
import { DEFAULT_RETENTION_MONTHS, SITE_TEXTS, withMonths } from '@godhuli/contracts/site-texts';
import { type Content, textOf } from '../../data/content';
import { currentLanguage, numberText, t } from '../../languages/language';
import type { Crumb } from '../breadcrumbs';

/** Returns heading and text of the page; an empty line begins a new paragraph. */
export function privacyTexts(content: Content) {
  const months = Number(textOf(content, 'privacy', 'months', String(DEFAULT_RETENTION_MONTHS)));
  const text = textOf(content, 'privacy', 'text', PRIVACY_TEXT[currentLanguage()]);
  return {
    title: textOf(content, 'privacy', 'title', t(SITE_TEXTS.privacy.title)),
    paragraphs: withMonths(text, numberText(months)).split(/\n\s*\n/),
  };
}

export const privacyCrumbs = (title: string): Crumb[] => [{ label: 'Home', href: '/' }, { label: title }];
