import { type CreatedFeed, MAX_FEEDS } from '@godhuli/contracts/calendar';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { QueryResult } from '../../app/query-result';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { formatTimestamp } from '../../ui/format-timestamp';
import { ShownOnce } from '../../ui/shown-once';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { CALENDAR, createFeed, feedsQuery, revokeFeed } from './calendar.requests';
import { list } from './calendar-page.styles';

/** Key of the mutation that creates a subscription: a second click may come before the first one is rendered. */
const CREATE = [CALENDAR, 'create feed'];

/** One's own calendar subscriptions: create one, whose address is shown once, and revoke them. */
export function FeedsDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const client = useQueryClient();
  const feeds = useQuery(feedsQuery);
  const refresh = () => client.invalidateQueries({ queryKey: feedsQuery.queryKey });
  const [created, setCreated] = useState<CreatedFeed | null>(null);
  const create = useMutation({
    mutationKey: CREATE,
    mutationFn: createFeed,
    onSuccess: setCreated,
    onSettled: refresh,
    meta: { errorTitle: 'We could not create the subscription' },
  });
  const revoke = useMutation({
    mutationFn: revokeFeed,
    onSettled: refresh,
    meta: { errorTitle: 'We could not revoke the subscription' },
  });
  useUnsavedChanges(created !== null);
  if (created)
    return (
      <ShownOnce
        title="Your calendar subscription"
        value={window.location.origin + created.path}
        onClose={() => setCreated(null)}
      >
        Add this address to your calendar program as a subscription. It is shown only once. Everyone who has it can read
        names and days of the bookings, so keep it private.
      </ShownOnce>
    );
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="Subscribe" onClose={onClose} />
      <div css={modalBody}>
        <p>
          Your calendar program shows the bookings of the studio. Google reads a subscription only every 8 to 24 hours,
          so it may be late.
        </p>
        <p css={muted}>
          A subscription ends when you revoke it, set a new password with a link, or an admin disables you, signs you
          out everywhere or resets your password or second factor. A password that you change in your account leaves it.
        </p>
        <QueryResult
          query={feeds}
          skeleton={<Skeleton style={{ height: '3rem', marginTop: '.75rem' }} />}
          failure="We could not load your subscriptions."
          marginTop=".75rem"
        >
          {(loaded) => (
            <ul css={list}>
              {loaded.length === 0 && <li css={muted}>You have no subscription yet.</li>}
              {loaded.map(({ _id, createdAt, lastReadAt }) => (
                <li key={_id}>
                  <span>
                    Created {formatTimestamp(createdAt, new Date())}
                    <small>
                      {lastReadAt ? `Last read ${formatTimestamp(lastReadAt, new Date())}` : 'Not read yet'}
                    </small>
                  </span>
                  <Button
                    size="small"
                    variant="quiet-bad"
                    isBusy={revoke.isPending}
                    aria-label={`Revoke the subscription created ${formatTimestamp(createdAt, new Date())}`}
                    onClick={() => revoke.mutate(_id)}
                  >
                    Revoke
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryResult>
      </div>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          isBusy={create.isPending}
          disabled={(feeds.data?.length ?? 0) >= MAX_FEEDS}
          onClick={() => client.isMutating({ mutationKey: CREATE }) === 0 && create.mutate()}
        >
          Create subscription
        </Button>
      </footer>
    </Modal>
  );
}
