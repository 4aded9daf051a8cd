import { EVENT_TYPES, INQUIRY_STATUSES, type InquiryCounts } from '@godhuli/contracts/inquiries';
import Download from 'lucide-react/icons/download';
import Search from 'lucide-react/icons/search';
import { memo, type RefObject } from 'react';
import { countInbox } from '../../app/inquiry-counts';
import { ButtonAnchor } from '../../ui/button';
import { InputFrame, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { Key } from '../../ui/keys';
import { Segments } from '../../ui/segments';
import { visuallyHidden } from '../../ui/text.styles';
import { useTypedSearch } from '../../ui/use-typed-search';
import { InboxFilters } from './inbox-filters';
import { header, searchRow, title } from './inbox-header.styles';
import { csvUrl, type InquiryFilter } from './inquiries.requests';

interface InboxHeaderProps {
  filter: InquiryFilter;
  onFilter(filter: InquiryFilter): void;
  /** null while they are unknown */
  counts: InquiryCounts | null;
  search: RefObject<HTMLInputElement | null>;
  /** whether an inquiry covers the list, as on a phone */
  isCovered: boolean;
}

/** Filters, search and CSV export of the inbox. */
export const InboxHeader = memo(function InboxHeader(props: InboxHeaderProps) {
  const { filter, onFilter, counts, search, isCovered } = props;
  const [text, setText] = useTypedSearch(filter.search, (typed) => onFilter({ ...filter, search: typed }), isCovered);
  return (
    <header css={header}>
      <div>
        <p css={title} aria-hidden="true">
          {filter.isSpam ? 'Likely spam' : 'Inquiries'}
        </p>
        <SelectFrame>
          <select
            css={inputStyles}
            aria-label="Photography type"
            value={filter.type}
            onChange={(event) => onFilter({ ...filter, type: event.target.value as InquiryFilter['type'] })}
          >
            <option value="all">All types</option>
            {EVENT_TYPES.map((type) => (
              <option key={type.value} value={type.value}>
                {type.label}
              </option>
            ))}
          </select>
        </SelectFrame>
        <ButtonAnchor size="small" href={csvUrl(filter)} download>
          <Download aria-hidden="true" strokeWidth={1.75} /> CSV
          <span css={visuallyHidden}> export</span>
        </ButtonAnchor>
      </div>
      <div css={searchRow}>
        <InputFrame>
          <Search aria-hidden="true" strokeWidth={1.75} />
          <input
            ref={search}
            css={inputStyles}
            type="search"
            maxLength={200}
            aria-label="Search inquiries"
            aria-keyshortcuts="/"
            placeholder="Name, phone, date or message"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <span aria-hidden="true">
            <Key>/</Key>
          </span>
        </InputFrame>
      </div>
      <InboxFilters filter={filter} onFilter={onFilter} />
      {!filter.isSpam && (
        <Segments
          label="Show"
          isFull
          value={filter.status}
          options={(['All', ...INQUIRY_STATUSES] as const).map((status) => ({
            value: status,
            label: status,
            count: counts && (status === 'All' ? countInbox(counts) : counts[status]),
          }))}
          onChange={(status) => onFilter({ ...filter, status })}
        />
      )}
    </header>
  );
});
