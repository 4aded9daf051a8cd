/** A failure with a message of our own, not of the release. */
export class Failure extends Error {}

/** Describes what code of a release threw, in at most 400 characters. */
export function causeOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  let message: unknown = error;
  try {
    if (typeof error === 'object' && error !== null && 'message' in error) message = error.message;
    return `${String(message).slice(0, 400)}.`.replace(/\.\.$/, '.');
  } catch {
    return 'it threw a value that cannot be described.';
  }
}
