import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { stateOf } from '../../app/query-client';
import { useLoadMore } from '../../app/use-load-more';
import { LoadFailure } from '../../ui/banner';
import { code } from '../../ui/code';
import { formatTimestamp } from '../../ui/format-timestamp';
import { LoadMore } from '../../ui/load-more';
import { BadPill } from '../../ui/pill';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text';
import { promotionsQuery } from './releases.requests';

/** Who promoted which release of a remote when, and why. */
export function Promotions({ remote }: { remote: string }): ReactElement {
  const query = useInfiniteQuery(promotionsQuery(remote));
  const loadMore = useLoadMore(query, 'We could not load older changes');
  const state = stateOf(query);
  const promotions = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const now = new Date();
  if (state === 'loading') return <Skeleton style={{ height: '3rem', marginTop: '.5rem' }} />;
  if (state === 'failed')
    return (
      <LoadFailure onRetry={() => void query.refetch()}>We could not load the history. Please try again.</LoadFailure>
    );
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
            {promotion.automatic && <BadPill>Automatic</BadPill>}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <LoadMore
          loaded={promotions.length}
          isBusy={query.isFetchingNextPage}
          isFetching={query.isFetching}
          onMore={loadMore}
        >
          Show older changes
        </LoadMore>
      )}
    </>
  );
}
