import { css } from '@emotion/react';
import { ApiError } from '@godhuli/contracts/api-error';
import { EVENT_TYPES, INQUIRY_STATUSES, type Inquiry, type InquiryStatus } from '@godhuli/contracts/inquiries';
import Download from 'lucide-react/icons/download';
import Search from 'lucide-react/icons/search';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { csvAddress, type InquiryFilter, loadInquiry } from '../api/inquiries';
import { LoadFailure } from '../controls/banner';
import { Button, ButtonAnchor } from '../controls/button';
import { Confirm } from '../controls/dialog';
import { Empty } from '../controls/empty';
import { InputFrame, inputStyles, SelectFrame } from '../controls/field';
import { Key } from '../controls/keys';
import { Segments } from '../controls/segments';
import { Skeleton } from '../controls/skeleton';
import { UndoBar } from '../controls/undo-bar';
import { formatCount } from '../format/sizes';
import { useHost } from '../host/host-context';
import { DocumentTitle } from '../layout/studio-name';
import { useIsNarrow } from '../layout/use-is-narrow';
import { visuallyHidden } from '../look/text';
import { useUnsavedChanges } from '../session/unsaved-changes';
import { addressQuery, filterOf, NO_FILTER } from './inbox-address';
import { useInboxKeys } from './inbox-keys';
import { countInbox, useQuarantineCount } from './inquiries-data';
import { InquiryDetail } from './inquiry-detail';
import { InquiryList, InquiryListSkeleton } from './inquiry-list';
import { byNewest, byReplyDue } from './order';
import { useInbox } from './use-inbox';
import { useInquiryList } from './use-inquiry-list';
import { useOpenInquiry } from './use-open-inquiry';

/** A pause in typing after which the search is sent. */
const TYPING_PAUSE_MS = 250;

const split = css`
  display: grid;
  grid-template-columns: minmax(20rem, 25rem) minmax(0, 1fr);
  height: calc(100dvh - 1.25rem - 2px);
  overflow: hidden;
  border-radius: inherit;
  @media (max-width: 899px) {
    display: block;
    height: auto;
    overflow: visible;
  }
`;
const inboxColumn = css`
  display: flex;
  flex-direction: column;
  min-height: 0;
  border-right: 1px solid var(--a-border);
  @media (max-width: 899px) {
    border: 0;
    height: calc(100dvh - 3.5rem);
    [data-detail] & {
      display: none;
    }
  }
`;
const inboxHead = css`
  display: grid;
  gap: 0.875rem;
  padding: 1.5rem 1.25rem 1rem;
  border-bottom: 1px solid var(--a-border);
  & > div:first-of-type {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  & > div:first-of-type > p {
    flex: 1;
  }
  & select {
    width: 8.5rem;
    min-height: var(--h-sm);
    padding: 0.25rem 2.25rem 0.25rem 0.75rem;
    font-size: 0.8125rem;
    text-overflow: ellipsis;
  }
`;
const inboxTitle = css`
  font: 400 1.875rem/1.15 var(--font-display);
  font-variation-settings: var(--opsz-h3);
  letter-spacing: -0.01em;
`;
const searchRow = css`
  & kbd {
    position: absolute;
    right: 0.6rem;
    top: 50%;
    translate: 0 -50%;
    @media (max-width: 899px) {
      display: none;
    }
  }
`;
const keyHelp = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.35rem 0.95rem;
  align-items: center;
  padding: 0.7rem 1.25rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.75rem;
  color: var(--a-muted);
  & span {
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
  }
  @media (max-width: 899px) {
    display: none;
  }
`;
/** Above the list: the way to the likely spam, and back. */
const spamToggle = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  padding: 0.5rem 1.25rem;
  border-bottom: 1px solid var(--a-border);
  font-size: 0.8125rem;
  font-weight: 500;
  text-align: left;
  color: var(--a-link);
  &:hover {
    background: var(--a-hover);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  & svg {
    width: 1rem;
    height: 1rem;
  }
`;
/** Under the list: what can be done with several inquiries. */
const pickBar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
  padding: 0.6rem 1.25rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.8125rem;
