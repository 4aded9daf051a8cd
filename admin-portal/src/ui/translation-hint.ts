/** Returns what is said below the field of a translation: what is wrong with it, and the English text. */
export function translationHint(
  english: string,
  { isMissing, hasChanged }: { isMissing: boolean; hasChanged: boolean },
) {
  const note = isMissing ? 'Missing. ' : hasChanged ? 'English has changed since. ' : '';
  return `${note}English: ${english || '–'}`;
}
