import type { ReactNode } from 'react';
import { muted } from '../../ui/text.styles';
import { head } from './page-head.styles';
import { DocumentTitle } from './studio-name';

interface PageHeadProps {
  title: string;
  /** the document's title, when it is not the heading */
  documentTitle?: string;
  note?: ReactNode;
  isLoading?: boolean;
  children?: ReactNode;
}

/** Heading, one line about the page, and its main action; also the document's title. */
export function PageHead({ title, documentTitle = title, note, isLoading, children }: PageHeadProps) {
  return (
    <header css={head}>
      <DocumentTitle>{documentTitle}</DocumentTitle>
      <div>
        <h1>{title}</h1>
        {note && (
          <p css={muted} role={isLoading ? 'status' : undefined}>
            {note}
          </p>
        )}
      </div>
      {children}
    </header>
  );
}
