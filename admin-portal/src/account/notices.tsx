import type { ReactElement } from 'react';
import { LoadFailure } from '../controls/banner';
import { Skeleton } from '../controls/skeleton';
import { muted } from '../look/text';
import { rows } from '../releases/panel';
import { noticeOrigin, noticeWords } from './notice-words';
import { useNotices } from './notices-data';

/** What happened to the account, dismissed or not. */
export function Notices(): ReactElement {
  const { result, retry } = useNotices();
  const now = new Date();
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">What happened to your account</h2>
      <p css={[muted, { marginTop: '.375rem' }]}>
        You also see this at the top of the portal at your next visit. It is not sent by email.
      </p>
      {result.state === 'loading' && <Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
      {result.state === 'failed' && (
        <div css={{ marginTop: '.75rem' }}>
          <LoadFailure onRetry={retry}>We could not load this list. Check your connection and try again.</LoadFailure>
        </div>
      )}
      {result.state === 'ready' && result.data.length === 0 && (
        <p css={[muted, { marginTop: '.75rem' }]}>Nothing yet.</p>
      )}
      {result.state === 'ready' && result.data.length > 0 && (
        <ul css={rows}>
          {result.data.map((notice) => (
            <li key={notice._id}>
              <div>
                {noticeWords(notice)}
                <small>{noticeOrigin(notice, now)}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
