import type { ContentEntry } from '@godhuli/contracts/content';
import { isContentEntry } from '../../data/guards';
import { phonesOf } from '../../data/studio';
import { t } from '../../languages/language';
import { editMark } from '../../page/edit-mark';
import { Breadcrumbs } from '../breadcrumbs';
import type { PageProps, SitePage } from '../page';
import { privacyCrumbs, privacyTexts } from './privacy-texts';

/** What the studio does with personal data, and whom to ask (PRIV-1). */
function PrivacyPage({ content, studio }: PageProps<readonly ContentEntry[]>) {
  const { title, paragraphs } = privacyTexts(content);
  return (
    <div className="privacy section section--grain" data-tone="ink">
      <div className="container">
        <Breadcrumbs crumbs={privacyCrumbs(title)} />
        <h1 id="page-h" data-edit={editMark('text:privacy:title')}>
          {title}
        </h1>
        <div className="privacy__text" data-edit={editMark('text:privacy:text')}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <h2>{t('Whom to ask')}</h2>
        <address>
          <p>{studio.contactName}</p>
          {phonesOf(studio).map(({ text, number }) => (
            <p key={number}>
              <a href={`tel:${number}`}>{text}</a>
            </p>
          ))}
          <p className="privacy__office">{studio.officeAddress}</p>
        </address>
      </div>
    </div>
  );
}

export const privacyPage: SitePage<readonly ContentEntry[]> = {
  dataPath: (pathname) => (/^\/privacy\/?$/.test(pathname) ? '/api/content' : undefined),
  isData: (value): value is readonly ContentEntry[] => Array.isArray(value) && value.every(isContentEntry),
  Page: PrivacyPage,
  notFound: 'Page not found',
};
