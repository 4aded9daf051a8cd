import type { Message, MessageKind } from '@godhuli/contracts/messages';

export const KIND_LABELS: Readonly<Record<MessageKind, string>> = {
  'inquiry-alert': 'New inquiry',
  acknowledgement: 'Acknowledgement',
  'reply-reminder': 'Reply reminder',
  digest: 'Daily digest',
  'password-reset': 'Password link',
  invitation: 'Invitation',
  'security-notice': 'Security notice',
  notice: 'Notice',
  test: 'Test message',
};

export const STATE_LABELS: Readonly<Record<Message['state'], string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  unknown: 'Uncertain',
  failed: 'Failed',
  cancelled: 'Not needed',
  expired: 'Too late to send',
};

/** Whether 'Send again' is offered. */
export const canBeSentAgain = ({ state }: Pick<Message, 'state'>): boolean =>
  ['failed', 'unknown', 'expired'].includes(state);
