import type { MessageRecipient, MessageRecipientUpdate } from '@godhuli/contracts/messages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryResult } from '../../app/query-result';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { recipientsQuery, saveRecipient } from './messages.requests';
import { choices } from './messages.styles';

/** Who of the staff gets alerts and the digest. */
export function Recipients() {
  const recipients = useQuery(recipientsQuery);
  const isNobody = recipients.data?.every(({ alerts }) => !alerts) ?? false;
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients">Who gets messages</h2>
      <p css={[muted, { marginTop: '.375rem' }]}>
        Alerts come within a minute of an inquiry, with reminders 4 hours and 1 hour before the reply is due. The digest
        comes at 9:00.
      </p>
      {isNobody && (
        <p role="status" css={{ marginTop: '.75rem', fontWeight: 500 }}>
          Nobody gets alerts. New inquiries are seen only in the portal.
        </p>
      )}
      <QueryResult
        query={recipients}
        skeleton={<Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
        failure="We could not load the staff. Check your connection and try again."
        marginTop=".75rem"
      >
        {(loaded) => (
          <ul css={rows}>
            {loaded.map((recipient) => (
              <Recipient key={recipient._id} recipient={recipient} />
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}

function Recipient({ recipient }: { recipient: MessageRecipient }) {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (change: MessageRecipientUpdate) => saveRecipient(recipient._id, change),
    meta: { errorTitle: 'We could not save the choice' },
    onSuccess: async (saved) => {
      // A list that is on its way may have been read before the choice was stored.
      await queries.cancelQueries({ queryKey: recipientsQuery.queryKey });
      queries.setQueryData(recipientsQuery.queryKey, (all) => all?.map((one) => (one._id === saved._id ? saved : one)));
    },
  });
  // The choice shows at once; after a failure the stored one is shown again.
  const shown = isPending ? { ...recipient, ...variables } : recipient;
  const box = (field: 'alerts' | 'digest', label: string) => (
    <label>
      <input
        type="checkbox"
        checked={shown[field]}
        aria-disabled={isPending || undefined}
        onChange={({ target }) => !isPending && mutate({ [field]: target.checked })}
      />
      {label}
    </label>
  );
  return (
    <li>
      <div>
        {recipient.name}
        <small>
          {recipient.role}, {recipient.email}
        </small>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a legend would repeat the name that the row shows */}
      <div role="group" aria-label={`Messages to ${recipient.name}`} css={choices}>
        {box('alerts', 'Alerts')}
        {box('digest', 'Digest')}
      </div>
    </li>
  );
}
