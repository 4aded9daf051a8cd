import type { Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import InboxIcon from 'lucide-react/icons/inbox';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef } from 'react';
import { useIsNarrow } from '../../app/layout/use-is-narrow';
import { Banner } from '../../ui/banner';
import { Button, IconButton } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { backButton, bar, body, calendarLink, historyList, message, stickyTop } from './inquiry-detail.styles';
import { InquiryFacts } from './inquiry-facts';
import { InquiryMessages } from './inquiry-messages';
import { InquiryNotes } from './inquiry-notes';
import { PipelineFields } from './pipeline-fields';
import { QUARANTINE_LABELS } from './pipeline-labels';
import { ReplyLinks } from './reply-links';
import { StatusChoice } from './status-choice';
import type { Inbox } from './use-inbox';

interface InquiryDetailProps {
  inquiry: Inquiry;
  inbox: Inbox;
  onStatus(status: InquiryStatus): void;
  onBack(): void;
  /** 'Not spam': moves the inquiry out of quarantine */
  onAccept(): void;
  onDelete(): void;
}

/** The stage as the status buttons name it, and why it was lost. */
const labelOf = ({ stage, status, lostReason }: Inquiry['history'][number]) =>
  [stage === 'Replied' ? status : stage, lostReason].filter(Boolean).join(': ');

/** One inquiry: its status, ways to reply, the message, notes and history. */
export function InquiryDetail(props: InquiryDetailProps) {
  const { inquiry, inbox, onStatus, onBack, onAccept, onDelete } = props;
  const now = new Date();
  const { basePath } = useHost();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useIsNarrow();
  // On a phone it replaces the list, like a new page: reading starts at the name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another inquiry is another page there
  useEffect(() => {
    if (!isNarrow) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isNarrow, inquiry._id]);
  const isSaving = inbox.savingIds.has(inquiry._id);
  return (
    <>
      <div css={stickyTop}>
        <div css={bar}>
          <Button size="small" css={backButton} onClick={onBack}>
            <ArrowLeft aria-hidden="true" strokeWidth={1.75} /> Inbox
          </Button>
          {inquiry.quarantined ? (
            <Button variant="primary" disabled={isSaving} onClick={onAccept}>
              <InboxIcon aria-hidden="true" strokeWidth={1.75} /> Not spam
            </Button>
          ) : (
            <StatusChoice status={inquiry.status} onChange={onStatus} isBusy={isSaving} />
          )}
          <IconButton isBad aria-label="Delete this inquiry" onClick={onDelete}>
            <Trash2 aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
        </div>
        {inbox.conflictId === inquiry._id && <Conflict onReload={() => void inbox.showNewest(inquiry._id)} />}
      </div>
      <div css={body}>
        <p css={muted}>Received {formatTimestamp(inquiry.createdAt, now)}</p>
        <h2 tabIndex={-1} ref={heading}>
          {inquiry.name}
        </h2>
        {inquiry.quarantineReason && <p css={muted}>Likely spam: {QUARANTINE_LABELS[inquiry.quarantineReason]}</p>}
        <ReplyLinks inquiry={inquiry} />
        {!inquiry.quarantined && (
          <PipelineFields key={`pipeline ${inquiry._id}`} inquiry={inquiry} fields={inbox.fields} />
        )}
        <InquiryFacts inquiry={inquiry} now={now} />
        <p css={calendarLink}>
          <Link href={`${basePath}/dashboard/calendar?inquiry=${inquiry._id}`}>Add to calendar</Link>
          {inquiry.clientId && (
            <Link href={`${basePath}/dashboard/clients#${inquiry.clientId}`}>Open the client record</Link>
          )}
        </p>
        <h3>Message</h3>
        <p css={[message, !inquiry.message && muted]}>{inquiry.message || 'No message.'}</p>
        {!inquiry.quarantined && (
          <InquiryNotes
            key={inquiry._id}
            inquiry={inquiry}
            notes={inbox.notes}
            isSaving={isSaving}
            isReadOnly={inbox.deletingIds.has(inquiry._id)}
          />
        )}
        <InquiryMessages inquiryId={inquiry._id} />
        <h3 css={{ marginTop: '2rem' }}>History</h3>
        <ol css={historyList}>
          <li>Received {formatTimestamp(inquiry.createdAt, now)}</li>
          {inquiry.history.map((entry) => (
            <li key={`${entry.at}-${entry.status}`}>
              <strong>{entry.isUndo ? `Undone: ${labelOf(entry)} again` : labelOf(entry)}</strong>{' '}
              <span css={muted}>
                {formatTimestamp(entry.at, now)}, by {entry.by}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function Conflict({ onReload }: { onReload(): void }) {
  return (
    <div css={{ padding: '.75rem clamp(1.25rem, 3vw, 2.75rem)', borderBottom: '1px solid var(--a-border)' }}>
      <Banner
        actions={
          <Button size="small" onClick={onReload}>
            <RotateCw aria-hidden="true" strokeWidth={1.75} /> Reload
          </Button>
        }
      >
        Someone else changed this inquiry. Your change was not saved; your text is still here. Reload to see their
        version.
      </Banner>
    </div>
  );
}

/** Placeholder while the inbox loads. */
export function InquiryDetailSkeleton() {
  return (
    <div css={{ padding: 'clamp(1.25rem, 3vw, 2.75rem)' }}>
      <Skeleton style={{ width: '16rem', height: '2.5rem' }} />
      <Skeleton style={{ width: 'min(34rem, 100%)', height: '10rem', marginTop: '2rem' }} />
    </div>
  );
}
