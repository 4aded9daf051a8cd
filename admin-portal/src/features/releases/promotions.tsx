import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore } from '../../app/load-more';
import { QueryResult } from '../../app/query-result';
import { code } from '../../ui/code.styles';
import { formatTimestamp } from '../../ui/format-timestamp';
import { Pill } from '../../ui/pill';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { promotionsQuery } from './releases.requests';

/** Who promoted which release of a remote when, and why. */
export function Promotions({ remote }: { remote: string }) {
  const query = useInfiniteQuery(promotionsQuery(remote));
  const now = new Date();
  return (
    <QueryResult
      query={query}
      skeleton={<Skeleton style={{ height: '3rem', marginTop: '.5rem' }} />}
      failure="We could not load the history. Please try again."
    >
      {({ pages }) => {
        const promotions = pages.flatMap((page) => page.rows);
        if (promotions.length === 0) return <p css={muted}>No changes yet.</p>;
        return (
          <>
            <ul css={rows}>
              {promotions.map((promotion) => (
                <li key={promotion._id}>
                  <div>
                    {promotion.channel}: {promotion.from && <span css={[code, muted]}>{promotion.from} → </span>}
                    <span css={code}>{promotion.version}</span>
                    <small>
                      {formatTimestamp(promotion.at, now)}, by {promotion.by}: {promotion.reason}
                    </small>
                  </div>
                  {promotion.automatic && <Pill variant="bad">Automatic</Pill>}
                </li>
              ))}
            </ul>
            <LoadMore query={query} errorTitle="We could not load older changes">
              Show older changes
            </LoadMore>
          </>
        );
      }}
    </QueryResult>
  );
}
