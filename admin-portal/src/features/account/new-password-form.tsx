import { newPasswordSchema } from '@godhuli/contracts/users';
import { type FormEvent, useRef, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { AccountName, Field } from '../../ui/field';
import { PasswordInput } from '../../ui/password-input';
import { form } from './new-password-form.styles';

interface NewPasswordFormProps {
  /** also asks for the current password */
  withCurrent?: boolean;
  /** the email of the account, so that a password manager updates the right login */
  username?: string;
  submitLabel: string;
  save(passwords: { current: string; next: string }): Promise<void>;
  onSaved(): void;
  onDirty?(isDirty: boolean): void;
  /** Handles errors of the response that belong to none of these fields. @returns whether it did */
  onRefused?(errors: Record<string, string>): boolean;
}

/** Sets a new password. Errors are shown next to their field, and typed text stays. */
export function NewPasswordForm({
  withCurrent,
  username,
  submitLabel,
  save,
  onSaved,
  onDirty,
  onRefused,
}: NewPasswordFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const read = () => {
    const fields = new FormData(element.current ?? undefined);
    return { current: String(fields.get('current') ?? ''), next: String(fields.get('next') ?? '') };
  };
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const first = ['current', 'next'].find((name) => found[name]);
    element.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = read();
    const checked = newPasswordSchema.safeParse(typed.next);
    setFailure(null);
    const found: Record<string, string> = {};
    if (withCurrent && !typed.current) found.current = 'Please enter your password.';
    if (!checked.success) found.next = checked.error.issues[0]?.message ?? '';
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await save(typed);
      element.current?.reset();
      onDirty?.(false);
      onSaved();
    } catch (error) {
      const refused = fieldErrorsOf(error);
      if (onRefused?.(refused)) return;
      show(refused);
      if (Object.keys(refused).length === 0)
        setFailure(failureText(error, 'We could not change the password. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={element}
      css={form}
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
      onInput={() => onDirty?.(Object.values(read()).some(Boolean))}
    >
      {failure && <Banner>{failure}</Banner>}
      <AccountName email={username} />
      {withCurrent && (
        <Field label="Current password" error={errors.current}>
          {(control) => <PasswordInput {...control} name="current" autoComplete="current-password" />}
        </Field>
      )}
      <Field label="New password" error={errors.next} hint="At least 10 characters. A few words are easy to remember.">
        {(control) => <PasswordInput {...control} name="next" autoComplete="new-password" />}
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? 'Saving...' : submitLabel}
        </Button>
      </div>
    </form>
  );
}
