import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '../../app/query-result';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { noticesQuery } from './account.requests';
import { noticeOrigin, noticeText } from './notice-text';

/** What happened to the account, dismissed or not. */
export function Notices() {
  const notices = useQuery(noticesQuery);
  const now = new Date();
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">What happened to your account</h2>
      <p css={[muted, { marginTop: '.375rem' }]}>
        You also see this at the top of the portal at your next visit, and in an email if the studio sends emails.
      </p>
      <QueryResult
        query={notices}
        skeleton={<Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
        failure="We could not load this list. Check your connection and try again."
        marginTop=".75rem"
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <p css={[muted, { marginTop: '.75rem' }]}>Nothing yet.</p>
          ) : (
            <ul css={rows}>
              {loaded.map((notice) => (
                <li key={notice._id}>
                  <div>
                    {noticeText(notice)}
                    <small>{noticeOrigin(notice, now)}</small>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </section>
  );
}
