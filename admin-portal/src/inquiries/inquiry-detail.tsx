import { css } from '@emotion/react';
import { INQUIRY_STATUSES, type Inquiry, type InquiryStatus } from '@godhuli/contracts/inquiries';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Inbox from 'lucide-react/icons/inbox';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { Banner } from '../controls/banner';
import { Button, ButtonAnchor, IconButton } from '../controls/button';
import { BadPill } from '../controls/pill';
import { formatDue, formatFullDay, formatMoment } from '../format/moments';
import { useStudioName } from '../layout/studio-name';
import { useIsNarrow } from '../layout/use-is-narrow';
import { muted, visuallyHidden } from '../look/text';
import { eventTypeLabel } from './event-types';
import { InquiryNotes } from './inquiry-notes';
import { callLink, whatsAppReply } from './reply';
import type { Inbox as InboxActions } from './use-inbox';

const stickyTop = css`
  position: sticky;
  top: 0;
  z-index: 1;
  background: var(--a-surface);
  @media (max-width: 899px) {
    top: 3.5rem;
  }
`;
const bar = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
  padding: 0.75rem clamp(1.25rem, 3vw, 2.75rem);
  border-bottom: 1px solid var(--a-border);
  @media (max-width: 899px) {
    flex-wrap: wrap;
  }
`;
const back = css`
  @media (min-width: 900px) {
    display: none;
  }
