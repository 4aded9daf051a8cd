import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { LoadMore, type PagedQuery } from '../../app/load-more';
import { Skeleton } from '../../ui/skeleton';
import { list, more } from './inquiry-list.styles';
import { InquiryRow } from './inquiry-row';

export interface InquirySelection {
  currentId: string | null;
  /** grows when the keyboard moved the selection, so that its row takes the focus */
  focusRequest: number;
  onSelect(id: string): void;
  /** null: a row opens its inquiry */
  selectedIds: ReadonlySet<string> | null;
}

interface InquiryListProps extends InquirySelection {
  inquiries: readonly Inquiry[];
  query: PagedQuery;
}

const MINUTE_MS = 60_000;

/** Returns the time, the same object for a minute, so that a row renders again only when its age may have changed. */
function useMinute(): Date {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another minute is what asks for it
  return useMemo(() => new Date(), [minute]);
}

/** The loaded rows, which may be thousands: only those that changed are rendered, the browser lays out only those in view. */
export function InquiryList({ inquiries, query, currentId, focusRequest, onSelect, selectedIds }: InquiryListProps) {
  const now = useMinute();
  const latestOnSelect = useRef(onSelect);
  latestOnSelect.current = onSelect;
  const select = useCallback((id: string) => latestOnSelect.current(id), []);
  // Deferred: 'Select several' and 'Select all' change every row, which is rendered in slices.
  const marked = useDeferredValue(selectedIds);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusRequest > 0) current.current?.focus();
  }, [focusRequest]);
  return (
    <ul css={list}>
      {inquiries.map((inquiry) => (
        <li key={inquiry._id}>
          <InquiryRow
            ref={inquiry._id === currentId ? current : undefined}
            inquiry={inquiry}
            isCurrent={inquiry._id === currentId}
            isSelected={marked?.has(inquiry._id)}
            now={now}
            onSelect={select}
          />
        </li>
      ))}
      {query.hasNextPage && (
        <li css={more}>
          <LoadMore size="small" query={query} errorTitle="We could not load more inquiries">
            Show more
          </LoadMore>
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
