import type { Security } from '@godhuli/contracts/second-factor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useHost } from '../../ui/host-context';
import { muted } from '../../ui/text.styles';
import { requireSecondFactor, securityQuery } from './users.requests';
import * as styles from './users.styles';

/** Whether everyone must have a second factor. */
export function SecondFactorRule({ security }: { security: Security }) {
  const host = useHost();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: requireSecondFactor,
    meta: { errorTitle: 'We could not change this' },
    onSuccess: (saved) => {
      client.setQueryData(securityQuery.queryKey, saved);
      host.toast({
        title: saved.isSecondFactorRequired ? 'Second factor required' : 'Second factor no longer required',
      });
    },
  });
  return (
    <section css={{ marginTop: '1.5rem' }} aria-label="Second factor">
      <label css={styles.disable}>
        <input
          type="checkbox"
          checked={save.isPending ? save.variables : security.isSecondFactorRequired}
          disabled={save.isPending}
          onChange={({ target }) => save.mutate(target.checked)}
        />
        Require a second factor of everyone
      </label>
      <p css={[muted, { marginTop: '.375rem' }]}>
        Users without one add it at their next sign-in, before anything else. Everyone sets theirs up in their account.
        Coming soon: permissions of your own beside admin and editor.
      </p>
    </section>
  );
}
