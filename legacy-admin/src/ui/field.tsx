import { css } from '@emotion/react';
import { ChevronDown, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { palette } from './palette';

const field = css`
  margin-bottom: 1rem;
  & label { display: block; font-size: 0.8125rem; font-weight: 500; margin-bottom: 0.3rem; }
  & :is(input, select, textarea) {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.5rem 0.75rem;
    border: 1px solid ${palette.control};
    border-radius: 2px;
    background: ${palette.white};
    appearance: none;
  }
  & textarea { display: block; resize: vertical; }
  & :is(input, select, textarea):focus { outline: 2px solid ${palette.maroon}; outline-offset: 0; }
  & [aria-invalid='true'] { border-color: ${palette.danger}; box-shadow: inset 0 0 0 1px ${palette.danger}; }
`;
const fieldError = css`
  display: flex;
  gap: 0.4rem;
  align-items: center;
  color: ${palette.danger};
  font-size: 0.8125rem;
  font-weight: 500;
  margin-top: 0.35rem;
`;
const select = css`
  position: relative;
  & > svg { position: absolute; right: 0.7rem; top: 50%; translate: 0 -50%; pointer-events: none; }
`;

/** The attributes that connect a control with its label and its error. */
export interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface FieldProps {
  id: string;
  label: string;
  /** the error message, or undefined when the value is valid */
  error?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** A labelled field. Its error is below it, and screen readers read both together. */
export function Field({ id, label, error, className, children }: FieldProps) {
  const control: ControlProps = error ? { id, 'aria-invalid': true, 'aria-describedby': `${id}-error` } : { id };
  return (
    <div css={field} className={className}>
      <label htmlFor={id}>{label}</label>
      {children(control)}
      {error && (
        <p id={`${id}-error`} css={fieldError}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Wraps a select and draws its arrow. */
export function SelectFrame({ children }: { children: ReactNode }) {
  return (
    <div css={select}>
      {children}
      <ChevronDown aria-hidden="true" />
    </div>
  );
}
