import type { InquiriesBulk, Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';
import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useInquiryCounts } from '../../app/inquiry-counts';
import { DocumentTitle } from '../../app/layout/studio-name';
import { useIsNarrow } from '../../app/layout/use-is-narrow';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Confirm } from '../../ui/dialog';
import { split, splitItem, splitList } from '../../ui/split.styles';
import { visuallyHidden } from '../../ui/text.styles';
import { UndoBar } from '../../ui/undo-bar';
import { useStable } from '../../ui/use-stable';
import { useCurrentRow } from './current-row';
import { DeletedInquiries } from './deleted-inquiries';
import { type Deletion, deletionQuestion } from './deletion';
import { InboxHeader } from './inbox-header';
import { countFilters, filterFromQuery, NO_FILTER, queryFromFilter } from './inbox-url';
import type { InquiryFilter } from './inquiries.requests';
import { fullHeight } from './inquiries-page.styles';
import { InquiryDetail, InquiryDetailSkeleton } from './inquiry-detail';
import { InquiryListPanel } from './inquiry-list-panel';
import { LostDialog } from './lost-dialog';
import { SelectionBar } from './selection-bar';
import { ShortcutHelp } from './shortcut-help';
import { countMatching, shownInquiries } from './shown-inquiries';
import { useBulkChange } from './use-bulk-change';
import { useCurrentInquiry, useFirstInquiry } from './use-current-inquiry';
import { useInbox } from './use-inbox';
import { useInboxShortcuts } from './use-inbox-shortcuts';
import { useInboxUrl } from './use-inbox-url';
import { inquiryListQuery, useInquiryList } from './use-inquiry-list';
import { useNeighbours } from './use-neighbours';
import { useOpenInquiry } from './use-open-inquiry';
import { useSaveOnClose } from './use-save-on-close';
import { ViewToggles } from './view-toggles';

/** What the first frame needs (screens.tsx). */
export const firstQueries = (client: QueryClient, query: string) => [
  new InfiniteQueryObserver(client, inquiryListQuery(filterFromQuery(query))),
];

