import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../app/layout/page-head';
import { MessageList } from './message-list';
import { MessageStatusPart } from './message-status';
import { statusQuery } from './messages.requests';
import { parts } from './messages.styles';
import { Recipients } from './recipients';
import { TemplatePreview } from './template-preview';

/** `/admin/dashboard/messages` (admins): whether messages are sent, who gets them, which failed, and their templates. */
export default function MessagesPage() {
  const status = useQuery(statusQuery);
  return (
    <>
      <PageHead title="Messages" note="Emails to staff and visitors, and the webhook." />
      <div css={parts}>
        <MessageStatusPart query={status} />
        <MessageList problems={status.data?.problems ?? null} />
        <Recipients />
        <TemplatePreview />
      </div>
    </>
  );
}
