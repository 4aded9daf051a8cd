import { css } from '@emotion/react';

/** The box of an input, a select or a textarea. */
export const inputStyles = css`
  width: 100%;
  min-height: max(2.625rem, var(--h));
  padding: 0.5rem 0.8rem;
  background: var(--a-surface);
  border: 1px solid var(--a-border-ctl);
  border-radius: var(--r-2);
  appearance: none;
  line-height: 1.4;
  &:focus {
    outline: 2px solid var(--a-focus);
    outline-offset: 0;
    border-color: var(--a-focus);
  }
  &::placeholder {
    color: var(--a-faint);
    opacity: 1;
  }
  &[aria-invalid='true'] {
    border-color: var(--a-danger);
    box-shadow: inset 0 0 0 1px var(--a-danger);
  }
`;

export const labelStyles = css`
  display: block;
  font-size: 0.875rem;
  font-weight: 500;
  margin-bottom: 0.375rem;
`;

export const hintStyles = css`
  font-size: 0.8125rem;
  color: var(--a-muted);
  margin-top: 0.375rem;
  line-height: 1.45;
`;

export const withIcon = css`
  position: relative;
  display: block;
  & > svg.lucide {
    position: absolute;
    left: 0.8rem;
    top: 50%;
    translate: 0 -50%;
    color: var(--a-muted);
    pointer-events: none;
  }
  & > svg.lucide + input {
    padding-left: 2.5rem;
  }
`;

export const withChevron = css`
  position: relative;
  display: block;
  & > svg.lucide {
    position: absolute;
    right: 0.75rem;
    top: 50%;
    translate: 0 -50%;
    color: var(--a-muted);
    pointer-events: none;
  }
`;

export const errorStyles = css`
  display: flex;
  gap: 0.4rem;
  align-items: flex-start;
  font-size: 0.8125rem;
  font-weight: 500;
  color: var(--a-danger);
  margin-top: 0.375rem;
  line-height: 1.4;
  overflow-wrap: anywhere;
  & svg.lucide {
    width: 0.9375rem;
    height: 0.9375rem;
    margin-top: 0.1rem;
  }
`;

/** A check box with its label. */
export const checkbox = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: var(--h-sm);
  font-size: 0.875rem;
  font-weight: 500;
  & input {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
    accent-color: var(--a-primary);
  }
`;
