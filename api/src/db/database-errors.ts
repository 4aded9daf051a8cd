/**
 * SQLSTATE classes (53: a full disk, memory or connections spent; 55P03: a lock was waited for too long; 25P03: a
 * transaction idle for too long) and system codes that mean: not just now.
 */
const AWAY_STATES = /^(08|25P03$|53|55P03$|57P0[123]$|57014$|58030$)/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after calling end|closed/i;

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Whether an error says that the database is away or overloaded, and not that a statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const code = codeOf(error);
  if (code !== '') return AWAY_STATES.test(code) || AWAY_CODES.has(code);
  return error instanceof Error && AWAY_MESSAGES.test(error.message);
}

/** Whether an error is a broken unique constraint (SQLSTATE 23505). */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505';
