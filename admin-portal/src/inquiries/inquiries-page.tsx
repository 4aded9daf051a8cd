import { css } from '@emotion/react';
import { EVENT_TYPES, INQUIRY_STATUSES, type Inquiry } from '@godhuli/contracts/inquiries';
import Download from 'lucide-react/icons/download';
import Search from 'lucide-react/icons/search';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { INQUIRIES_CSV, loadQuarantined } from '../api/inquiries';
import { useLoad } from '../api/use-load';
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
import { useIsNarrow } from '../layout/use-is-narrow';
import { visuallyHidden } from '../look/text';
import { useUnsavedChanges } from '../session/unsaved-changes';
import { useInboxKeys } from './inbox-keys';
import { useFreshInquiries } from './inquiries-data';
import { InquiryDetail } from './inquiry-detail';
import { InquiryList, InquiryListSkeleton } from './inquiry-list';
import { byReplyDue, fitsSearch, type InquiryFilter, NO_FILTER } from './order';
import { useInbox } from './use-inbox';
import { useOpenInquiry } from './use-open-inquiry';

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
  gap: 0.35rem;
  align-items: center;
  padding: 0.7rem 1.25rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.75rem;
  color: var(--a-muted);
  & kbd:nth-of-type(n + 3) {
    margin-left: 0.6rem;
  }
  @media (max-width: 899px) {
    display: none;
  }
