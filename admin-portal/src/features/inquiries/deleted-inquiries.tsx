import type { DeletedInquiry } from '@godhuli/contracts/inquiries';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { DocumentTitle } from '../../app/layout/studio-name';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { INQUIRIES } from '../../app/query-keys';
import { LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { eventTypeLabel } from '../../ui/event-type-label';
import { formatCount } from '../../ui/format-size';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { SearchField } from '../../ui/search-field';
import { displayTitle, muted, visuallyHidden } from '../../ui/text.styles';
import { useStable } from '../../ui/use-stable';
import { useTypedSearch } from '../../ui/use-typed-search';
import { deletedQuery } from './deleted.requests';
import { head, list, oneLineOfText, page, searchBox } from './deleted-inquiries.styles';
import { restoreInquiries } from './inquiries.requests';
import { InquiryListSkeleton } from './inquiry-list';
import { more } from './inquiry-list.styles';
import { selectionBar } from './selection-bar.styles';

const NONE: ReadonlySet<string> = new Set();

/** The deleted inquiries, which can be restored until they are removed permanently (ADM-INQ-2). */
export function DeletedInquiries({ onBack }: { onBack(): void }) {
  const [search, setSearch] = useState('');
  const [text, setText] = useTypedSearch(search, setSearch);
  const query = useInfiniteQuery(deletedQuery(search.trim()));
  const rows = useMemo(() => query.data?.pages.flatMap((each) => each.rows) ?? [], [query.data]);
  const [selectedIds, setSelectedIds] = useState(NONE);
  const forget = (ids: readonly string[]) =>
    setSelectedIds((before) => new Set([...before].filter((id) => !ids.includes(id))));
  const restoring = useRestore(forget);
  const selected = rows.filter(({ _id }) => selectedIds.has(_id));
  const toggle = useStable((id: string, isSelected: boolean) =>
    setSelectedIds((before) => new Set(isSelected ? [...before, id] : [...before].filter((other) => other !== id))),
  );
  const restore = useStable((inquiry: DeletedInquiry) => {
    if (!restoring.isPending) restoring.mutate([inquiry]);
  });
  const state = stateOf(query);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that leads here is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section data-fill css={page} aria-label="Deleted inquiries" ref={moveFocusOnRemoval}>
      <DocumentTitle>Deleted inquiries</DocumentTitle>
      <h1 css={visuallyHidden}>Inquiries</h1>
      <header css={head}>
        <div>
          <h2 css={displayTitle} ref={heading} tabIndex={-1}>
            Deleted inquiries
          </h2>
          <p css={muted}>They can be restored for 30 days. Then they are deleted permanently.</p>
        </div>
        <div css={searchBox}>
          <SearchField
            label="Search deleted inquiries"
            placeholder="Name, phone, date or message"
            value={text}
            onChange={setText}
          />
        </div>
        <Button size="small" onClick={onBack}>
          <ArrowLeft aria-hidden="true" strokeWidth={1.75} /> Back to the inbox
        </Button>
      </header>
      {state === 'loading' && <InquiryListSkeleton />}
      {state === 'failed' && (
        <div css={{ padding: '1.25rem', flex: 1 }}>
          <LoadFailure onRetry={() => void query.refetch()}>
            We could not load the deleted inquiries. Check your connection and try again.
          </LoadFailure>
        </div>
      )}
      {state === 'ready' && rows.length === 0 && !query.hasNextPage && (
        <Empty title={search ? 'No inquiries found' : 'No deleted inquiries'}>
          <p>
            {search ? 'No deleted inquiry matches this search.' : 'Inquiries that you delete appear here for 30 days.'}
          </p>
        </Empty>
      )}
      {rows.length > 0 && (
        <ul css={list} aria-label="Deleted inquiries">
          {rows.map((inquiry) => (
            <DeletedRow
              key={inquiry._id}
              inquiry={inquiry}
              isSelected={selectedIds.has(inquiry._id)}
              isBusy={restoring.isPending}
              onToggle={toggle}
              onRestore={restore}
            />
          ))}
          {query.hasNextPage && (
            <li css={more}>
              <LoadMore size="small" query={query} errorTitle="We could not load more inquiries">
                Show more
              </LoadMore>
            </li>
          )}
        </ul>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not wrap as a flex box in every browser
        <div css={selectionBar} role="group" aria-label="Several inquiries">
          <span role="status">{selected.length.toLocaleString('en-IN')} selected</span>
          <Button
            size="small"
            disabled={selected.length === rows.length}
            onClick={() => setSelectedIds(new Set(rows.map(({ _id }) => _id)))}
          >
            Select all {rows.length}
          </Button>
          <Button
            size="small"
            variant="primary"
            disabled={selected.length === 0}
            isBusy={restoring.isPending}
            onClick={() => restoring.mutate(selected)}
          >
            {restoring.isPending ? 'Restoring...' : 'Restore'}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Restores inquiries and says how many were. @param onRestored receives their ids */
function useRestore(onRestored: (ids: readonly string[]) => void) {
  const { toast } = useHost();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (inquiries: readonly DeletedInquiry[]) => restoreInquiries(inquiries.map(({ _id }) => _id)),
    meta: { errorTitle: 'We could not restore all of these inquiries' },
    onSuccess(count, inquiries) {
      const total = formatCount(inquiries.length, 'inquiry', 'inquiries');
      if (count === inquiries.length) {
        const what = count === 1 ? `The inquiry from ${inquiries[0]?.name} was` : `${total} were`;
        toast({ title: 'Restored', description: `${what} restored.` });
      } else {
        const description = 'The others were restored before or are deleted permanently.';
        toast({ title: `${count} of ${total} restored`, description, variant: 'destructive' });
      }
      onRestored(inquiries.map(({ _id }) => _id));
    },
    // After a failure, too: some of many may be restored.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [INQUIRIES] }),
  });
}

interface DeletedRowProps {
  inquiry: DeletedInquiry;
  isSelected: boolean;
  isBusy: boolean;
  onToggle(id: string, isSelected: boolean): void;
  onRestore(inquiry: DeletedInquiry): void;
}

const DeletedRow = memo(function DeletedRow(props: DeletedRowProps) {
  const { inquiry, isSelected, isBusy, onToggle, onRestore } = props;
  const now = new Date();
  const facts = [inquiry.reference, eventTypeLabel(inquiry.eventType), inquiry.quarantined && 'Likely spam'];
  return (
    <li ref={moveFocusOnRemoval}>
      <label>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={`Select ${inquiry.name}`}
          onChange={({ target }) => onToggle(inquiry._id, target.checked)}
        />
        <span>
          <strong>{inquiry.name}</strong>
          <small>{facts.filter(Boolean).join(' · ')}</small>
          <small css={oneLineOfText}>{inquiry.message || 'No message'}</small>
          <small>
            Deleted {formatTimestamp(inquiry.deletedAt, now)}
            {inquiry.deletedBy && ` by ${inquiry.deletedBy}`}. Will be deleted permanently{' '}
            {formatTimestamp(inquiry.removedAt, now)}.
          </small>
        </span>
      </label>
      <Button size="small" aria-label={`Restore ${inquiry.name}`} isBusy={isBusy} onClick={() => onRestore(inquiry)}>
        Restore
      </Button>
    </li>
  );
});
