import type { MessageStatus } from '@godhuli/contracts/messages';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { MESSAGES } from '../../app/messages.requests';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { sendTest } from './messages.requests';
import { facts } from './messages.styles';

/** Whether anybody is emailed, and what the webhook does. */
export function MessageStatusPart({ query }: { query: UseQueryResult<MessageStatus> }) {
  return (
    <section aria-labelledby="message-status">
      <h2 id="message-status">Status</h2>
      <QueryResult
        query={query}
        skeleton={<Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
        failure="We could not load the status. Check your connection and try again."
        marginTop=".75rem"
      >
        {(status) => (
          <>
            <dl css={facts}>
              <dt>Email</dt>
              <dd>
                {status.email.isConfigured ? (
                  `Sent from ${status.email.from}. ${lastSent(status.email.lastSentAt)}`
                ) : (
                  <strong>Nobody is emailed: SMTP_URL is not set.</strong>
                )}
              </dd>
              <dt>Webhook</dt>
              <dd>
                {status.webhook.isConfigured
                  ? `On. ${lastSent(status.webhook.lastSentAt)}`
                  : 'Off: WEBHOOK_URL is not set.'}
              </dd>
              <dt>Waiting</dt>
              <dd>{status.waiting.toLocaleString('en-IN')}</dd>
            </dl>
            {status.email.isConfigured && <TestMessage />}
          </>
        )}
      </QueryResult>
    </section>
  );
}

const lastSent = (at: string | null) =>
  at ? `Last sent ${formatTimestamp(at, new Date())}.` : 'Nothing was sent yet.';

function TestMessage() {
  const host = useHost();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: sendTest,
    meta: { errorTitle: 'We could not send the test message' },
    onSuccess: () => {
      host.toast({ title: 'Test message on its way', description: 'It goes to your own email within seconds.' });
      void queries.invalidateQueries({ queryKey: [MESSAGES] });
    },
  });
  return (
    <p css={[muted, { marginTop: '1rem' }]}>
      <Button isBusy={isPending} onClick={() => mutate()}>
        Send me a test message
      </Button>
    </p>
  );
}
