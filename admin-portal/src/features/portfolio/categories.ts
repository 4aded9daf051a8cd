export { CATEGORIES, categoryLabel } from '../../ui/categories';
