/** Puts the day that a story was about into the form: its next anniversary, since sessions are in the future. */
export function fillAskedDate(site: HTMLElement): void {
  const [, month, day] = /^\d{4}-(\d\d)-(\d\d)$/.exec(new URLSearchParams(location.search).get('date') ?? '') ?? [];
  const input = site.querySelector<HTMLInputElement>('input[name="eventDate"]');
  if (!month || !day || !input || input.value !== '') return;
  const today = new Date();
  const isPast = `${month}-${day}` <= today.toISOString().slice(5, 10);
  // An input ignores a day that the year does not have.
  input.value = `${today.getFullYear() + (isPast ? 1 : 0)}-${month}-${day}`;
}
