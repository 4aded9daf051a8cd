import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { fonts, opticalSize, palette, phone, tablet } from './palette';

const panel = css`
  position: relative;
  min-width: 0;
  background: ${palette.panel};
  border: 1px solid ${palette.hairline};
  padding: 1.5rem;
  outline: 1px solid rgb(203 144 51 / 0.55);
  outline-offset: -5px;
  ${phone} { padding: 1.15rem; }
`;
const heading = css`
  padding-bottom: 0.75rem;
  margin-bottom: 1rem;
  border-bottom: 3px double ${palette.gold};
  font: 400 1.375rem / 1.2 ${fonts.display};
  font-variation-settings: ${opticalSize.small};
`;

/** A panel's heading above its double line. */
export function PanelHeading({ id, children, className }: { id?: string; children: ReactNode; className?: string }) {
  return (
    <h2 id={id} css={heading} className={className}>
      {children}
    </h2>
  );
}

/** A box with a double border and a heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div css={panel}>
      <PanelHeading>{title}</PanelHeading>
      {children}
    </div>
  );
}

/** Panels side by side, one below the other on a tablet. `columns` is a grid-template-columns value. */
export function PanelGrid({ columns, children }: { columns: string; children: ReactNode }) {
  return (
    <div
      css={{
        display: 'grid',
        gap: '1.25rem',
        alignItems: 'start',
        gridTemplateColumns: columns,
        [tablet]: { gridTemplateColumns: 'minmax(0, 1fr)' },
      }}
    >
      {children}
    </div>
  );
}
