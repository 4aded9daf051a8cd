import { type Client, TIMELINE_ITEMS, type TimelineItem } from '@godhuli/contracts/clients';
import type { LucideIcon } from 'lucide-react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Combine from 'lucide-react/icons/combine';
import Inbox from 'lucide-react/icons/inbox';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Milestone from 'lucide-react/icons/milestone';
import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import StickyNote from 'lucide-react/icons/sticky-note';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { IconButton } from '../../ui/button';
import { textLink } from '../../ui/button.styles';
import { Confirm } from '../../ui/dialog';
import { formatBytes } from '../../ui/format-size';
import { formatTimestamp } from '../../ui/format-timestamp';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { muted } from '../../ui/text.styles';
import { itemButtons, timeline } from './client-detail.styles';
import { deleteEntry, documentUrl } from './clients.requests';
import { RenameDialog } from './rename-dialog';
import { useFirstItems } from './show-more';
import { useClientChange } from './use-client-changes';

const KINDS: Readonly<Record<TimelineItem['kind'], [label: string, icon: LucideIcon]>> = {
  inquiry: ['Inquiry', Inbox],
  stage: ['Stage', Milestone],
  note: ['Note', StickyNote],
  call: ['Call', Phone],
  whatsapp: ['Replied on WhatsApp', MessageCircle],
  file: ['File', Paperclip],
  message: ['Email', Mail],
  booking: ['Calendar', CalendarDays],
  task: ['Task done', ListChecks],
  merge: ['Merged', Combine],
};

/** Everything that happened, the newest first. */
export function Timeline({ client }: { client: Client }) {
  const [asked, setAsked] = useState<TimelineItem | null>(null);
  const [renamed, setRenamed] = useState<TimelineItem | null>(null);
  const remove = useClientChange('We could not delete the entry', deleteEntry);
  const [shown, more] = useFirstItems(client.timeline, 25);
  const now = new Date();
  return (
    <>
      <ol css={timeline} aria-label="Timeline">
        {shown.map((item) => {
          const [label, Icon] = KINDS[item.kind];
          return (
            <li key={item.key} ref={moveFocusOnRemoval}>
              <Icon aria-hidden="true" strokeWidth={1.75} />
              <div>
                <strong>{label}</strong>{' '}
                <span css={muted}>
                  <time dateTime={item.at}>{formatTimestamp(item.at, now)}</time>, by {item.by}
                </span>
                {item.file && item.entryId && (
                  <p>
                    <a css={textLink} href={documentUrl(item.entryId)} download={item.file.name}>
                      {item.file.name}
                    </a>{' '}
                    <span css={muted}>{formatBytes(item.file.bytes)}</span>
                  </p>
                )}
                {item.text && <p>{item.text}</p>}
                {item.fileUrl && <img src={item.fileUrl} alt={item.text || 'File of this client'} loading="lazy" />}
              </div>
              <div css={itemButtons}>
                {item.file && (
                  <IconButton aria-label={`Rename ${item.file.name}`} onClick={() => setRenamed(item)}>
                    <Pencil aria-hidden="true" strokeWidth={1.75} />
                  </IconButton>
                )}
                {item.entryId && (
                  <IconButton
                    isBad
                    aria-label={item.file ? `Remove ${item.file.name}` : `Delete this entry: ${label}`}
                    onClick={() => setAsked(item)}
                  >
                    <Trash2 aria-hidden="true" strokeWidth={1.75} />
                  </IconButton>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {more}
      {!more && client.isTimelineCut && <p css={muted}>Only the newest {TIMELINE_ITEMS} events are shown.</p>}
      {renamed?.file && renamed.entryId && (
        <RenameDialog file={{ ...renamed.file, _id: renamed.entryId }} onClose={() => setRenamed(null)} />
      )}
      {asked && (
        <Confirm
          question={asked.file ? `Remove ${asked.file.name}?` : 'Delete this entry?'}
          detail="It cannot be restored."
          confirmLabel={asked.file ? 'Remove' : 'Delete'}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(asked.entryId ?? '', { onSettled: () => setAsked(null) })}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}
