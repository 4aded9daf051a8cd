import type { Dashboard } from '@godhuli/contracts/dashboard';
import { formatDay } from '../../ui/format-timestamp';
import { muted, visuallyHidden } from '../../ui/text.styles';
import { chart, charts, chip, colourOf, totals } from './weeks-chart.styles';

const HEIGHT = 100;
const STEP = 24;
const BAR = 16;

type Of = 'inquiries' | 'bookings';
type WeeksProps = Pick<Dashboard, 'weeks' | 'sources'>;

const sumOf = (weeks: WeeksProps['weeks'], of: Of) => weeks.reduce((sum, week) => sum + week[of], 0);

/** Inquiries and bookings of the last weeks as bars of one colour for each source. The same numbers are tables. */
export function WeeksChart({ weeks, sources }: WeeksProps) {
  if (sources.length === 0) return <p css={muted}>No inquiries or bookings in the last {weeks.length} weeks.</p>;
  return (
    <>
      <div css={charts}>
        <Bars weeks={weeks} sources={sources} of="inquiries" />
        <Bars weeks={weeks} sources={sources} of="bookings" />
      </div>
      <table css={totals}>
        <caption css={visuallyHidden}>Inquiries and bookings per source</caption>
        <thead>
          <tr>
            <th scope="col">Source ({weeks.length} weeks)</th>
            <th scope="col">Inquiries</th>
            <th scope="col">Bookings</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source, index) => (
            <tr key={source}>
              <th scope="row">
                <span css={chip} style={{ background: colourOf(index, source) }} />
                {source}
              </th>
              <td>{weeks.reduce((sum, { bySource }) => sum + (bySource[index]?.inquiries ?? 0), 0)}</td>
              <td>{weeks.reduce((sum, { bySource }) => sum + (bySource[index]?.bookings ?? 0), 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* Firefox does not clip the caption of a table. */}
      <div css={visuallyHidden}>
        <table>
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
      </div>
    </>
  );
}

function Bars({ weeks, sources, of }: WeeksProps & { of: Of }) {
  const most = Math.max(0, ...weeks.map((week) => week[of]));
  const heightOf = (count: number) => (count / Math.max(1, most)) * HEIGHT;
  return (
    <figure>
      <figcaption>
        <strong>{sumOf(weeks, of)}</strong> {of}, at most {most} a week
      </figcaption>
      <svg
        css={chart}
        viewBox={`0 0 ${Math.max(1, weeks.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {weeks.map((week, index) => {
          let top = HEIGHT;
          return week.bySource.map((counts, place) => {
            const height = heightOf(counts[of]);
            const source = sources[place] ?? '';
            top -= height;
            return (
              <rect
                key={`${week.week} ${source}`}
                x={index * STEP + (STEP - BAR) / 2}
                y={top}
                width={BAR}
                height={height}
                fill={colourOf(place, source)}
              >
                <title>{`${formatDay(week.week)}, ${source}: ${counts[of]} ${of}`}</title>
              </rect>
            );
          });
        })}
      </svg>
    </figure>
  );
}
