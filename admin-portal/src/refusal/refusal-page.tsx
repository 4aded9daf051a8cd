import { css } from '@emotion/react';
import type { Role } from '@godhuli/contracts/roles';
import Compass from 'lucide-react/icons/compass';
import Lock from 'lucide-react/icons/lock';
import type { ReactElement, ReactNode } from 'react';
import { ButtonLink } from '../controls/button';
import { EmptyFrame } from '../controls/empty';
import { useHost } from '../host/host-context';
import { PageHead } from '../layout/page-head';
import { displayTitle, muted } from '../look/text';
import type { Page } from '../pages';

const roundFrame = css`
  display: grid;
  place-items: center;
  width: 4rem;
  height: 4rem;
  border: 1px solid var(--a-border-ctl);
  border-radius: 50%;
  color: var(--a-link);
`;

function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }): ReactElement {
  const host = useHost();
  return (
    <EmptyFrame>
      <span css={roundFrame}>{icon}</span>
      <h2 css={displayTitle}>{title}</h2>
      <p>{children}</p>
      <ButtonLink href={`${host.basePath}/dashboard`}>Back to Dashboard</ButtonLink>
    </EmptyFrame>
  );
}

/** A page outside one's role (ADM-SHELL-4). */
export function RefusalPage({ page, role }: { page: Page; role: Role }): ReactElement {
  return (
    <>
      <PageHead title={page.label} />
      <Notice icon={<Lock aria-hidden="true" strokeWidth={1.75} />} title="Only admins can open this page">
        You are signed in as an {role}. Ask an admin if you need access to {page.label}.
      </Notice>
    </>
  );
}

/** A URL below the portal that has no page; with the words that each unknown path shows (ROUTE-4). */
export function NotFoundPage(): ReactElement {
  return (
    <>
      <PageHead title="Not found" />
      <Notice icon={<Compass aria-hidden="true" strokeWidth={1.75} />} title="This page does not exist">
        Check the URL for typing mistakes, or start from the dashboard.
        <small css={[muted, { display: 'block', marginTop: '.5rem' }]}>
          Unexpected Application Error! (404 Not Found)
        </small>
      </Notice>
    </>
  );
}

/** The same without a menu, for someone who has not signed in. */
export function NotFoundDocument(): ReactElement {
  return (
    <main css={{ maxWidth: '60rem', margin: '0 auto', padding: 'clamp(1.25rem, 4vw, 2.5rem)' }}>
      <NotFoundPage />
    </main>
  );
}
