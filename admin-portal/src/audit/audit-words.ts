/** What an action is called on the page: noun and verb as the API writes them, in words. */
const NOUNS: Readonly<Record<string, string>> = {
  auth: 'Sign-in',
  portfolio: 'Gallery item',
  inquiries: 'Inquiry',
  content: 'Text of the website',
  services: 'Service',
  users: 'User',
  media: 'Photograph',
  releases: 'Release',
  'deploy-tokens': 'Deploy token',
  backup: 'Backup',
};
const VERBS: Readonly<Record<string, string>> = {
  create: 'made',
  update: 'changed',
  delete: 'deleted',
  restore: 'brought back',
  undo: 'status change undone',
  export: 'exported',
  erase: 'deleted permanently',
  move: 'moved',
  receive: 'received',
  publish: 'published',
  promote: 'promoted',
  withdraw: 'withdrawn',
  revoke: 'revoked',
  login: 'accepted',
  logout: 'ended',
  refused: 'refused',
  'too-many-attempts': 'blocked after too many attempts',
  'reset-password': 'given a new password',
  'change-password': 'changed the own password',
  'reset-link': 'given a link to a new password',
  'redeem-reset-link': 'chose a new password by a link',
};

/** 'inquiries.update' as 'Inquiry changed'; an action without words keeps its own. */
export function actionWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const [known, done] = [NOUNS[noun], VERBS[verb]];
  return known && done ? `${known} ${done}` : action;
}

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
