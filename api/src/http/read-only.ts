import { isDeepStrictEqual } from 'node:util';
import { BadInput } from './errors.js';

/** Fields of a change that cannot be changed, as they were sent. */
export type ReadOnlyFields = Readonly<Record<string, unknown>>;

/**
 * Lets fields that cannot be changed be sent back as they are.
 * @param current what `GET` answers now
 * @throws BadInput naming each one that differs
 */
export function requireUnchanged(current: object, sent: ReadOnlyFields): void {
  // As it goes over the wire: without what is undefined.
  const now = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
  const changed = Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, now[name]));
  if (changed.length > 0)
    throw new BadInput(changed.map(([field]) => ({ field, message: 'This field cannot be changed.' })));
}
