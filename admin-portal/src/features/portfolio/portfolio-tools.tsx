import type { PortfolioCategory, PortfolioPage } from '@godhuli/contracts/portfolio';
import Search from 'lucide-react/icons/search';
import { InputFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { Segments } from '../../ui/segments';
import { CATEGORIES } from './categories';
import type { PortfolioFilter } from './portfolio.requests';
import * as styles from './portfolio-page.styles';

interface PortfolioToolsProps extends PortfolioFilter {
  counts: PortfolioPage['counts'];
  total: number;
  onCategory(category: PortfolioCategory | 'all'): void;
  onSearch(search: string): void;
}

/** Filter and search of the gallery. */
export function PortfolioTools(props: PortfolioToolsProps) {
  const { category, search, counts, total, onCategory, onSearch } = props;
  return (
    <div css={styles.tools}>
      <Segments<PortfolioCategory | 'all'>
        label="Category"
        value={category}
        options={[
          { value: 'all', label: 'All', count: total },
          ...CATEGORIES.map(({ value, label }) => ({ value, label, count: counts[value] })),
        ]}
        onChange={onCategory}
      />
      <InputFrame>
        <Search aria-hidden="true" strokeWidth={1.75} />
        <input
          css={inputStyles}
          type="search"
          maxLength={200}
          aria-label="Search the gallery"
          placeholder="Title, place or description"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </InputFrame>
    </div>
  );
}