`;
const detailColumn = css`
  min-height: 0;
  overflow: auto;
  @media (max-width: 899px) {
    display: none;
    overflow: visible;
    [data-detail] & {
      display: block;
    }
  }
`;

/** The box that is typed into; its words reach the address, and so the API, when typing pauses. */
function useTypedSearch(search: string, onChange: (search: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const send = useRef(onChange);
  send.current = onChange;
  // Back, or a cleared filter, changes the address under the box.
  useEffect(() => {
    if (search !== sent.current) setTyped(search);
    sent.current = search;
  }, [search]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      send.current(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

/** An inquiry that is open but on none of the loaded pages is loaded by itself. */
function useInquiryOffList(id: string | null, isNeeded: boolean, onMissing: () => void) {
  const [known, setKnown] = useState<Inquiry | null>(null);
  const missing = useRef(onMissing);
  missing.current = onMissing;
  useEffect(() => {
    if (!isNeeded || id === null) return;
    let isOver = false;
    loadInquiry(id).then(
      (inquiry) => {
        if (!isOver) setKnown(inquiry);
      },
      (error: unknown) => {
        if (!isOver && error instanceof ApiError && error.status === 404) missing.current();
      },
    );
    return () => {
      isOver = true;
    };
  }, [id, isNeeded]);
  const update = (changed: Inquiry) => setKnown((before) => (before?._id === changed._id ? changed : before));
  return { offList: known?._id === id ? known : undefined, update };
}

type Asked =
  | { what: 'delete'; inquiries: readonly Inquiry[]; permanently: boolean }
  | { what: 'empty'; upTo: string; count: number };

/** `/admin/dashboard/inquiries` (ADM-INQ-1): the inbox beside one inquiry; on a phone one after the other. */
export default function InquiriesPage(): ReactElement {
  const host = useHost();
  const isNarrow = useIsNarrow();
  const search = useRef<HTMLInputElement>(null);
  const filter = useMemo(() => filterOf(host.location.search), [host.location.search]);
  const list = useInquiryList(filter);
  const reading = useOpenInquiry(isNarrow);
  const [focusRequest, setFocusRequest] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const address = `${host.basePath}/dashboard/inquiries`;
  const setFilter = (next: InquiryFilter) =>
    host.navigate(`${address}${addressQuery(next)}${isNarrow ? '' : host.location.hash}`, { replace: true });
  const [typed, setTyped] = useTypedSearch(filter.search, (words) => setFilter({ ...filter, search: words }));

  const shown = useMemo(
    () =>
      list.inquiries
        .filter(({ status, quarantined }) => quarantined === filter.isSpam && fits(status, filter))
        .sort(filter.isSpam ? byNewest : byReplyDue),
    [list.inquiries, filter],
  );
  // What someone reads stays before them, also when its new status no longer fits the filter.
  const onList = list.inquiries.find((inquiry) => inquiry._id === reading.id);
  const { offList, update } = useInquiryOffList(reading.id, !onList && list.state === 'ready', () => {
    host.toast({ title: 'Inquiry not found', description: 'It may have been deleted.', variant: 'destructive' });
    reading.close();
  });
  const inbox = useInbox(list, update);
  useUnsavedChanges(Object.keys(inbox.drafts).length > 0);
  const current = onList ?? offList;
  const firstId = isNarrow || reading.id !== null ? undefined : shown[0]?._id;
  const { fallBackTo } = reading;
  // The first is chosen for good, so that a newly arrived inquiry never takes the place of the one being read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fallBackTo only sets a state
  useEffect(() => {
    if (firstId) fallBackTo(firstId);
  }, [firstId]);

  // The address changes a moment after a click or Back: an inquiry of the other list is left only then.
  const wasSpam = useRef(filter.isSpam);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other list is what asks for it
  useEffect(() => {
    if (wasSpam.current === filter.isSpam) return;
    wasSpam.current = filter.isSpam;
    if (!host.location.hash) fallBackTo(null);
  }, [filter.isSpam]);

  /** The neighbours of a row from before its change, which may move it or take it off the list. */
  const left = useRef<{ id: string; place: number; next?: string; previous?: string } | null>(null);
  const setStatus = (inquiry: Inquiry, status: InquiryStatus) => {
    const place = shown.findIndex(({ _id }) => _id === inquiry._id);
    if (place >= 0 && inquiry.status !== status) {
      left.current = { id: inquiry._id, place, next: shown[place + 1]?._id, previous: shown[place - 1]?._id };
    }
    return inbox.setStatus(inquiry, status);
  };
  const neighbourOf = (inquiry: Inquiry | undefined, step: 1 | -1): Inquiry | undefined => {
    const place = shown.findIndex(({ _id }) => _id === inquiry?._id);
    const before = left.current;
    if (before && before.id === inquiry?._id && before.place !== place) {
      const wanted = step === 1 ? before.next : before.previous;
      return shown.find(({ _id }) => _id === wanted) ?? shown[Math.min(before.place, shown.length - 1)];
    }
    return place < 0 ? shown[0] : shown[place + step];
  };
  const goTo = (inquiry: Inquiry | undefined) => {
    if (!inquiry) return;
    reading.open(inquiry._id);
    setFocusRequest((request) => request + 1);
  };
  const undo = async () => {
    const { undoable } = inbox;
    if (!undoable) return;
    await undoable.undo();
    if (!undoable.id || isNarrow) return;
    reading.open(undoable.id);
    setFocusRequest((request) => request + 1);
  };
  useInboxKeys({
    search,
    onMove: (step) => goTo(neighbourOf(current, step)),
    onStatus(status) {
      if (!current || current.quarantined || picked) return;
      const next = neighbourOf(current, 1);
      void setStatus(current, status);
      // On a phone the inquiry covers the list: it stays until it is closed.
      if (!isNarrow) goTo(next);
    },
    onUndo: () => void undo(),
  });

  const goOnFrom = (inquiry: Inquiry, gone: readonly Inquiry[]) => {
    const place = shown.indexOf(inquiry);
    const stays = (other: Inquiry) => !gone.includes(other);
    const neighbour = shown.slice(place + 1).find(stays) ?? shown.slice(0, Math.max(place, 0)).findLast(stays);
    if (neighbour && !isNarrow) reading.open(neighbour._id);
    else reading.close();
  };
  const confirm = (question: Asked) => {
    setAsked(null);
    if (question.what === 'empty') {
      void inbox.removeAllSpam(question.upTo, () => !isNarrow && reading.close());
      return;
    }
    void inbox.remove(question.inquiries, question.permanently, (gone) => {
      setPicked(null);
      if (current && gone.some(({ _id }) => _id === current._id)) goOnFrom(current, gone);
    });
  };
  const accept = async (inquiry: Inquiry) => {
    if (!(await inbox.acceptQuarantined(inquiry))) return;
    host.navigate(`${address}#${inquiry._id}`, { replace: true });
    await list.reload();
  };
  const spamCount = useQuarantineCount();
  const showSpam = (isSpam: boolean) => {
    setPicked(null);
    // A step of the history, so that a phone's Back returns from the likely spam to the inbox.
    host.navigate(`${address}${addressQuery({ ...NO_FILTER, isSpam })}`);
  };
  const pick = (id: string) =>
    setPicked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const pickedInquiries = shown.filter(({ _id }) => picked?.has(_id));
  const counts = list.state === 'failed' ? null : list.counts;
  const statusCount = (status: InquiryFilter['status']) =>
    counts && (status === 'All' ? countInbox(counts) : counts[status]);
  const isFiltered = filter.search !== '' || filter.type !== 'all' || filter.status !== 'All';

  return (
    <div data-fill css={split} data-detail={(isNarrow && current && reading.id) || undefined}>
      <DocumentTitle>Inquiries</DocumentTitle>
      <h1 css={visuallyHidden}>Inquiries</h1>
      <section css={inboxColumn} aria-label="Inbox">
        <header css={inboxHead}>
          <div>
            <p css={inboxTitle} aria-hidden="true">
              {filter.isSpam ? 'Likely spam' : 'Inquiries'}
            </p>
            <SelectFrame>
              <select
                css={inputStyles}
                aria-label="Photography type"
                value={filter.type}
                onChange={(event) => setFilter({ ...filter, type: event.target.value as InquiryFilter['type'] })}
              >
                <option value="all">All types</option>
                {EVENT_TYPES.map((type) => (
                  <option key={type.value} value={type.value}>
                    {type.label}
                  </option>
                ))}
              </select>
            </SelectFrame>
            <ButtonAnchor size="small" href={csvAddress(filter)} download>
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
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
              <span aria-hidden="true">
                <Key>/</Key>
              </span>
            </InputFrame>
          </div>
          {!filter.isSpam && (
            <Segments
              label="Show"
              isFull
              value={filter.status}
              options={(['All', ...INQUIRY_STATUSES] as const).map((status) => ({
                value: status,
                label: status,
                count: statusCount(status),
              }))}
              onChange={(status) => setFilter({ ...filter, status })}
            />
          )}
        </header>
        {(spamCount > 0 || filter.isSpam) && (
          <button type="button" css={spamToggle} aria-pressed={filter.isSpam} onClick={() => showSpam(!filter.isSpam)}>
            <ShieldAlert aria-hidden="true" strokeWidth={1.75} />
            {filter.isSpam ? 'Back to the inbox' : `${formatCount(spamCount, 'inquiry', 'inquiries')} in Likely spam`}
          </button>
        )}
        {list.state === 'loading' && (
          <>
            <p role="status" css={visuallyHidden}>
              Loading inquiries…
            </p>
            <InquiryListSkeleton />
          </>
        )}
        {list.state === 'failed' && (
          <div css={{ padding: '1.25rem', flex: 1 }}>
            <LoadFailure onRetry={list.retry}>
              We could not load the inquiries. Check your connection and try again.
            </LoadFailure>
          </div>
        )}
        {list.state === 'ready' && (shown.length > 0 || list.hasMore) && (
          <InquiryList
            inquiries={shown}
            currentId={current?._id ?? null}
            focusRequest={focusRequest}
            onSelect={picked ? pick : reading.open}
            picked={picked}
            hasMore={list.hasMore}
            onMore={list.loadMore}
          />
        )}
        {list.state === 'ready' && shown.length === 0 && !list.hasMore && (
          <NoInquiries
            isFiltered={isFiltered}
            isSpam={filter.isSpam}
            onClear={() => setFilter({ ...NO_FILTER, isSpam: filter.isSpam })}
          />
        )}
        {shown.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not wrap as a flex box in every browser
          <div css={pickBar} role="group" aria-label="Several inquiries">
            {picked ? (
              <>
                <span role="status">{picked.size} selected</span>
                <Button
                  size="small"
                  onClick={() => setPicked(new Set(shown.map(({ _id }) => _id)))}
                  disabled={picked.size === shown.length}
                >
                  Select all {shown.length}
                </Button>
                <Button
                  size="small"
                  disabled={picked.size === 0}
                  onClick={() => setAsked({ what: 'delete', inquiries: pickedInquiries, permanently: false })}
                >
                  Delete
                </Button>
                <Button
                  size="small"
                  disabled={picked.size === 0}
                  onClick={() => setAsked({ what: 'delete', inquiries: pickedInquiries, permanently: true })}
                >
                  Delete permanently
                </Button>
                <Button size="small" onClick={() => setPicked(null)}>
                  Cancel
                </Button>
              </>
            ) : (
              <>
                <Button size="small" onClick={() => setPicked(new Set())}>
                  Select several
                </Button>
                {filter.isSpam && !isFiltered && (
                  <Button
                    size="small"
                    onClick={() =>
                      setAsked({
                        what: 'empty',
                        upTo: String(Math.max(...shown.map(({ _id }) => Number(_id)))),
                        count: spamCount,
                      })
                    }
                  >
                    Delete all likely spam
                  </Button>
                )}
              </>
            )}
          </div>
        )}
        <p css={keyHelp} aria-hidden="true">
          <span>
            <Key>J</Key> <Key>K</Key> move
          </span>
          <span>
            <Key>1</Key> New
          </span>
          <span>
            <Key>2</Key> Responded
          </span>
          <span>
            <Key>3</Key> Booked
          </span>
          <span>
            <Key>Z</Key> undo
          </span>
        </p>
      </section>
      <section css={detailColumn} aria-label={current ? `Inquiry from ${current.name}` : 'Inquiry'}>
        {list.state === 'loading' && !current && (
          <div css={{ padding: 'clamp(1.25rem, 3vw, 2.75rem)' }}>
            <Skeleton style={{ width: '16rem', height: '2.5rem' }} />
            <Skeleton style={{ width: 'min(34rem, 100%)', height: '10rem', marginTop: '2rem' }} />
          </div>
        )}
        {current && (
          <InquiryDetail
            inquiry={current}
            inbox={inbox}
            onStatus={(status) => void setStatus(current, status)}
            onBack={reading.close}
            onAccept={() => void accept(current)}
            onDelete={() => setAsked({ what: 'delete', inquiries: [current], permanently: false })}
          />
        )}
      </section>
      {asked && <Confirm {...questionOf(asked)} onConfirm={() => confirm(asked)} onCancel={() => setAsked(null)} />}
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

