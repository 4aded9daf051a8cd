import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import { categoriesWith } from './categories';
import { SelectField } from './select-field';

interface CategoryFieldProps {
  error?: string;
  /** may be one that only the server knows */
  value: string;
  onChange(value: PortfolioCategory): void;
}

/** The required category of a photo, film or story. */
export const CategoryField = ({ onChange, ...props }: CategoryFieldProps) => (
  <SelectField
    label="Category *"
    options={categoriesWith([props.value])}
    {...props}
    onChange={(next) => onChange(next as PortfolioCategory)}
  />
);