`;
/** Under the list: the way to what was set aside, and back. */
const spamToggle = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  padding: 0.5rem 1.25rem;
  border-top: 1px solid var(--a-border);
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
const NO_INQUIRIES: Inquiry[] = [];
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

/** `/admin/dashboard/inquiries` (ADM-INQ-1): the inbox beside one inquiry; on a phone one after the other. */
export default function InquiriesPage(): ReactElement {
  const { result, retry } = useFreshInquiries();
  const isNarrow = useIsNarrow();
  const inbox = useInbox();
  const search = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState<InquiryFilter>(NO_FILTER);
  const reading = useOpenInquiry(isNarrow);
  const spam = useLoad(loadQuarantined);
  const [isSpamShown, setSpamShown] = useState(false);
  const [focusRequest, setFocusRequest] = useState(0);
  const [asked, setAsked] = useState<Inquiry | null>(null);
  useUnsavedChanges(Object.keys(inbox.drafts).length > 0);

  const loaded = isSpamShown ? spam.result.data : result.data;
  const listed = loaded ?? NO_INQUIRIES;
  const fitting = useMemo(
    () => listed.filter((inquiry) => fitsSearch(inquiry, filter)).sort(byReplyDue),
    [listed, filter],
  );
  const shown = fitting.filter((inquiry) => filter.status === 'All' || inquiry.status === filter.status);
  // What someone reads stays before them, also when its new status no longer fits the filter.
  const selected = listed.find((inquiry) => inquiry._id === reading.id);
  const current = selected ?? (isNarrow ? undefined : shown[0]);
  const firstId = isNarrow || selected ? undefined : shown[0]?._id;
  const { fallBackTo } = reading;
  // Whoever stands first is chosen for good, so that a newly arrived inquiry never takes the place of the one being read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fallBackTo only sets a state
  useEffect(() => {
    if (firstId) fallBackTo(firstId);
  }, [firstId]);

  useInboxKeys({
    search,
    onMove(step) {
      const next = shown[Math.max(0, shown.findIndex((inquiry) => inquiry._id === current?._id) + step)];
      if (!next) return;
      reading.open(next._id);
      setFocusRequest((request) => request + 1);
    },
    onStatus: (status) => current && !current.quarantined && void inbox.setStatus(current, status),
  });

  const goOnFrom = (inquiry: Inquiry) => {
    const place = shown.indexOf(inquiry);
    const neighbour = isNarrow ? undefined : (shown[place + 1] ?? shown[place - 1]);
    if (neighbour) reading.open(neighbour._id);
    else reading.close();
  };
  const remove = async (inquiry: Inquiry) => {
    setAsked(null);
    if (!(await inbox.remove(inquiry))) return;
    goOnFrom(inquiry);
    if (inquiry.quarantined) void spam.reload();
  };
  const accept = async (inquiry: Inquiry) => {
    if (!(await inbox.acceptQuarantined(inquiry))) return;
    void spam.reload();
    setSpamShown(false);
    setFilter(NO_FILTER);
    reading.open(inquiry._id);
  };
  const undoDelete = async () => {
    await inbox.undoDelete();
    await spam.reload();
  };
  const spamCount = spam.result.data?.length ?? 0;

  return (
    <div data-fill css={split} data-detail={(isNarrow && current) || undefined}>
      <title>Inquiries: staff portal</title>
      <h1 css={visuallyHidden}>Inquiries</h1>
      <section css={inboxColumn} aria-label="Inbox">
        <header css={inboxHead}>
          <div>
            <p css={inboxTitle} aria-hidden="true">
              {isSpamShown ? 'Likely spam' : 'Inquiries'}
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
            <ButtonAnchor size="small" href={INQUIRIES_CSV} download>
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
                aria-label="Search inquiries"
                aria-keyshortcuts="/"
                placeholder="Name, phone or message"
                value={filter.search}
                onChange={(event) => setFilter({ ...filter, search: event.target.value })}
              />
              <span aria-hidden="true">
                <Key>/</Key>
              </span>
            </InputFrame>
          </div>
          <Segments
            label="Status"
            isFull
            value={filter.status}
            options={(['All', ...INQUIRY_STATUSES] as const).map((status) => ({
              value: status,
              label: status,
              count: loaded ? fitting.filter((inquiry) => status === 'All' || inquiry.status === status).length : null,
            }))}
            onChange={(status) => setFilter({ ...filter, status })}
          />
        </header>
        {result.state === 'loading' && (
          <>
            <p role="status" css={visuallyHidden}>
              Loading the inquiries…
            </p>
            <InquiryListSkeleton />
          </>
        )}
        {result.state === 'failed' && (
          <div css={{ padding: '1.25rem', flex: 1 }}>
            <LoadFailure onRetry={retry}>
              The inquiries could not be loaded. Check the connection and try again.
            </LoadFailure>
          </div>
        )}
        {result.state === 'ready' && shown.length > 0 && (
          <InquiryList
            inquiries={shown}
            currentId={current?._id ?? null}
            focusRequest={focusRequest}
            onSelect={reading.open}
          />
        )}
        {result.state === 'ready' && shown.length === 0 && (
          <NoInquiries isFiltered={listed.length > 0} isSpam={isSpamShown} onClear={() => setFilter(NO_FILTER)} />
        )}
        {(spamCount > 0 || isSpamShown) && (
          <button type="button" css={spamToggle} aria-pressed={isSpamShown} onClick={() => setSpamShown(!isSpamShown)}>
            <ShieldAlert aria-hidden="true" strokeWidth={1.75} />
            {isSpamShown
              ? 'Back to the inbox'
              : `${formatCount(spamCount, 'inquiry', 'inquiries')} set aside as likely spam`}
          </button>
        )}
        <p css={keyHelp} aria-hidden="true">
          <Key>J</Key>
          <Key>K</Key> move <Key>1</Key> New <Key>2</Key> Responded <Key>3</Key> Booked
        </p>
      </section>
      <section css={detailColumn} aria-label={current ? `Inquiry from ${current.name}` : 'Inquiry'}>
        {result.state === 'loading' && (
          <div css={{ padding: 'clamp(1.25rem, 3vw, 2.75rem)' }}>
            <Skeleton style={{ width: '16rem', height: '2.5rem' }} />
            <Skeleton style={{ width: 'min(34rem, 100%)', height: '10rem', marginTop: '2rem' }} />
          </div>
        )}
        {current && (
          <InquiryDetail
            inquiry={current}
            inbox={inbox}
            onBack={reading.close}
            onAccept={() => void accept(current)}
            onDelete={() => setAsked(current)}
          />
        )}
      </section>
      {asked && (
        <Confirm
          question="Are you sure you want to delete this inquiry?"
          detail={`The inquiry from ${asked.name} leaves the inbox. You can undo this.`}
          confirmLabel="Delete"
          onConfirm={() => void remove(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
      {inbox.deleted && (
        <UndoBar
          key={inbox.deleted._id}
          message={`The inquiry from ${inbox.deleted.name} is deleted.`}
          onUndo={undoDelete}
          onDismiss={inbox.dismissDeleted}
        />
      )}
    </div>
  );
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
        <Empty title="No inquiries match">
          <p>Nothing here fits the search and the filters.</p>
          <Button onClick={onClear}>Clear search and filter</Button>
        </Empty>
      ) : (
        <Empty title={isSpam ? 'Nothing is set aside' : 'No inquiries yet'}>
          <p>
            {isSpam
              ? 'What looks as if a program had sent it is kept here.'
              : 'When a visitor sends the form on the website, it arrives here.'}
          </p>
        </Empty>
      )}
    </div>
  );
}
