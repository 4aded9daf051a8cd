import type { Role } from '@godhuli/contracts/roles';
import Compass from 'lucide-react/icons/compass';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button';
import { EmptyFrame } from '../../ui/empty';
import { useHost } from '../../ui/host-context';
import { displayTitle, muted } from '../../ui/text.styles';
import { PageHead } from '../layout/page-head';
import type { Page } from '../pages';
import { roundFrame } from './refusal-page.styles';

function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
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

/** A page that the user's role may not open (ADM-SHELL-4). */
export function RefusalPage({ page, role }: { page: Page; role: Role }) {
  return (
    <>
      <PageHead title={page.label} />
      <Notice icon={<Lock aria-hidden="true" strokeWidth={1.75} />} title="Only admins can open this page">
        You are signed in as an {role}. Ask an admin if you need access to {page.label}.
      </Notice>
    </>
  );
}

/** A URL of the portal that has no page, with the text that the specification gives for unknown URLs (ROUTE-4). */
export function NotFoundPage() {
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

/** The same without a menu, for users who are not signed in. */
export function NotFoundDocument() {
  return (
    <main css={{ maxWidth: '60rem', margin: '0 auto', padding: 'clamp(1.25rem, 4vw, 2.5rem)' }}>
      <NotFoundPage />
    </main>
  );
}
