import { EVENT_TYPES, type Inquiry } from '@godhuli/contracts/inquiries';

/** The form's label for a photography type. */
export function eventTypeLabel(type: Inquiry['eventType']): string {
  return EVENT_TYPES.find((entry) => entry.value === type)?.label ?? type;
}
