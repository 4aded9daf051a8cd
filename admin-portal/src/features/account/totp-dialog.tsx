import { type TotpKey, totpConfirmationSchema } from '@godhuli/contracts/second-factor';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { code as codeStyles } from '../../ui/code.styles';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { QrCode } from './qr-code';
import { confirmTotp } from './second-factor.requests';
import { scan } from './second-factor.styles';

interface TotpDialogProps {
  totp: TotpKey;
  onAdded(recoveryCodes: string[] | null): void;
  onClose(): void;
}

/** Shows the key of the authenticator app, once, and asks for a code of it. */
export function TotpDialog({ totp, onAdded, onClose }: TotpDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const confirm = useMutation({
    mutationFn: confirmTotp,
    onSuccess: onAdded,
    onError: (cause) => setError(fieldErrorsOf(cause).code),
  });
  const failure = confirm.error && !error ? failureText(confirm.error, 'We could not check the code.') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = totpConfirmationSchema.safeParse({ code: typed });
    setError(checked.success ? undefined : checked.error.issues[0]?.message);
    if (checked.success && !confirm.isPending) confirm.mutate(checked.data.code);
  };
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="Set up an authenticator app" onClose={onClose} />
      <form css={[modalBody, { display: 'grid', gap: '1.25rem' }]} id={`${id}-form`} noValidate onSubmit={submit}>
        {failure && <Banner>{failure}</Banner>}
        <div css={scan}>
          <QrCode text={totp.uri} label="QR code for the authenticator app" />
          <div>
            <p>Scan this code with your authenticator app, or type the key:</p>
            <p css={[codeStyles, { marginTop: '.5rem' }]}>{totp.key.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          </div>
        </div>
        <Field label="Code of the app" error={error} hint="6 digits. They change every 30 seconds.">
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </form>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={confirm.isPending}>
          {confirm.isPending ? 'Checking...' : 'Confirm'}
        </Button>
      </footer>
    </Modal>
  );
}
