import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import { CATEGORIES } from './categories';
import { SelectField } from './select-field';

interface CategoryFieldProps {
  error?: string;
  value: PortfolioCategory;
  onChange(value: PortfolioCategory): void;
}

/** The required category of a photo, film or story. */
export const CategoryField = (props: CategoryFieldProps) => (
  <SelectField label="Category *" options={CATEGORIES} {...props} />
);
