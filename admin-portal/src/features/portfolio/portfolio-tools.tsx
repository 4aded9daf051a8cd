import type { PortfolioPage } from '@godhuli/contracts/portfolio';
import { categoriesWith } from '../../ui/categories';
import { SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { SearchField } from '../../ui/search-field';
import { Segments } from '../../ui/segments';
import type { PortfolioFilter, PortfolioShow } from './portfolio.requests';
import * as styles from './portfolio-page.styles';

interface PortfolioToolsProps extends PortfolioFilter {
  counts: PortfolioPage['counts'];
  total: number;
  unpublished: number;
  trashed: number;
  onShow(show: PortfolioShow): void;
  onCategory(category: string): void;
  onSearch(search: string): void;
}

/** Filter and search of the gallery. */
export function PortfolioTools(props: PortfolioToolsProps) {
  const { category, search, show, counts, total, unpublished, trashed, onShow, onCategory, onSearch } = props;
  return (
    <div css={styles.tools}>
      <Segments
        label="Category"
        value={category}
        options={[
          { value: 'all', label: 'All', count: total },
          ...categoriesWith(Object.keys(counts)).map((each) => ({ ...each, count: counts[each.value] ?? 0 })),
        ]}
        onChange={onCategory}
      />
      <div>
        <SelectFrame>
          <select
            css={inputStyles}
            aria-label="Show"
            value={show}
            onChange={(event) => onShow(event.target.value as PortfolioShow)}
          >
            <option value="all">All photos</option>
            <option value="published">On the website</option>
            <option value="unpublished">Not on the website ({unpublished})</option>
            <option value="trash">Trash ({trashed})</option>
          </select>
        </SelectFrame>
      </div>
      <SearchField
        label="Search the gallery"
        placeholder="Title, place or description"
        value={search}
        onChange={onSearch}
      />
    </div>
  );
}
