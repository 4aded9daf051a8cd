import { categoriesWith } from './categories';
import { SelectField } from './select-field';

interface CategoryFieldProps {
  error?: string;
  /** may be one that only the server knows */
  value: string;
  onChange(value: string): void;
}

/** The required category of a photo, film or story. */
export const CategoryField = (props: CategoryFieldProps) => (
  <SelectField label="Category *" options={categoriesWith([props.value])} {...props} />
);
