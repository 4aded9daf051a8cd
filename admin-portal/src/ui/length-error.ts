/** Returns why a text cannot be saved that is longer than the API accepts, or undefined. Pasted text is never cut. */
export function lengthError(text: string, maxLength: number): string | undefined {
  const { length } = text.trim();
  if (length <= maxLength) return undefined;
  const count = (characters: number) => characters.toLocaleString('en-IN');
  return `Please use at most ${count(maxLength)} characters. This text has ${count(length)}.`;
}
