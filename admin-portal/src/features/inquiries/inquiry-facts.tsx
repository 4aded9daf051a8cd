import { datesInWords } from '@godhuli/contracts/event-dates';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { HEARD_FROM } from '@godhuli/contracts/inquiry-form';
import type { ReactNode } from 'react';
import { eventTypeLabel } from '../../ui/event-type-label';
import { formatDue, formatFullDay, formatTimestamp } from '../../ui/format-timestamp';
import { Pill } from '../../ui/pill';
import { muted } from '../../ui/text.styles';
import { facts } from './inquiry-facts.styles';

/** What the visitor asked for, the contact data, how they found the studio, and when a reply is due. */
export function InquiryFacts({ inquiry, now }: { inquiry: Inquiry; now: Date }) {
  const due = formatDue(inquiry.replyDueAt, now);
  const heardFrom = HEARD_FROM.find(({ value }) => value === inquiry.heardFrom)?.label;
  const campaign = [inquiry.utmSource, inquiry.utmMedium, inquiry.utmCampaign].filter(Boolean).join(' / ');
  const isWaiting = inquiry.status === 'New';
  return (
    <dl css={facts}>
      <Fact label="Reference">{inquiry.reference}</Fact>
      <Fact label="Photography Type">{eventTypeLabel(inquiry.eventType)}</Fact>
      <Fact label="Preferred Date">{datesInWords(inquiry, formatFullDay) || 'No date given'}</Fact>
      <Fact label="Phone">{inquiry.phone ?? 'Not given'}</Fact>
      <Fact label="Email">{inquiry.email ?? 'Not given'}</Fact>
      {heardFrom && <Fact label="Heard from">{heardFrom}</Fact>}
      {campaign && <Fact label="Campaign">{campaign}</Fact>}
      <Fact label="Reply due">
        <time dateTime={inquiry.replyDueAt}>{formatTimestamp(inquiry.replyDueAt, now)}</time>{' '}
        {isWaiting && (due.isOverdue ? <Pill variant="bad">{due.text}</Pill> : <span css={muted}>({due.text})</span>)}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
