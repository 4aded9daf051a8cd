import { FIELD_MESSAGES } from '@godhuli/contracts/inquiry-form';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { memo, type ReactElement } from 'react';
import { t } from '../languages/language';
import type { FieldName } from './inquiry';

/** A field that can be invalid, or one whose every value is valid. */
type ControlName = FieldName | 'heardFrom';

export const fieldId = (name: ControlName) => `field-${name}`;

/** Attributes of the control: they connect it with its label, hint and error. */
export interface ControlProps {
  id: string;
  name: ControlName;
  defaultValue?: string;
  autoFocus?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  /** before React runs, page-script/early-form.ts marks invalid fields */
  suppressHydrationWarning: true;
}

/** What the form knows about one of its fields. */
export interface FieldState {
  name: ControlName;
  /** the posted value */
  value?: string;
  error?: string;
  hasFocus?: boolean;
}

interface FieldProps extends FieldState {
  label: string;
  hint?: string;
  isFullWidth?: boolean;
  /** renders the control; the same function each time, or the field is rendered again with every change of the form */
  children(control: ControlProps): ReactElement;
}

/** A labelled field with its hint, and with its error, which is hidden until the control is invalid. */
export const Field = memo(function Field({
  name,
  value,
  error,
  hasFocus,
  label,
  hint,
  isFullWidth,
  children,
}: FieldProps) {
  const id = fieldId(name);
  const message = error ?? (name === 'heardFrom' ? undefined : FIELD_MESSAGES[name]);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`field${isFullWidth ? ' field--full-width' : ''}`}>
      <label htmlFor={id}>{t(label)}</label>
      {children({
        id,
        name,
        defaultValue: value,
        autoFocus: hasFocus,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        suppressHydrationWarning: true,
      })}
      {message && (
        <p className="field__error" id={`${id}-error`} hidden={!error} suppressHydrationWarning>
          <CircleAlert className="icon" /> {t(message)}
        </p>
      )}
      {hint && (
        <p className="field__hint" id={`${id}-hint`} aria-live={name === 'eventDate' ? 'polite' : undefined}>
          {t(hint)}
        </p>
      )}
    </div>
  );
});
