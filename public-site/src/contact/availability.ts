import { type Availability, availabilityOf } from '@godhuli/contracts/availability';
import { callApi } from '@godhuli/contracts/call-api';
import { t } from '../languages/language';

let read: Promise<unknown> | undefined;
let chosen = '';

/**
 * Returns what the form says about its day, or the range that ends after it; '' when nothing is known about it. The data is
 * read once, for all days. Never resolves when another day has been chosen by then.
 */
export async function availabilityText(values: FormData): Promise<string> {
  const [first = '', last = ''] = ['eventDate', 'eventEndDate'].map((name) => String(values.get(name)));
  const days = `${first}/${last}`;
  chosen = days;
  if (first === '') return '';
  read ??= callApi('/api/availability');
  try {
    const availability = (await read) as Availability;
    if (typeof availability?.days !== 'string') return '';
    const text =
      last > first
        ? t('These days: {1}.', t(availabilityOf(availability, first, last)))
        : t('This day: {1}.', t(availabilityOf(availability, first)));
    return chosen === days ? text : new Promise(() => {});
  } catch {
    // The form works without it; the next choice tries again.
    read = undefined;
    return '';
  }
}
