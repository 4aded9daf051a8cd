import type { Dashboard } from '@godhuli/contracts/dashboard';
import { formatDay } from '../../ui/format-timestamp';
import { muted, visuallyHidden } from '../../ui/text.styles';
import { chart, key } from './weeks-chart.styles';

const HEIGHT = 100;
const STEP = 24;
const BAR = 8;

/** Inquiries and bookings of the last weeks as bars. The same numbers are a table for screen readers. */
export function WeeksChart({ weeks }: Pick<Dashboard, 'weeks'>) {
  const most = Math.max(1, ...weeks.flatMap(({ inquiries, bookings }) => [inquiries, bookings]));
  const bar = (value: number) => ({ y: HEIGHT - (value / most) * HEIGHT, height: (value / most) * HEIGHT });
  const sum = (of: 'inquiries' | 'bookings') => weeks.reduce((total, week) => total + week[of], 0);
  return (
    <>
      <svg
        css={chart}
        viewBox={`0 0 ${Math.max(1, weeks.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {weeks.map(({ week, inquiries, bookings }, index) => (
          <g key={week}>
            <title>{`${formatDay(week)}: ${inquiries} inquiries, ${bookings} bookings`}</title>
            <rect data-of="inquiries" x={index * STEP + 2} width={BAR} {...bar(inquiries)} />
            <rect data-of="bookings" x={index * STEP + 2 + BAR + 1} width={BAR} {...bar(bookings)} />
          </g>
        ))}
      </svg>
      <p css={[muted, key]}>
        <span data-of="inquiries">{sum('inquiries')} inquiries</span>
        <span data-of="bookings">{sum('bookings')} bookings</span>
        <span>
          in {weeks.length} weeks, at most {most} a week
        </span>
      </p>
      <table css={visuallyHidden}>
        <caption>Inquiries and bookings per week</caption>
        <thead>
          <tr>
            <th scope="col">Week from</th>
            <th scope="col">Inquiries</th>
            <th scope="col">Bookings</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, inquiries, bookings }) => (
            <tr key={week}>
              <th scope="row">{formatDay(week)}</th>
              <td>{inquiries}</td>
              <td>{bookings}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
