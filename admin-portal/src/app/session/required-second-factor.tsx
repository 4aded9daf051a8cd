import { CodeFailureNotice } from '../code-failure-notice';
import { useCode } from '../late-code';
import { PageSkeleton } from '../layout/page-skeleton';
import { PasswordDialog } from './password-dialog';

const loadPage = () => import('../../features/account/second-factor-page');

/** Loads the page that adds a second factor, and shows it in place of every other page. */
export function RequiredSecondFactor() {
  const { Content, failure, retry } = useCode(loadPage);
  return (
    <>
      {Content && <Content />}
      {!Content && !failure && <PageSkeleton />}
      {failure && (
        <CodeFailureNotice failure={failure} onRetry={retry}>
          We could not load this page.
        </CodeFailureNotice>
      )}
      <PasswordDialog />
    </>
  );
}
