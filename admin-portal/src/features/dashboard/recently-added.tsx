import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { textLink } from '../../ui/button.styles';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { Photo } from '../../ui/photo';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { newestPhotos } from './dashboard.requests';
import { sectionHead } from './dashboard.styles';
import { thumbs } from './recently-added.styles';

const SHOWN = 6;

/** The six newest photos. */
export function RecentlyAdded() {
  const { basePath } = useHost();
  const query = useQuery(newestPhotos);
  const state = stateOf(query);
  const latest = (query.data?.items ?? []).filter((item) => item.image).slice(0, SHOWN);
  return (
    <section css={{ marginTop: '2.25rem', minWidth: 0 }} aria-labelledby="dashboard-added">
      <div css={sectionHead}>
        <h2 id="dashboard-added">Recently added</h2>
        <Link css={textLink} href={`${basePath}/dashboard/gallery`}>
          All items <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </Link>
      </div>
      {state === 'failed' && (
        <LoadFailure onRetry={() => void query.refetch()}>
          We could not load the gallery. Check your connection and try again.
        </LoadFailure>
      )}
      {state === 'ready' && latest.length === 0 && <p css={[muted, { marginTop: '.75rem' }]}>No photos yet.</p>}
      {state === 'loading' && (
        <ul css={thumbs} aria-hidden="true">
          {Array.from({ length: SHOWN }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: six equal squares
            <li key={index}>
              <Skeleton style={{ width: '100%', height: '100%' }} />
            </li>
          ))}
        </ul>
      )}
      {latest.length > 0 && (
        <ul css={thumbs}>
          {latest.map((item) => (
            <li key={item._id} style={{ background: item.media?.color }}>
              <Photo media={item.media} image={item.image} alt={item.title} sizes="180px" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
