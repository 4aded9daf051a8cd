import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { textLink } from '../../ui/button.styles';
import { Link } from '../../ui/link';
import { Mark } from '../../ui/mark';
import diyas from './diyas.jpg';
import * as styles from './signed-out-layout.styles';
import { DocumentTitle, useStudioName } from './studio-name';

/** The layout of pages without a session: an image, the studio, and one form under a heading. */
export function SignedOutLayout({
  title,
  documentTitle,
  children,
}: {
  title: string;
  documentTitle: string;
  children: ReactNode;
}) {
  const studio = useStudioName();
  return (
    <div css={styles.page}>
      <DocumentTitle>{documentTitle}</DocumentTitle>
      <div css={styles.image} aria-hidden="true">
        <img src={diyas} alt="" />
      </div>
      <main css={styles.content}>
        <div css={styles.box}>
          <p css={styles.logo}>
            <Mark size="2.125rem" />
            <span>{studio}</span>
          </p>
          <h1>{title}</h1>
          {children}
        </div>
        <p css={{ width: '100%', maxWidth: '25rem', margin: '1rem auto 0' }}>
          <Link css={textLink} href="/">
            <ArrowLeft aria-hidden="true" strokeWidth={1.75} /> Back to Website
          </Link>
        </p>
      </main>
    </div>
  );
}