`;
/** Separate chips, each with the shape of its status: not the joined track of the filter beside it. */
const statusChoice = css`
  display: flex;
  align-items: center;
  gap: 0.375rem;
  & > span {
    margin-right: 0.25rem;
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
  & label {
    position: relative;
    cursor: pointer;
  }
  & input {
    position: absolute;
    opacity: 0;
    inset: 0;
    margin: 0;
  }
  & label > span {
    display: flex;
    align-items: center;
    gap: 0.45rem;
    min-height: var(--h-sm);
    padding: 0 0.85rem;
    border: 1px solid var(--a-border-ctl);
    border-radius: var(--r-full);
    background: var(--a-surface);
    font-size: 0.8125rem;
    font-weight: 500;
  }
  & label > span::before {
    content: '';
    width: 0.5rem;
    height: 0.5rem;
    border-radius: 50%;
    box-shadow: inset 0 0 0 1.5px currentColor;
  }
  & input[value='Booked'] + span::before {
    border-radius: 1px;
    transform: rotate(45deg) scale(0.9);
  }
  & input:not(:checked) + span:hover {
    background: var(--a-hover);
  }
  & input:checked + span {
    font-weight: 600;
    border-color: currentColor;
  }
  & input:checked:not([value='Responded']) + span::before {
    background: currentColor;
  }
  & input[value='New']:checked + span {
    background: var(--a-new-bg);
    color: var(--a-new-fg);
  }
  & input[value='Responded']:checked + span {
    background: var(--a-resp-bg);
    color: var(--a-resp-fg);
  }
  & input[value='Booked']:checked + span {
    background: var(--a-book-bg);
    color: var(--a-book-fg);
  }
  & input:focus-visible + span {
    outline: 2px solid var(--a-focus);
    outline-offset: 1px;
  }
  @media (pointer: coarse), (max-width: 899px) {
    & label > span {
      min-height: 2.75rem;
    }
  }
  @media (max-width: 639px) {
    order: 3;
    width: 100%;
    & > span {
      display: none;
    }
    & label {
      flex: 1;
    }
    & label > span {
      justify-content: center;
      padding-inline: 0.4rem;
    }
  }
`;
const body = css`
  padding: clamp(1.5rem, 3vw, 2.5rem) clamp(1.25rem, 3vw, 2.75rem) 3rem;
  max-width: 50rem;
  & > h2 {
    font: 400 2.25rem/1.1 var(--font-display);
    font-variation-settings: var(--opsz-h2);
    letter-spacing: -0.012em;
    margin-top: 0.35rem;
    overflow-wrap: anywhere;
    outline: none;
  }
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.625rem;
  margin-top: 1.25rem;
  @media (max-width: 639px) {
    & a {
      width: 100%;
    }
  }
`;
const facts = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  margin: 2rem 0;
  border-top: 1px solid var(--a-border);
  & > div {
    padding: 0.8rem 0;
    border-bottom: 1px solid var(--a-border);
    min-width: 0;
  }
  & dt {
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
  & > div:last-of-type:nth-of-type(odd) {
    grid-column: 1 / -1;
  }
  & time {
    display: inline-block;
  }
  & time::first-letter {
    text-transform: uppercase;
  }
  & dd {
    font-weight: 500;
    margin-top: 0.1rem;
    overflow-wrap: anywhere;
  }
  @media (max-width: 639px) {
    grid-template-columns: 1fr;
  }
`;
const message = css`
  font-size: 1.0625rem;
  line-height: 1.65;
  margin-top: 0.5rem;
  max-width: 40rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;
const historyList = css`
  margin-top: 0.5rem;
  font-size: 0.875rem;
  & li {
    padding: 0.35rem 0;
  }
`;

interface InquiryDetailProps {
  inquiry: Inquiry;
  inbox: InboxActions;
  onStatus(status: InquiryStatus): void;
  onBack(): void;
  /** 'Not spam', said of one that was set aside */
  onAccept(): void;
  onDelete(): void;
}

/** One inquiry: its status, ways to answer, what was said, notes and history. */
export function InquiryDetail(props: InquiryDetailProps): ReactElement {
  const { inquiry, inbox, onStatus, onBack, onAccept, onDelete } = props;
  const now = new Date();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useIsNarrow();
  // On a phone it takes the list's place: the reading begins at its name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another inquiry is another page there
  useEffect(() => {
    if (!isNarrow) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isNarrow, inquiry._id]);
  return (
    <>
      <div css={stickyTop}>
        <div css={bar}>
          <Button size="small" css={back} onClick={onBack}>
            <ArrowLeft aria-hidden="true" strokeWidth={1.75} /> Inbox
          </Button>
          {inquiry.quarantined ? (
            <Button look="primary" disabled={inbox.savingIds.has(inquiry._id)} onClick={onAccept}>
              <Inbox aria-hidden="true" strokeWidth={1.75} /> Not spam
            </Button>
          ) : (
            <StatusChoice status={inquiry.status} onChange={onStatus} isBusy={inbox.savingIds.has(inquiry._id)} />
          )}
          <IconButton isBad aria-label="Delete this inquiry" onClick={onDelete}>
            <Trash2 aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
        </div>
        {inbox.conflictId === inquiry._id && (
          <div css={{ padding: '.75rem clamp(1.25rem, 3vw, 2.75rem)', borderBottom: '1px solid var(--a-border)' }}>
            <Banner
              actions={
                <Button size="small" onClick={() => void inbox.showNewest(inquiry._id)}>
                  <RotateCw aria-hidden="true" strokeWidth={1.75} /> Reload
                </Button>
              }
            >
              Someone else changed this inquiry. Your change was not saved; your text is still here. Reload to see their
              version.
            </Banner>
          </div>
        )}
      </div>
      <div css={body}>
        <p css={muted}>Received {formatMoment(inquiry.createdAt, now)}</p>
        <h2 tabIndex={-1} ref={heading}>
          {inquiry.name}
        </h2>
        <Answers inquiry={inquiry} />
        <Facts inquiry={inquiry} now={now} />
        <h3>Message</h3>
        <p css={[message, !inquiry.message && muted]}>{inquiry.message || 'No message.'}</p>
        {!inquiry.quarantined && <InquiryNotes key={inquiry._id} inquiry={inquiry} inbox={inbox} />}
        <h3 css={{ marginTop: '2rem' }}>History</h3>
        <ol css={historyList}>
          <li>Received {formatMoment(inquiry.createdAt, now)}</li>
          {inquiry.history.map((entry) => (
            <li key={`${entry.at}-${entry.status}`}>
              <strong>{entry.isUndo ? `Undone: ${entry.status} again` : entry.status}</strong>{' '}
              <span css={muted}>
                {formatMoment(entry.at, now)}, by {entry.by}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function StatusChoice({
  status,
  isBusy,
  onChange,
}: {
  status: InquiryStatus;
  isBusy: boolean;
  onChange(status: InquiryStatus): void;
}): ReactElement {
  const name = useId();
  return (
    <fieldset css={statusChoice} aria-busy={isBusy}>
      <legend css={visuallyHidden}>Status</legend>
      <span aria-hidden="true">Status</span>
      {INQUIRY_STATUSES.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === status}
            onChange={() => onChange(choice)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One-tap ways to the visitor; at least one stands out. */
function Answers({ inquiry }: { inquiry: Inquiry }): ReactElement {
  const whatsApp = whatsAppReply(inquiry, useStudioName());
  const call = callLink(inquiry.phone);
  return (
    <div css={actions}>
      {whatsApp && (
        <ButtonAnchor look="primary" href={whatsApp} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden="true" strokeWidth={1.75} /> Reply on WhatsApp
        </ButtonAnchor>
      )}
      {call && (
        <ButtonAnchor href={call}>
          <Phone aria-hidden="true" strokeWidth={1.75} /> Call {inquiry.phone}
        </ButtonAnchor>
      )}
      {inquiry.email && (
        <ButtonAnchor look={call ? 'line' : 'primary'} href={`mailto:${encodeURIComponent(inquiry.email)}`}>
          <Mail aria-hidden="true" strokeWidth={1.75} /> Send an email
        </ButtonAnchor>
      )}
      {!call && !inquiry.email && <p css={muted}>No phone number or email was given.</p>}
    </div>
  );
}

function Facts({ inquiry, now }: { inquiry: Inquiry; now: Date }): ReactElement {
  const due = formatDue(inquiry.replyDueAt, now);
  const isWaiting = inquiry.status === 'New';
  return (
    <dl css={facts}>
      <Fact label="Photography Type">{eventTypeLabel(inquiry.eventType)}</Fact>
      <Fact label="Preferred Date">{inquiry.eventDate ? formatFullDay(inquiry.eventDate) : 'No date given'}</Fact>
      <Fact label="Phone">{inquiry.phone ?? 'Not given'}</Fact>
      <Fact label="Email">{inquiry.email ?? 'Not given'}</Fact>
      <Fact label="Reply due">
        <time dateTime={inquiry.replyDueAt}>{formatMoment(inquiry.replyDueAt, now)}</time>{' '}
        {isWaiting && (due.isOverdue ? <BadPill>{due.text}</BadPill> : <span css={muted}>({due.text})</span>)}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
