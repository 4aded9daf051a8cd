import { css } from '@emotion/react';
import type { ReactElement } from 'react';

const group = css`
  display: flex;
  gap: 2px;
  padding: 3px;
  border-radius: var(--r-3);
  background: var(--a-canvas);
  border: 1px solid var(--a-border);
  overflow-x: auto;
  max-width: 100%;
  scrollbar-width: none;
  & button {
    flex: none;
    min-height: calc(var(--h) - 6px);
    padding: 0 0.8rem;
    border-radius: 7px;
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--a-muted);
    white-space: nowrap;
  }
  & button span {
    color: var(--a-faint);
    margin-left: 0.3em;
    font-variant-numeric: tabular-nums;
  }
  & button:hover {
    color: var(--a-fg);
  }
  & button[aria-pressed='true'] {
    background: var(--a-surface);
    color: var(--a-fg);
    box-shadow:
      0 0 0 1px var(--a-border),
      var(--a-shadow);
  }
  & button:focus-visible {
    outline-offset: -2px;
  }
  @media (pointer: coarse), (max-width: 899px) {
    & button {
      min-height: 2.75rem;
    }
  }
`;
const full = css`
  & button {
    flex: 1 0 auto;
    padding-inline: 0.6rem;
  }
`;

/** As wide as a figure, so that nothing moves when the count comes. */
const FIGURE_SPACE = '\u2007';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  /** count: how many there are, or null while that is unknown */
  options: readonly { value: Value; label: string; count: number | null }[];
  onChange(value: Value): void;
  isFull?: boolean;
}

/** One choice of a few, each with its count. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
  isFull,
}: SegmentsProps<Value>): ReactElement {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div role="group" aria-label={label} css={[group, isFull && full]}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label} <span>{option.count?.toLocaleString('en-IN') ?? FIGURE_SPACE}</span>
        </button>
      ))}
    </div>
  );
}
