import { WEEKDAYS } from './calendar-view';

/** The head of a month: the weekdays, each shortened to some letters. */
export function WeekdayRow({ letters }: { letters: number }) {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((name) => (
          <th key={name} scope="col" abbr={name}>
            {name.slice(0, letters)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
