import type { ReactElement } from 'react';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text';
import { noticeOrigin, noticeText } from './notice-text';
import { useNotices } from './use-notices';

/** What happened to the account, dismissed or not. */
export function Notices(): ReactElement {
  const notices = useNotices();
  const state = stateOf(notices);
  const now = new Date();
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">What happened to your account</h2>
      <p css={[muted, { marginTop: '.375rem' }]}>
        You also see this at the top of the portal at your next visit. It is not sent by email.
      </p>
      {state === 'loading' && <Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
      {state === 'failed' && (
        <div css={{ marginTop: '.75rem' }}>
          <LoadFailure onRetry={() => void notices.refetch()}>
            We could not load this list. Check your connection and try again.
          </LoadFailure>
        </div>
      )}
      {notices.data?.length === 0 && <p css={[muted, { marginTop: '.75rem' }]}>Nothing yet.</p>}
      {notices.data && notices.data.length > 0 && (
        <ul css={rows}>
          {notices.data.map((notice) => (
            <li key={notice._id}>
              <div>
                {noticeText(notice)}
                <small>{noticeOrigin(notice, now)}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
