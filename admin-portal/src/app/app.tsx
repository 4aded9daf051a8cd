import type { HostApi } from '@godhuli/contracts/host';
import { may } from '@godhuli/contracts/roles';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ResetPasswordPage } from '../features/account/reset-password-page';
import { LoginPage } from '../features/login/login-page';
import { UploadDock } from '../features/uploads/upload-dock';
import { BaseStyles } from '../ui/base-styles';
import { HostProvider, useHost } from '../ui/host-context';
import { type Theme, useTheme } from '../ui/theme';
import { CodeFailureNotice } from './code-failure-notice';
import { PageHead } from './layout/page-head';
import { PageSkeleton } from './layout/page-skeleton';
import { Shell } from './layout/shell';
import { pageAt } from './pages';
import { createQueryClient } from './query-client';
import { NotFoundDocument, NotFoundPage, RefusalPage } from './refusal/refusal-page';
import { prepareScreen, releaseFirstQueries, Screen } from './screens';
import { PasswordDialog } from './session/password-dialog';
import { leaveScope } from './session/password-request';
import { RequiredSecondFactor } from './session/required-second-factor';
import { rememberTarget } from './session/return-target';
import { hasLoggedOut, refreshSession, useSession } from './session/session';
import { SessionEndedDialog } from './session/session-ended-dialog';
import { UnsavedChangesProvider, useIsDirty } from './session/unsaved-changes';
import { useIsUploading } from './uploads/use-is-uploading';

/** Pages that need no session: the login page, and where links to a new password lead. */
const SIGNED_OUT_PATHS = ['/', '/reset-password'];

/** The staff portal: the pages without a session, and the shell with all others; an unknown path is 'not found' inside the shell. */
export function App({ host }: { host: HostApi }) {
  const [theme, setTheme] = useTheme();
  const [queryClient] = useState(() => createQueryClient((toast) => host.toast(toast)));
  useEffect(refreshSession, []);
  return (
    <HostProvider value={host}>
      <QueryClientProvider client={queryClient}>
        <BaseStyles />
        <div data-admin>
          {host.location.pathname === '/' && <LoginPage />}
          {host.location.pathname === '/reset-password' && <ResetPasswordPage />}
          {!SIGNED_OUT_PATHS.includes(host.location.pathname) && (
            <UnsavedChangesProvider>
              <StaffArea theme={theme} onTheme={setTheme} />
            </UnsavedChangesProvider>
          )}
        </div>
      </QueryClientProvider>
    </HostProvider>
  );
}

/** The pages of signed-in users. A page with unsaved text or running uploads stays when the session ends. */
function StaffArea({ theme, onTheme }: { theme: Theme; onTheme(theme: Theme): void }) {
  const host = useHost();
  const { user, endedFor, mustAddSecondFactor } = useSession();
  const isDirty = useIsDirty();
  const isUploading = useIsUploading();
  // The menu is rendered first and the page after it: both together would be one long task.
  const isMenuRendered = useDeferredValue(true, false);
  const shown = user ?? (isDirty || isUploading ? endedFor : null);
  const isOutside = shown === null;
  const { basePath, navigate, location } = host;
  const page = pageAt(location.pathname);
  // An unknown URL is unknown to visitors, too; a sign-in would not help (ROUTE-4).
  const isUnknown = !page && !hasLoggedOut();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page without a user redirects
  useEffect(() => {
    if (!isOutside || isUnknown) return;
    if (!hasLoggedOut()) rememberTarget(basePath + location.pathname + location.search + location.hash);
    navigate(basePath, { replace: true });
  }, [isOutside, location.pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a password request belongs to its page
  useEffect(() => leaveScope, [location.pathname]);
  const queries = useQueryClient();
  const hasEnded = useRef(false);
  // Another user may have signed in on a page that has kept its data.
  useEffect(() => {
    if (user && hasEnded.current) void queries.invalidateQueries();
    hasEnded.current = user === null;
  }, [user, queries]);
  const mayOpen = shown !== null && page && (page.permission === null || may(shown.role, page.permission));
  const preparedPath = mayOpen ? page.path : null;
  // While rendering: an effect would run after the menu has been rendered, and the screen is rendered after the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what asks for it
  useMemo(
    () => (preparedPath ? prepareScreen(preparedPath, location.search, queries) : releaseFirstQueries()),
    [preparedPath],
  );
  useEffect(() => releaseFirstQueries, []);
  if (!shown) return isUnknown ? <NotFoundDocument /> : null;

  if (user && mustAddSecondFactor) return <RequiredSecondFactor />;
  return (
    <>
      <Shell user={shown} page={page} theme={theme} onTheme={onTheme}>
        {page && !mayOpen && <RefusalPage page={page} role={shown.role} />}
        {!page && <NotFoundPage />}
        {mayOpen && !isMenuRendered && <PageSkeleton />}
        {mayOpen && isMenuRendered && (
          <Screen
            key={page.path}
            path={page.path}
            failure={(failure, onRetry) => (
              <>
                <PageHead title={page.label} />
                <CodeFailureNotice failure={failure} onRetry={onRetry}>
                  We could not load this page.
                </CodeFailureNotice>
              </>
            )}
          />
        )}
      </Shell>
      <UploadDock user={shown} />
      {user && <PasswordDialog />}
      {!user && <SessionEndedDialog />}
    </>
  );
}
