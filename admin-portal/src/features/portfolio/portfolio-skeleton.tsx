import { Skeleton } from '../../ui/skeleton';
import * as styles from './portfolio-grid.styles';

/** Eight cards and their filter, while the gallery loads. */
export function PortfolioSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton style={{ width: 'min(42rem, 100%)', height: '2.875rem', borderRadius: 10, marginBottom: '1.5rem' }} />
      <ul
        css={[
          styles.grid,
          {
            gridTemplateColumns: 'repeat(auto-fill, minmax(15.5rem, 1fr))',
            '@media (max-width: 639px)': { gridTemplateColumns: '1fr 1fr' },
          },
        ]}
      >
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: eight equal cards
          <li key={index}>
            <Skeleton style={{ aspectRatio: '4/3', borderRadius: 'var(--r-2)' }} />
            <div css={{ padding: '.75rem 0 .7rem' }}>
              <Skeleton style={{ width: '62%', height: '.875rem', margin: '.3rem 0 .65rem' }} />
              <Skeleton style={{ width: '38%', height: '.75rem' }} />
            </div>
            <Skeleton style={{ height: '2.25rem' }} />
          </li>
        ))}
      </ul>
    </div>
  );
}
