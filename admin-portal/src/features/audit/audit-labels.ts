import type { AuditEntry } from '@godhuli/contracts/audit';

/** Labels for the nouns and verbs of the API's actions. */
const NOUNS: Readonly<Record<string, string>> = {
  portfolio: 'Gallery item',
  inquiries: 'Inquiry',
  views: 'Saved view',
  content: 'Website text',
  services: 'Service',
  users: 'User',
  media: 'Photo',
  albums: 'Story',
  videos: 'Film',
  releases: 'Release',
  'deploy-tokens': 'Deploy token',
  backup: 'Backup',
  clients: 'Client',
  'reply-templates': 'Reply template',
  bookings: 'Booking',
  cities: 'City',
  crews: 'Crew',
  muhurats: 'Muhurat dates',
  'calendar-feeds': 'Calendar subscription',
};
const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  undo: 'status change undone',
  export: 'exported',
  erase: 'deleted permanently',
  move: 'moved',
  receive: 'received',
  publish: 'published',
  promote: 'promoted',
  withdraw: 'withdrawn',
  revoke: 'revoked',
  expire: 'hold ended',
};
/** Labels of actions that noun and verb do not describe. */
const SENTENCES: Readonly<Record<string, string>> = {
  'auth.login': 'Signed in',
  'auth.logout': 'Signed out',
  'auth.refused': 'Sign-in failed',
  'auth.too-many-attempts': 'Sign-in blocked after too many attempts',
  'auth.confirm': 'Password confirmed',
  'auth.confirm-refused': 'Password confirmation failed',
  'site.publish': 'Published on the website',
  'site.schedule': 'Publication scheduled',
  'site.cancel-schedule': 'Scheduled publication cancelled',
  'site.schedule-failed': 'Scheduled publication failed',
  'sessions.end': 'Session ended',
  'sessions.end-others': 'All other sessions ended',
  'account.dismiss-notices': 'Account notices dismissed',
  'videos.upload': 'Film or captions uploaded',
  'media.crop': 'Crops of a photo changed',
  'media.encoding-pause': 'Encoding of photos paused',
  'media.encoding-resume': 'Encoding of photos resumed',
  'media.encoding-retry': 'Encoding of photos tried again',
  'portfolio.order': 'Gallery sorted by time taken',
  'auth.code-refused': 'Refused code or passkey',
  'second-factor.start': 'Authenticator app setup started',
  'second-factor.add': 'Second factor added',
  'second-factor.remove': 'Second factor removed',
  'second-factor.rename': 'Passkey renamed',
  'second-factor.renew-codes': 'Recovery codes replaced',
  'security.update': 'Second factor rule changed',
  'releases.remove-channel': 'Channel of a remote removed',
  'users.reset-second-factor': 'Second factor reset by an admin',
  'users.reset-password': 'Password reset by an admin',
  'users.change-password': 'Password changed',
  'users.reset-link': 'Password link created',
  'users.end-sessions': 'Signed out everywhere by an admin',
  'clients.create': 'Client added',
  'clients.merge': 'Clients merged',
  'clients.undo-merge': 'Merge of clients undone',
  'clients.not-duplicates': 'Clients marked as two people',
  'clients.add-entry': 'Entry added to a client',
  'clients.add-file': 'File added to a client',
  'clients.rename-file': 'File of a client renamed',
  'clients.delete-entry': 'Entry of a client deleted',
  'clients.add-task': 'Task added to a client',
  'clients.change-task': 'Task of a client changed',
  'clients.delete-task': 'Task of a client deleted',
  'clients.erase': 'Client erased',
  'clients.expire': 'Stale clients anonymised',
  'privacy.update': 'Retention of data changed',
  'bookings.import': 'Calendar file imported',
  'cities.set-day': 'Capacity of a day changed',
  'auth.forgot-password': 'Password link requested on the login page',
  'users.email-link': 'Password link emailed',
  'messages.send-again': 'Message sent again',
  'messages.update-recipient': 'Recipient of messages changed',
  'messages.test': 'Test message sent',
  'users.redeem-reset-link': 'New password set with a link',
};

/** 'inquiries.update' as 'Inquiry changed'; an unknown action stays as it is. */
export function actionLabel(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const [known, done] = [NOUNS[noun], VERBS[verb]];
  return SENTENCES[action] ?? (known && done ? `${known} ${done}` : action);
}

/** What was changed: its name where the entry has one, and its number as '#22'; '' for an entry about nothing. */
export function itemLabel({ entityId, before, after }: Pick<AuditEntry, 'entityId' | 'before' | 'after'>): string {
  const id = /^\d+$/.test(entityId) ? `#${entityId}` : shortened(entityId);
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  const name = [fields.title, fields.name].find((value) => typeof value === 'string' && value !== '');
  return [name, id].filter(Boolean).join(' ');
}

/** The id of a photo is the digest of its file: the start is enough to compare two. */
const shortened = (id: string) => (/^[0-9a-f]{64}$/.test(id) ? `${id.slice(0, 8)}…` : id);

/** One line per field that differs: its name, what it was and what it is. */
export function differences(before: unknown, after: unknown): { field: string; was: string; is: string }[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => ({ field, was: shown(old[field]), is: shown(now[field]) }))
    .filter(({ was, is }) => was !== is);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  return value === null || value === undefined ? {} : { value };
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
