import type { SecondFactor as Factors, Passkey } from '@godhuli/contracts/second-factor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCOUNT } from '../../app/query-keys';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { useHost } from '../../ui/host-context';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { PasskeyDialog } from './passkey-dialog';
import { PasskeyRows } from './passkey-rows';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { removePasskey, removeTotp, renewRecoveryCodes, secondFactorQuery, startTotp } from './second-factor.requests';

/** Creates a key while the dialog's code, with the QR code, is loaded. */
async function prepareTotp() {
  const [totp, { TotpDialog }] = await Promise.all([startTotp(), import('./totp-dialog')]);
  return { totp, TotpDialog };
}

type Open =
  | Awaited<ReturnType<typeof prepareTotp>>
  | { passkey: Passkey | 'new' }
  | { codes: readonly string[] }
  | { remove: Passkey | 'app' }
  | { replace: 'codes' };

/** The user's second factors: an authenticator app, passkeys and recovery codes. */
export function SecondFactor({ onAdded }: { onAdded?(): void }) {
  const host = useHost();
  const queries = useQueryClient();
  const factors = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const refresh = () => queries.invalidateQueries({ queryKey: [ACCOUNT] });
  const saved = (title: string) => (codes: readonly string[] | null) => {
    setOpen(codes && { codes });
    if (!codes) onAdded?.();
    host.toast({ title });
    void refresh();
  };
  const start = useMutation({
    mutationFn: prepareTotp,
    meta: { errorTitle: 'We could not start the setup' },
    onSuccess: setOpen,
  });
  const renew = useMutation({
    mutationFn: renewRecoveryCodes,
    meta: { errorTitle: 'We could not replace the codes' },
    onError: close,
    onSuccess: saved('Recovery codes replaced'),
  });
  const remove = useMutation({
    mutationFn: (factor: Passkey | 'app') => (factor === 'app' ? removeTotp() : removePasskey(factor._id)),
    meta: { errorTitle: 'We could not remove it' },
    onSuccess: () => host.toast({ title: 'Second factor removed' }),
    onSettled: () => {
      setOpen(null);
      void refresh();
    },
  });
  const hasAny = ({ totp, passkeys }: Factors) => totp || passkeys.length > 0;
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p css={[muted, { marginTop: '.375rem', maxWidth: '34rem' }]}>
        With a second factor, a stolen password alone does not open your account. Use an app that shows codes, a passkey
        (fingerprint, face or security key), or both.
      </p>
      <QueryResult
        query={factors}
        skeleton={<Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
        failure="We could not load your second factors. Check your connection and try again."
        marginTop=".75rem"
      >
        {(loaded) => (
          <ul css={rows}>
            <li>
              <div>
                Authenticator app
                <small>{loaded.totp ? 'Set up' : 'Not set up'}</small>
              </div>
              {loaded.totp ? (
                <Button
                  size="small"
                  variant="quiet-bad"
                  aria-label="Remove the authenticator app"
                  onClick={() => setOpen({ remove: 'app' })}
                >
                  Remove
                </Button>
              ) : (
                <Button
                  size="small"
                  isBusy={start.isPending}
                  aria-label="Set up an authenticator app"
                  onClick={() => start.mutate()}
                >
                  Set up
                </Button>
              )}
            </li>
            <PasskeyRows
              passkeys={loaded.passkeys}
              onAdd={() => setOpen({ passkey: 'new' })}
              onRename={(passkey) => setOpen({ passkey })}
              onRemove={(passkey) => setOpen({ remove: passkey })}
            />
            {hasAny(loaded) && (
              <li>
                <div>
                  Recovery codes
                  <small>{loaded.recoveryCodes} of 10 left</small>
                </div>
                <Button size="small" isBusy={renew.isPending} onClick={() => setOpen({ replace: 'codes' })}>
                  Replace all codes
                </Button>
              </li>
            )}
          </ul>
        )}
      </QueryResult>
      {open && 'totp' in open && (
        <open.TotpDialog totp={open.totp} onAdded={saved('Authenticator app set up')} onClose={close} />
      )}
      {open && 'passkey' in open && (
        <PasskeyDialog passkey={open.passkey} onSaved={saved('Passkey saved')} onClose={close} />
      )}
      {open && 'codes' in open && (
        <RecoveryCodesDialog
          codes={open.codes}
          onClose={() => {
            close();
            onAdded?.();
          }}
        />
      )}
      {open && 'replace' in open && (
        <Confirm
          question="Replace all recovery codes?"
          detail="The codes that you have saved stop working at once. Ten new ones are shown."
          confirmLabel="Replace"
          isBusy={renew.isPending}
          onConfirm={() => renew.mutate()}
          onCancel={close}
        />
      )}
      {open && 'remove' in open && (
        <Confirm
          question={
            open.remove === 'app' ? 'Remove the authenticator app?' : `Remove the passkey "${open.remove.name}"?`
          }
          detail="It will no longer sign you in. Without any second factor your recovery codes stop working too."
          confirmLabel="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(open.remove)}
          onCancel={close}
        />
      )}
    </section>
  );
}
