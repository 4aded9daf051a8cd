import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactElement } from 'react';
import type { FieldName, FieldProblem } from './inquiry';

export const fieldId = (name: FieldName) => `field-${name}`;

interface FieldProps {
  name: FieldName;
  label: string;
  hint?: string;
  problem?: FieldProblem;
  full?: boolean;
  /** draws the control with what ties it to label, hint and error */
  children(control: { id: string; name: FieldName; 'aria-describedby'?: string; 'aria-invalid'?: true }): ReactElement;
}

/** A labelled field with its hint and, next to it, what is wrong with it. */
export function Field({ name, label, hint, problem, full, children }: FieldProps): ReactElement {
  const id = fieldId(name);
  const describedBy = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`field${full ? ' field--full' : ''}${problem ? ' is-bad' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {problem && (
        <p className="err" id={`${id}-error`}>
          <CircleAlert className="i" /> {problem.message}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
