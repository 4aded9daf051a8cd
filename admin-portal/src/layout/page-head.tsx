import { css } from '@emotion/react';
import type { ReactElement, ReactNode } from 'react';
import { muted } from '../look/text';
import { DocumentTitle } from './studio-name';

const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: 1rem 2rem;
  margin-bottom: 2rem;
  & > div > p {
    margin-top: 0.375rem;
  }
  @media (max-width: 639px) {
    & > a,
    & > button {
      width: 100%;
    }
  }
`;

interface PageHeadProps {
  title: string;
  /** the document's title, when it is not the heading */
  documentTitle?: string;
  note?: ReactNode;
  isLoading?: boolean;
  children?: ReactNode;
}

/** Heading, one line about the page, and its main action; also the document's title. */
export function PageHead({ title, documentTitle = title, note, isLoading, children }: PageHeadProps): ReactElement {
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
