import { css } from '@emotion/react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactElement, ReactNode } from 'react';
import { textLink } from '../controls/button';
import { useHost } from '../host/host-context';
import { Link } from '../host/link';
import { DocumentTitle, StudioNameProvider, useStudioName } from '../layout/studio-name';
import { Mark } from '../look/mark';
import { muted } from '../look/text';
import { takeTarget } from '../session/return-target';
import { useSession } from '../session/session';
import diyas from './diyas.jpg';
import { LoginForm } from './login-form';

const page = css`
  display: grid;
  grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
  min-height: 100dvh;
  background: var(--a-surface);
  @media (max-width: 899px) {
    grid-template-columns: 1fr;
    grid-template-rows: 26vh 1fr;
  }
`;
const picture = css`
  position: relative;
  overflow: hidden;
  background: var(--ink-950);
  & img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    object-position: 70% 50%;
  }
  &::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: var(--zari-h);
    background: var(--zari);
  }
`;
const side = css`
  display: flex;
  flex-direction: column;
  justify-content: center;
  padding: 2rem clamp(1.5rem, 6vw, 6rem);
  position: relative;
  @media (max-width: 899px) {
    padding-top: 2.5rem;
  }
`;
const box = css`
  width: 100%;
  max-width: 25rem;
  margin: auto;
  & h1 {
    font-size: 2.5rem;
    font-variation-settings: var(--opsz-h2);
    margin-top: 2.5rem;
  }
  & h1 + p {
    margin-top: 0.5rem;
  }
  @media (max-width: 899px) {
    & h1 {
      margin-top: 1.5rem;
    }
  }
`;
const logo = css`
  display: flex;
  align-items: center;
  gap: 0.7rem;
  font: 400 1.5rem/1 var(--font-display);
  font-variation-settings: var(--opsz-sm);
`;

/** What stands before the portal: the picture, the studio, and one form under a heading. */
export function DoorPage({
  title,
  documentTitle,
  children,
}: {
  title: string;
  documentTitle: string;
  children: ReactNode;
}): ReactElement {
  return (
    <StudioNameProvider>
      <div css={page}>
        <DocumentTitle>{documentTitle}</DocumentTitle>
        <div css={picture} aria-hidden="true">
          <img src={diyas} alt="" />
        </div>
        <main css={side}>
          <div css={box}>
            <p css={logo}>
              <Mark size="2.125rem" />
              <StudioName />
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
    </StudioNameProvider>
  );
}

const StudioName = () => <span>{useStudioName()}</span>;

/** `/admin`: sign in (ADM-LOGIN). */
export function LoginPage(): ReactElement {
  const host = useHost();
  const { user } = useSession();
  // A preview that was asked for before: the front door knows which, so that no address leads anywhere else.
  const isForPreview = new URLSearchParams(host.location.search).get('next') === 'preview';
  const target = isForPreview ? '/preview/resume' : `${host.basePath}/dashboard`;
  return (
    <DoorPage title="Admin Portal" documentTitle="Login">
      <p css={muted}>{isForPreview ? 'Sign in to see the preview.' : 'Sign in to manage the gallery and inquiries.'}</p>
      {user && (
        <p css={{ marginTop: '.5rem' }}>
          <Link css={textLink} href={target}>
            Continue as {user.name}
          </Link>
        </p>
      )}
      <LoginForm onLoggedIn={() => host.navigate((!isForPreview && takeTarget(host.basePath)) || target)} />
      <p css={{ display: 'grid', justifyItems: 'center', marginTop: '.75rem' }}>
        <button
          type="button"
          css={[textLink, { minHeight: '2.75rem' }]}
          onClick={() => window.alert('Password reset feature coming soon!')}
        >
          Forgot Password?
        </button>
      </p>
    </DoorPage>
  );
}
