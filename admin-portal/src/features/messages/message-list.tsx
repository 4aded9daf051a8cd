import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadMore } from '../../app/load-more';
import { MessageRow } from '../../app/message-row';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { rows } from '../../ui/rows.styles';
import { Segments } from '../../ui/segments';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { messagesQuery, type Shown } from './messages.requests';

/** Messages with their state, the failed ones first of all. @param problems how many failed, or null while unknown */
export function MessageList({ problems }: { problems: number | null }) {
  const [show, setShow] = useState<Shown>('problems');
  const list = useInfiniteQuery(messagesQuery(show));
  const state = stateOf(list);
  const messages = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section aria-labelledby="message-list">
      <h2 id="message-list" css={{ marginBottom: '.75rem' }}>
        Outbox
      </h2>
      <Segments<Shown>
        label="Show"
        value={show}
        options={[
          { value: 'problems', label: 'Failed or uncertain', count: problems },
          { value: 'all', label: 'All', count: null },
        ]}
        onChange={setShow}
      />
      {state === 'loading' && <Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
      {state === 'failed' && (
        <div css={{ marginTop: '.75rem' }}>
          <LoadFailure onRetry={() => void list.refetch()}>
            We could not load the messages. Check your connection and try again.
          </LoadFailure>
        </div>
      )}
      {state === 'ready' && messages.length === 0 && (
        <p css={[muted, { marginTop: '.75rem' }]}>
          {show === 'problems' ? 'No message has failed.' : 'There are no messages yet.'}
        </p>
      )}
      {messages.length > 0 && (
        <>
          <ul css={rows}>
            {messages.map((message) => (
              <MessageRow key={message._id} message={message} />
            ))}
          </ul>
          <LoadMore query={list} errorTitle="We could not load older messages">
            Show older messages
          </LoadMore>
        </>
      )}
    </section>
  );
}
