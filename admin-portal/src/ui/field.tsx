import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { errorStyles, hintStyles, labelStyles, withChevron, withIcon } from './field.styles';

/** Tells a password manager, and nobody else, which account the password fields around it belong to. */
export function AccountName({ email }: { email: string | undefined }) {
  return email ? <input type="text" name="username" autoComplete="username" value={email} readOnly hidden /> : null;
}

/** Sets an icon inside the left edge of an input. */
export function InputFrame({ children }: { children: ReactNode }) {
  return <div css={withIcon}>{children}</div>;
}

/** Sets the arrow inside the right edge of a select. */
export function SelectFrame({ children }: { children: ReactNode }) {
  return (
    <div css={withChevron}>
      {children}
      <ChevronDown aria-hidden="true" strokeWidth={1.75} />
    </div>
  );
}

/** What is wrong with a field, in a sentence beside it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} css={errorStyles}>
      <CircleAlert aria-hidden="true" strokeWidth={1.75} />
      {children}
    </p>
  );
}

interface FieldProps {
  label: string;
  error?: string;
  hint?: string;
  /** Draws the control with what ties it to its label, hint and error. */
  children(control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }): ReactNode;
}

/** A control with its label, hint and error. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} css={labelStyles}>
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy || undefined })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} css={hintStyles}>
          {hint}
        </p>
      )}
    </div>
  );
}
