import { useQueryClient } from '@tanstack/react-query';
import { SignedOutLayout } from '../../app/layout/signed-out-layout';
import { removeUser, storeUser, useSession } from '../../app/session/session';
import { logout } from '../../app/session/session.requests';
import { textLink } from '../../ui/button.styles';
import { muted } from '../../ui/text.styles';
import { SecondFactor } from './second-factor';

/** Shown in place of every page to a user who must add a second factor first. */
export default function SecondFactorPage() {
  const { user } = useSession();
  const queries = useQueryClient();
  const leave = async () => {
    await logout().catch(() => undefined);
    removeUser();
  };
  return (
    <SignedOutLayout title="One more step" documentTitle="Second factor">
      <p css={[muted, { marginBottom: '1.5rem' }]}>
        Your studio requires a second factor. Add one to continue; it takes a minute.
      </p>
      <SecondFactor
        onAdded={() => {
          if (user) storeUser(user);
          void queries.invalidateQueries();
        }}
      />
      <p css={{ display: 'grid', justifyItems: 'center', marginTop: '1rem' }}>
        <button type="button" css={[textLink, { minHeight: '2.75rem' }]} onClick={() => void leave()}>
          Log out
        </button>
      </p>
    </SignedOutLayout>
  );
}
