import { t } from '../../languages/language';
/** '2025-12-06' as '6 December 2025' */
export function dateText(date: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(t('en-GB'), options).format(new Date(`${date}T00:00:00Z`));
}
