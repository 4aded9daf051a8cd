import type { Message } from '@godhuli/contracts/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../ui/button';
import { formatTimestamp } from '../ui/format-timestamp';
import { useHost } from '../ui/host-context';
import { canBeSentAgain, KIND_LABELS, STATE_LABELS } from './message-labels';
import { MESSAGES, sendAgain } from './messages.requests';

/** One message in a list: what it is, to whom, its state with the reason, and 'Send again'. */
export function MessageRow({ message }: { message: Message }) {
  const host = useHost();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendAgain(message._id),
    meta: { errorTitle: 'We could not send the message again' },
    onSuccess: () => host.toast({ title: 'The message is sent again' }),
    // Also after a failure: it may have been sent elsewhere.
    onSettled: () => queries.invalidateQueries({ queryKey: [MESSAGES] }),
  });
  const label = `${KIND_LABELS[message.kind]} to ${message.to}`;
  return (
    <li>
      <div>
        {label}
        {message.inquiry && ` · ${message.inquiry.reference}`}
        <small>{stateOf(message, new Date())}</small>
      </div>
      {canBeSentAgain(message) && (
        <Button size="small" isBusy={isPending} aria-label={`Send again: ${label}`} onClick={() => mutate()}>
          Send again
        </Button>
      )}
    </li>
  );
}

function stateOf({ state, error, sentAt, createdAt, nextAt, attempts }: Message, now: Date): string {
  const at = formatTimestamp(sentAt ?? createdAt, now);
  const tries = attempts > 1 ? `, tried ${attempts} times` : '';
  const next = nextAt !== null && attempts > 0 ? ` Next attempt ${formatTimestamp(nextAt, now)}.` : '';
  return `${STATE_LABELS[state]}, ${at}${tries}${error ? `: ${error}` : '.'}${next}`;
}
