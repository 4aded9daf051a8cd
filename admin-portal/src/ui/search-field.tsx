import Search from 'lucide-react/icons/search';
import { InputFrame } from './field';
import { inputStyles } from './field.styles';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange(value: string): void;
}

/** A field for words that a list is searched for. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <InputFrame>
      <Search aria-hidden="true" strokeWidth={1.75} />
      <input
        css={inputStyles}
        type="search"
        maxLength={200}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </InputFrame>
  );
}
