/** India is as much ahead of UTC. */
const INDIA_AHEAD_MS = 19_800_000;

/** Puts the day that a story was about into the form: its next anniversary, since sessions are in the future. */
export function fillAskedDate(site: HTMLElement): void {
  const [, day] = /^\d{4}(-\d\d-\d\d)$/.exec(new URLSearchParams(location.search).get('date') ?? '') ?? [];
  const input = site.querySelector<HTMLInputElement>('input[name="eventDate"]');
  if (!day || !input || input.value !== '') return;
  const today = new Date(Date.now() + INDIA_AHEAD_MS).toISOString();
  const isPast = day <= today.slice(4, 10);
  // An input ignores a day that the year does not have.
  input.value = `${Number.parseInt(today, 10) + (isPast ? 1 : 0)}${day}`;
}
