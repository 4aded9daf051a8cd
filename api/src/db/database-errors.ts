/**
 * SQLSTATE classes and system codes of temporary failures. 53: out of disk space, memory or connections; 40P01: deadlock; 55P03:
 * timeout while waiting for a lock; 25006: only reads are allowed, as in a standby; 25P03: timeout of an idle transaction.
 */
const UNAVAILABLE_STATES = /^(08|25006$|25P03$|40P01$|53|55P03$|57P0[123]$|57014$|58030$)/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after calling end|closed/i;

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Returns whether an error means that the database is unavailable or overloaded, not that a statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = codeOf(error);
  if (code !== '') return UNAVAILABLE_STATES.test(code) || UNAVAILABLE_CODES.has(code);
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** Returns whether an error means that its connection allows no writes (SQLSTATE 25006), which can last as long as the connection. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** Returns whether an error is a violated unique constraint (SQLSTATE 23505). */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505';

/** Returns whether an error means that a lock was not free in time (SQLSTATE 55P03). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Returns whether Postgres ended the transaction because it and another one waited for each other (SQLSTATE 40P01). */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';
