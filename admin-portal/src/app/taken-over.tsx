const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** Says which changes of someone else a form has taken over. */
export const TakenOver = ({ labels }: { labels: readonly string[] }) =>
  labels.length > 0 ? ` The form now shows their ${listFormat.format(labels)}.` : '';
