import type { Stat } from '@godhuli/contracts/studio';
import { editMark } from './edit-mark';

/** The row of stat tiles: number, label (PUB-HERO-3, PUB-ABOUT-1). */
export function StatTiles({ stats, large = false }: { stats: readonly Stat[]; large?: boolean }) {
  return (
    <dl className={large ? 'stats stats--large' : 'stats'}>
      {stats.map((stat, index) => (
        <div key={stat.label} data-edit={editMark(`stats:all:items.${index}`)}>
          <dt>{stat.label}</dt>
          <dd>{stat.number}</dd>
        </div>
      ))}
    </dl>
  );
}
