import type { SecondFactor as Factors, Passkey } from '@godhuli/contracts/second-factor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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

interface Removal {
  remove: Passkey | 'app';
}

type Open =
  | Awaited<ReturnType<typeof prepareTotp>>
  | { passkey: Passkey | 'new' }
  | { codes: readonly string[] }
  | Removal
  | { replace: 'codes' };

/** The user's second factors: an authenticator app, passkeys and recovery codes. */
export function SecondFactor({ onAdded }: { onAdded?(): void }) {
  const host = useHost();
  const queries = useQueryClient();
  const factors = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const latest = useRef(open);
  latest.current = open;
  const close = () => setOpen(null);
  /** Closes a dialog that a request began in. Another one may be open when the request ends. */
  const closeOnly = (dialog: Open) => setOpen((now) => (now === dialog ? null : now));
  const refresh = () => queries.invalidateQueries({ queryKey: [ACCOUNT] });
  const saved = (title: string, dialog: Open) => (codes: readonly string[] | null) => {
    // The codes before these no longer work: new ones are shown whatever is open.
    if (codes) setOpen({ codes });
    else {
      closeOnly(dialog);
      // After codes that are open, their dialog calls it.
      if (!latest.current || !('codes' in latest.current)) onAdded?.();
    }
    host.toast({ title });
    void refresh();
  };
  const start = useMutation({
    mutationFn: prepareTotp,
    meta: { errorTitle: 'We could not start the setup' },
    onSuccess: (prepared) => setOpen((now) => now ?? prepared),
  });
  const renew = useMutation({
    mutationFn: (_dialog: Open) => renewRecoveryCodes(),
    meta: { errorTitle: 'We could not replace the codes' },
    onError: (_error, dialog) => closeOnly(dialog),
    onSuccess: (codes, dialog) => saved('Recovery codes replaced', dialog)(codes),
  });
  const remove = useMutation({
    mutationFn: ({ remove }: Removal) => (remove === 'app' ? removeTotp() : removePasskey(remove._id)),
    meta: { errorTitle: 'We could not remove it' },
    onSuccess: () => host.toast({ title: 'Second factor removed' }),
    onSettled: (_result, _error, dialog) => {
      closeOnly(dialog);
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
        <open.TotpDialog totp={open.totp} onAdded={saved('Authenticator app set up', open)} onClose={close} />
      )}
      {open && 'passkey' in open && (
        <PasskeyDialog passkey={open.passkey} onSaved={saved('Passkey saved', open)} onClose={close} />
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
          onConfirm={() => renew.mutate(open)}
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
          onConfirm={() => remove.mutate(open)}
          onCancel={close}
        />
      )}
    </section>
  );
}
