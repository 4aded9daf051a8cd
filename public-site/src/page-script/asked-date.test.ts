import { fillAskedDate } from './asked-date';

afterEach(() => jest.useRealTimers());

it.each([
  // 02:00 on 1 January in India
  ['2026-12-31T20:30:00Z', '2025-06-14', '2027-06-14'],
  // 31 December in America, 1 January in India
  ['2027-01-01T01:00:00Z', '2025-01-02', '2027-01-02'],
  ['2026-11-29T09:00:00Z', '2025-11-29', '2027-11-29'],
  ['2026-11-29T09:00:00Z', '2025-11-30', '2026-11-30'],
])('STORY-4 at %s the next anniversary of %s is %s', (now, asked, date) => {
  jest.useFakeTimers({ now: new Date(now) });
  history.replaceState(null, '', `/?date=${asked}`);
  document.body.innerHTML = '<div id="site"><input type="date" name="eventDate"></div>';
  const site = document.getElementById('site') as HTMLElement;
  fillAskedDate(site);
  expect(site.querySelector('input')?.value).toBe(date);
});