const fits = (status: InquiryStatus, filter: InquiryFilter) =>
  filter.isSpam || filter.status === 'All' || filter.status === status;

function questionOf(asked: Asked): { question: string; detail: string; confirmLabel: string } {
  if (asked.what === 'empty') {
    return {
      question: 'Delete all likely spam permanently?',
      detail: `${formatCount(asked.count, 'inquiry', 'inquiries')} cannot be restored afterwards.`,
      confirmLabel: 'Delete permanently',
    };
  }
  const { inquiries, permanently } = asked;
  const [first] = inquiries;
  const isOne = inquiries.length === 1;
  const what = isOne ? `The inquiry from ${first?.name}` : formatCount(inquiries.length, 'inquiry', 'inquiries');
  if (permanently) {
    return {
      question: isOne ? 'Delete this inquiry permanently?' : 'Delete these inquiries permanently?',
      detail: `${what} cannot be restored afterwards.`,
      confirmLabel: 'Delete permanently',
    };
  }
  return {
    question: isOne
      ? 'Are you sure you want to delete this inquiry?'
      : 'Are you sure you want to delete these inquiries?',
    detail: `${what} will be removed from the inbox. You can undo this.`,
    confirmLabel: 'Delete',
  };
}

interface NoInquiriesProps {
  isFiltered: boolean;
  isSpam: boolean;
  onClear(): void;
}

function NoInquiries({ isFiltered, isSpam, onClear }: NoInquiriesProps): ReactElement {
  return (
    <div css={{ flex: 1, overflow: 'auto' }}>
      {isFiltered ? (
        <Empty title="No inquiries found">
          <p>No inquiry matches this search and these filters.</p>
          <Button onClick={onClear}>Clear search and filter</Button>
        </Empty>
      ) : (
        <Empty title={isSpam ? 'No likely spam' : 'No inquiries yet'}>
          <p>
            {isSpam
              ? 'Inquiries that look like spam appear here.'
              : 'Inquiries from the form on the website appear here.'}
          </p>
        </Empty>
      )}
    </div>
  );
}
