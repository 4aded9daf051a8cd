import { css } from '@emotion/react';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactElement } from 'react';
import type { Load } from '../api/use-load';
import { LoadFailure } from '../controls/banner';
import { textLink } from '../controls/button';
import { Skeleton } from '../controls/skeleton';
import { useHost } from '../host/host-context';
import { Link } from '../host/link';
import { Photograph } from '../look/photograph';
import { muted } from '../look/text';
import { blockHead } from './latest-inquiries';

const SHOWN = 6;

const thumbs = css`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 0.5rem;
  margin-top: 0.375rem;
  & > li {
    aspect-ratio: 1;
    overflow: hidden;
    border-radius: 4px;
    background: var(--a-skel);
  }
  @media (min-width: 640px) and (max-width: 1180px) {
    grid-template-columns: repeat(6, 1fr);
  }
`;

/** The six photographs added last. */
export function RecentlyAdded({ result, retry }: Load<PortfolioItem[]>): ReactElement {
  const { basePath } = useHost();
  const latest = [...(result.data ?? [])]
    .filter((item) => item.image)
    .sort((first, second) => Number(second._id) - Number(first._id))
    .slice(0, SHOWN);
  return (
    <section css={{ marginTop: '2.25rem', minWidth: 0 }} aria-labelledby="dashboard-added">
      <div css={blockHead}>
        <h2 id="dashboard-added">Recently added</h2>
        <Link css={textLink} href={`${basePath}/dashboard/gallery`}>
          All items <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </Link>
      </div>
      {result.state === 'failed' && (
        <LoadFailure onRetry={retry}>We could not load the gallery. Check your connection and try again.</LoadFailure>
      )}
      {result.state === 'ready' && latest.length === 0 && <p css={[muted, { marginTop: '.75rem' }]}>No photos yet.</p>}
      {result.state === 'loading' && (
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
              <Photograph media={item.media} image={item.image} alt={item.title} sizes="180px" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
