import { type ComponentType, useEffect, useState } from 'react';
import { PageSkeleton } from '../layout/page-skeleton';
import { PasswordDialog } from './password-dialog';

/** Loads the page that adds a second factor, and shows it in place of every other page. */
export function RequiredSecondFactor() {
  const [loaded, setLoaded] = useState<{ Page?: ComponentType; error?: unknown }>({});
  useEffect(() => {
    import('../../features/account/second-factor-page').then(
      ({ default: Page }) => setLoaded({ Page }),
      (error: unknown) => setLoaded({ error }),
    );
  }, []);
  const { Page, error } = loaded;
  // The host shows it as it shows any screen that could not be loaded.
  if (error) throw error;
  return (
    <>
      {Page ? <Page /> : <PageSkeleton />}
      <PasswordDialog />
    </>
  );
}