/** `/admin/dashboard/inquiries` (ADM-INQ-1): the inbox beside one inquiry; on a phone one after the other. */
export default function InquiriesPage() {
  const isNarrow = useIsNarrow();
  const search = useRef<HTMLInputElement>(null);
  const url = useInboxUrl();
  const filter = useMemo(() => filterFromQuery(url.search), [url.search]);
  // The open inquiry stays open: a search can be applied after a row was tapped.
  const setFilter = useStable((next: InquiryFilter) => url.go({ search: queryFromFilter(next) }, { replace: true }));
  const list = useInquiryList(filter);
  const shown = useMemo(() => shownInquiries(list.inquiries, filter), [list.inquiries, filter]);
  const shownIds = useMemo(() => shown.map(({ _id }) => _id), [shown]);
  const openInquiry = useOpenInquiry(url, isNarrow);
  // The inbox stays mounted below the deleted inquiries: it keeps what is typed.
  const isDeletedView = new URLSearchParams(url.search).get('view') === 'deleted';
  const opened = useCurrentInquiry(list, openInquiry);
  const current = isDeletedView ? undefined : opened;
  const currentRow = useCurrentRow(current?._id ?? null);
  useFirstInquiry(openInquiry, {
    first: shown[0],
    isNarrow,
    isSpam: filter.isSpam,
    hasIdInUrl: url.hash !== '',
  });
  const inbox = useInbox(list.reload);
  // The inbox keeps the notes of every inquiry while another one is open.
  useUnsavedChanges(Object.keys(inbox.notes.drafts).length > 0, 'path');
  useUnsavedChanges(inbox.fields.isDirty, 'path');
  useSaveOnClose(current, inbox.fields.commitAll);
  const { rememberPlace, neighbourOf, neighbourAfterDeletion } = useNeighbours(shown);
  const [focusRequest, setFocusRequest] = useState(0);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string> | null>(null);
  /** Removes inquiries from the selection, which ends with the last one. */
  const endSelection = (ids: ReadonlySet<string>) =>
    setSelectedIds((before) => {
      const rest = new Set([...(before ?? [])].filter((id) => !ids.has(id)));
      return rest.size > 0 ? rest : null;
    });
  const bulk = useBulkChange(inbox, { reload: list.reload, onDone: endSelection });
  const spamCount = useInquiryCounts().data?.quarantined ?? 0;

  const open = (id: string) => {
    // Together with the inquiry, and not once it is there: one layout for both.
    currentRow.set(id);
    openInquiry.open(id);
  };
  const focusCurrentRow = () => setFocusRequest((request) => request + 1);
  const openAndFocus = (id: string | undefined) => {
    if (id === undefined) return;
    open(id);
    focusCurrentRow();
  };
  const setStatus = (inquiry: Inquiry, status: InquiryStatus) => {
    if (inquiry.status !== status) rememberPlace(inquiry);
    void inbox.setStatus(inquiry, status);
  };
  const isUndoing = useRef(false);
  /** key of the change that is being undone: a second press must not undo it again */
  const undoing = useRef<string | null>(null);
  const undo = async () => {
    const { undoable } = inbox;
    if (!undoable || undoing.current === undoable.key) return;
    undoing.current = undoable.key;
    isUndoing.current = true;
    await undoable.undo().finally(() => {
      undoing.current = null;
    });
    if (undoable.id && !isNarrow) openAndFocus(undoable.id);
  };
  // The bar is gone, which had the focus. On a phone, where an open inquiry replaces the list, the focus stays on the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an undo that is done moves the focus
  useEffect(() => {
    if (inbox.undoable || !isUndoing.current) return;
    isUndoing.current = false;
    if (!isNarrow && document.activeElement?.id === 'main') focusCurrentRow();
  }, [inbox.undoable]);
  useInboxShortcuts({
    search,
    onMove(step) {
      if (!isDeletedView) openAndFocus(neighbourOf(current, step)?._id);
    },
    onStatus(status) {
      if (!current || current.quarantined || selectedIds) return;
      const next = neighbourOf(current, 1);
      setStatus(current, status);
      // On a phone the inquiry covers the list: it stays until it is closed.
      if (!isNarrow) openAndFocus(next?._id);
    },
    onUndo: () => void undo(),
  });

  const toggleSelected = (id: string) =>
    setSelectedIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const deletionOf = (inquiries: readonly Inquiry[], permanently: boolean): Deletion => {
    const hasUnsavedNotes = inquiries.some(({ _id }) => inbox.notes.drafts[_id]);
    return { kind: 'inquiries', inquiries, permanently, hasUnsavedNotes };
  };
  const confirmDeletion = (confirmed: Deletion) => {
    setDeletion(null);
    if (confirmed.kind === 'all-spam') {
      inbox.removeAllSpam(confirmed.upTo, () => !isNarrow && openInquiry.close());
      return;
    }
    void inbox.remove(confirmed.inquiries, confirmed.permanently, (deleted) => {
      endSelection(new Set(deleted.map(({ _id }) => _id)));
      if (!current || !deleted.some(({ _id }) => _id === current._id)) return;
      const neighbour = neighbourAfterDeletion(current, deleted);
      if (neighbour && !isNarrow) openInquiry.open(neighbour._id);
      else openInquiry.close();
    });
  };
  const accept = async (inquiry: Inquiry) => {
    if (!(await inbox.acceptQuarantined(inquiry))) return;
    url.go({ search: '', hash: `#${inquiry._id}` }, { replace: true });
    await list.reload();
  };
  const showSpam = (isSpam: boolean) => {
    setSelectedIds(null);
    // A new history entry, so that Back on a phone returns from the likely spam to the inbox.
    url.go({ search: isSpam ? '?view=spam' : '', hash: '' });
  };
  /** where 'Back to the inbox' leads */
  const behindDeleted = useRef({ search: '', hash: '' });
  const showDeleted = () => {
    setSelectedIds(null);
    inbox.dismissUndo();
    behindDeleted.current = url.latest();
    url.go({ search: '?view=deleted', hash: '' });
  };
  const selected = () => shown.filter(({ _id }) => selectedIds?.has(_id));
  const changeSelected = useStable((change: InquiriesBulk['change']) => {
    bulk.changeSeveral({ inquiries: selected(), change });
  });
  const deleteSelected = useStable((permanently: boolean) => setDeletion(deletionOf(selected(), permanently)));
  const isCovered = isNarrow && current !== undefined && openInquiry.id !== null;
  const isFiltered = filter.search !== '' || countFilters(filter) > 0;
  const deleteAllSpam = useStable(() =>
    setDeletion({ kind: 'all-spam', upTo: String(Math.max(...shownIds.map(Number))), count: spamCount }),
  );

  if (isDeletedView) return <DeletedInquiries onBack={() => url.go(behindDeleted.current)} />;
  return (
    <div data-fill css={split} data-detail={isCovered || undefined}>
      <DocumentTitle>Inquiries</DocumentTitle>
      <h1 css={visuallyHidden}>Inquiries</h1>
      <section css={[splitList, fullHeight]} aria-label="Inbox">
        <InboxHeader
          filter={filter}
          onFilter={setFilter}
          counts={list.state === 'failed' ? null : list.counts}
          search={search}
          isCovered={isCovered}
        />
        <ViewToggles isSpam={filter.isSpam} spamCount={spamCount} onSpam={showSpam} onDeleted={showDeleted} />
        <InquiryListPanel
          list={list}
          shown={shown}
          total={countMatching(list.counts, filter)}
          currentRow={currentRow}
          focusRequest={focusRequest}
          selectedIds={selectedIds}
          onSelect={selectedIds ? toggleSelected : open}
          isFiltered={isFiltered}
          isSpam={filter.isSpam}
          onClearFilter={() => setFilter({ ...NO_FILTER, isSpam: filter.isSpam, order: filter.order })}
        />
        {shown.length > 0 && (
          <SelectionBar
            shownIds={shownIds}
            selectedIds={selectedIds}
            isSpam={filter.isSpam}
            isChanging={bulk.isChanging}
            onSelect={setSelectedIds}
            onChange={changeSelected}
            onDelete={deleteSelected}
            onDeleteAll={filter.isSpam && !isFiltered ? deleteAllSpam : undefined}
          />
        )}
        <ShortcutHelp />
      </section>
      <section css={splitItem} aria-label={current ? `Inquiry from ${current.name}` : 'Inquiry'}>
        {list.state === 'loading' && !current && <InquiryDetailSkeleton />}
        {current && (
          <InquiryDetail
            inquiry={current}
            inbox={inbox}
            onStatus={(status) => setStatus(current, status)}
            onBack={openInquiry.close}
            onAccept={() => void accept(current)}
            onDelete={() => setDeletion(deletionOf([current], false))}
          />
        )}
      </section>
      {deletion && (
        <Confirm
          {...deletionQuestion(deletion)}
          onConfirm={() => confirmDeletion(deletion)}
          onCancel={() => setDeletion(null)}
        />
      )}
      {inbox.fields.lost && <LostDialog onChange={inbox.fields.answerLost} onClose={inbox.fields.cancelLost} />}
      {inbox.undoable && (
        <UndoBar
          key={inbox.undoable.key}
          message={inbox.undoable.message}
          offeredMs={inbox.undoable.offeredMs}
          onUndo={undo}
          onDismiss={inbox.dismissUndo}
        />
      )}
    </div>
  );
}
