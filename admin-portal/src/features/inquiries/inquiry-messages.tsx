import { messageSchema } from '@godhuli/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { MessageRow } from '../../app/message-row';
import { MESSAGES } from '../../app/messages.requests';
import { rows } from '../../ui/rows.styles';

/** Messages about an inquiry that failed or may not have arrived; nothing while there are none. */
export function InquiryMessages({ inquiryId }: { inquiryId: string }) {
  const messages = useQuery({
    queryKey: [MESSAGES, 'inquiry', inquiryId],
    queryFn: ({ signal }) => call(z.array(messageSchema), `/api/inquiries/${inquiryId}/messages`, { signal }),
  });
  const failed = messages.data?.filter(({ state }) => ['failed', 'unknown'].includes(state)) ?? [];
  if (failed.length === 0) return null;
  return (
    <>
      <h3 css={{ marginTop: '2rem' }}>Messages that failed</h3>
      <ul css={rows}>
        {failed.map((message) => (
          <MessageRow key={message._id} message={message} />
        ))}
      </ul>
    </>
  );
}
