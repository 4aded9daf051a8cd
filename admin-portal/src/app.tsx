import type { HostApi } from '@godhuli/contracts/host';
import { may } from '@godhuli/contracts/roles';
import { type ComponentType, lazy, type ReactElement, Suspense, useDeferredValue, useEffect } from 'react';
import { ResetPasswordPage } from './account/reset-password-page';
import { HostProvider, useHost } from './host/host-context';
import { PageSkeleton } from './layout/page-skeleton';
import { Shell } from './layout/shell';
import { LoginPage } from './login/login-page';
import { BaseStyles } from './look/base-styles';
import { type Theme, useTheme } from './look/theme';
import { pageAt } from './pages';
import { NotFoundDocument, NotFoundPage, RefusalPage } from './refusal/refusal-page';
import { PasswordDialog } from './session/password-dialog';
import { leaveScope } from './session/password-request';
import { rememberTarget } from './session/return-target';
import { hasLoggedOut, refreshSession, useSession } from './session/session';
import { SessionEndedDialog } from './session/session-ended-dialog';
import { UnsavedChangesProvider, useIsDirty } from './session/unsaved-changes';

const PlaceholderPage = lazy(() => import('./placeholders/placeholder-page'));
const pages: Record<string, ComponentType> = {
  '/dashboard': lazy(() => import('./dashboard/dashboard-page')),
  '/dashboard/gallery': lazy(() => import('./gallery/gallery-page')),
  '/dashboard/inquiries': lazy(() => import('./inquiries/inquiries-page')),
  '/dashboard/users': lazy(() => import('./users/users-page')),
  '/dashboard/releases': lazy(() => import('./releases/releases-page')),
  '/dashboard/audit': lazy(() => import('./audit/audit-page')),
  '/dashboard/account': lazy(() => import('./account/account-page')),
};

/** What is shown without a session: the login page, and where links to a new password lead. */
const DOORS = ['/', '/reset-password'];

/** The staff portal: its doors, and the shell with its pages; a path that is no page is 'not found' inside the shell. */
export function App({ host }: { host: HostApi }): ReactElement {
  const [theme, setTheme] = useTheme();
  useEffect(refreshSession, []);
  return (
    <HostProvider value={host}>
      <BaseStyles />
      <div data-admin>
        {host.location.pathname === '/' && <LoginPage />}
        {host.location.pathname === '/reset-password' && <ResetPasswordPage />}
        {!DOORS.includes(host.location.pathname) && (
          <UnsavedChangesProvider>
            <StaffArea theme={theme} onTheme={setTheme} />
          </UnsavedChangesProvider>
        )}
      </div>
    </HostProvider>
  );
}

/** Lets in whoever is stored as signed in; keeps the page of someone with typed text when the session ends. */
function StaffArea({ theme, onTheme }: { theme: Theme; onTheme(theme: Theme): void }): ReactElement | null {
  const host = useHost();
  const { user, endedFor } = useSession();
  const isDirty = useIsDirty();
  // Menu and page come one after the other: the first look of both at once would be one long task.
  const isMenuDrawn = useDeferredValue(true, false);
  const shown = user ?? (isDirty ? endedFor : null);
  const isOutside = shown === null;
  const { basePath, navigate, location } = host;
  const page = pageAt(location.pathname);
  // An unknown URL is unknown to visitors, too; a sign-in would not help (ROUTE-4).
  const isUnknown = !page && !hasLoggedOut();
  // biome-ignore lint/correctness/useExhaustiveDependencies: coming to another page without a user asks again
  useEffect(() => {
    if (!isOutside || isUnknown) return;
    if (!hasLoggedOut()) rememberTarget(basePath + location.pathname + location.search + location.hash);
    navigate(basePath, { replace: true });
  }, [isOutside, location.pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a password that was asked for belongs to the page that asked
  useEffect(() => leaveScope, [location.pathname]);
  if (!shown) return isUnknown ? <NotFoundDocument /> : null;

  const mayOpen = page && (page.permission === null || may(shown.role, page.permission));
  const Content = page ? (pages[page.path] ?? PlaceholderPage) : NotFoundPage;
  return (
    <>
      <Shell user={shown} page={page} theme={theme} onTheme={onTheme}>
        {page && !mayOpen ? (
          <RefusalPage page={page} role={shown.role} />
        ) : (
          <Suspense key={page?.path} fallback={<PageSkeleton />}>
            {isMenuDrawn ? <Content /> : <PageSkeleton />}
          </Suspense>
        )}
      </Shell>
      {user && <PasswordDialog />}
      {!user && <SessionEndedDialog />}
    </>
  );
}
