import type { Inquiry } from '@godhuli/contracts/inquiries';
import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { LoadMore, type PagedQuery } from '../../app/load-more';
import { formatCount } from '../../ui/format-size';
import { Skeleton } from '../../ui/skeleton';
import { useStable } from '../../ui/use-stable';
import type { CurrentRow } from './current-row';
import { list, more, onPaper } from './inquiry-list.styles';
import { InquiryRow } from './inquiry-row';

export interface InquirySelection {
  currentRow: CurrentRow;
  /** grows when the keyboard moved the selection, so that its row takes the focus */
  focusRequest: number;
  onSelect(id: string): void;
  /** null: a row opens its inquiry */
  selectedIds: ReadonlySet<string> | null;
}

interface InquiryListProps extends InquirySelection {
  inquiries: readonly Inquiry[];
  /** how many there are with those that are not loaded; null: unknown */
  total: number | null;
  query: PagedQuery;
}

const MINUTE_MS = 60_000;

/** Returns the time, the same object for a minute, so that a row renders again only when its age may have changed. */
function useMinute(): Date {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another minute is what asks for it
  return useMemo(() => new Date(), [minute]);
}

interface RowsProps {
  inquiries: readonly Inquiry[];
  currentRow: CurrentRow;
  selectedIds: ReadonlySet<string> | null;
  now: Date;
  onSelect(id: string): void;
}

const Rows = memo(function Rows({ inquiries, currentRow, selectedIds, now, onSelect }: RowsProps) {
  return inquiries.map((inquiry) => (
    <li key={inquiry._id}>
      <InquiryRow
        inquiry={inquiry}
        currentRow={currentRow}
        isSelected={selectedIds?.has(inquiry._id)}
        now={now}
        onSelect={onSelect}
      />
    </li>
  ));
});

/** The loaded rows, which may be thousands: only those that changed are rendered, the browser lays out only those in view. */
export function InquiryList(props: InquiryListProps) {
  const { inquiries, total, query, currentRow, focusRequest, onSelect, selectedIds } = props;
  // Deferred: another minute, 'Select several' and 'Select all' change every row, which is rendered in slices.
  const now = useDeferredValue(useMinute());
  const marked = useDeferredValue(selectedIds);
  const select = useStable(onSelect);
  const element = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (focusRequest > 0) element.current?.querySelector<HTMLElement>(`[data-id="${currentRow.id()}"]`)?.focus();
  }, [focusRequest, currentRow]);
  return (
    <ul ref={element} css={list}>
      <Rows inquiries={inquiries} currentRow={currentRow} selectedIds={marked} now={now} onSelect={select} />
      {query.hasNextPage && (
        <li css={more}>
          <LoadMore size="small" query={query} errorTitle="We could not load more inquiries">
            Show more
          </LoadMore>
          <p css={onPaper}>
            The first {inquiries.length.toLocaleString('en-IN')}
            {total !== null && ` of ${formatCount(total, 'inquiry', 'inquiries')}`}. Export as CSV for all.
          </p>
        </li>
      )}
    </ul>
  );
}

/** Placeholder rows while the list loads. */
export function InquiryListSkeleton() {
  return (
    <ul css={list} aria-hidden="true">
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seven equal bars
        <li key={index} css={{ padding: '.875rem 1.25rem .95rem', borderBottom: '1px solid var(--a-border)' }}>
          <Skeleton style={{ width: '52%', height: '.9375rem', margin: '.25rem 0 .6rem' }} />
          <Skeleton style={{ width: '38%', height: '.8125rem', margin: '.2rem 0 .6rem' }} />
          <Skeleton style={{ width: '88%', height: '.8125rem', margin: '.2rem 0' }} />
        </li>
      ))}
    </ul>
  );
}
