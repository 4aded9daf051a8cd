import { full, group } from './segments.styles';

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
export function Segments<Value extends string>({ label, value, options, onChange, isFull }: SegmentsProps<Value>) {
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
