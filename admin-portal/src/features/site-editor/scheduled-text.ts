import type { SiteDocument } from '@godhuli/contracts/publishing';
import { formatTimestamp } from '../../ui/format-timestamp';

/** When a draft is published, and who decided that. */
export function scheduledText({ dueAt, by }: NonNullable<SiteDocument['schedule']>): string {
  const time = formatTimestamp(dueAt, new Date());
  return `Scheduled for ${time}${by ? ` by ${by}` : ''}`;
}
