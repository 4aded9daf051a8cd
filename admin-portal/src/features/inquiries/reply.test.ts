import { formatAge, formatDue, formatTimestamp } from '../../ui/format-timestamp';
import { callLink } from './reply';

it('ADM-INQ-1 calls a local number as it is', () => expect(callLink('234 5678')).toBe('tel:2345678'));

it('formats timestamps in the time zone of the studio', () => {
  const now = new Date('2026-11-21T04:00:00Z');
  expect(formatTimestamp('2026-11-21T03:42:00Z', now)).toBe('today at 9:12 am');
  expect(formatTimestamp('2026-11-20T19:00:00Z', now)).toBe('today at 12:30 am');
  expect(formatTimestamp('2026-11-22T03:42:00Z', now)).toBe('tomorrow at 9:12 am');
  expect(formatAge('2026-11-21T03:48:00Z', now)).toBe('12 min');
  expect(formatAge('2026-11-19T03:48:00Z', now)).toBe('Thu');
  expect(formatDue('2026-11-21T03:00:00Z', now)).toEqual({ text: 'Overdue by 1 h', isOverdue: true });
  expect(formatDue('2026-11-21T04:30:00Z', now)).toEqual({ text: '30 min left', isOverdue: false });
});
