import { isDeepStrictEqual } from 'node:util';
import { BadInput } from './errors.js';

/** Fields of an update that cannot be changed, as they were sent. */
export type ReadOnlyFields = Readonly<Record<string, unknown>>;

/**
 * Checks that read-only fields were sent back unchanged.
 * @param current the entity as `GET` returns it
 * @throws BadInput for each field that differs
 */
export function requireUnchanged(current: object, sent: ReadOnlyFields): void {
  // As JSON, without undefined values.
  const now = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
  const changed = Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, now[name]));
  if (changed.length > 0)
    throw new BadInput(changed.map(([field]) => ({ field, message: 'This field cannot be changed.' })));
}
