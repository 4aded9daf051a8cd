import { isDeepStrictEqual } from 'node:util';
import type { Context } from 'hono';
import type { ApiEnv } from './api-env.js';
import { StaleVersion } from './errors.js';

/** Returns whether every value that was sent is stored; a stored object may have more fields. */
function includes(stored: unknown, sent: unknown): boolean {
  if (sent === undefined) return true;
  if (Array.isArray(sent)) {
    const isList = Array.isArray(stored) && stored.length === sent.length;
    return isList && sent.every((each, index) => includes(stored[index], each));
  }
  if (typeof sent !== 'object' || sent === null) return isDeepStrictEqual(stored, sent);
  if (typeof stored !== 'object' || stored === null) return false;
  return Object.entries(sent).every(([name, value]) => includes((stored as Record<string, unknown>)[name], value));
}

/**
 * Returns the stored entity when an update was refused for its version although all of its values are stored: a retry after a
 * lost response, which is no conflict.
 */
export function alreadyStored(c: Context<ApiEnv>, error: unknown): object | null {
  if (!(error instanceof StaleVersion) || c.req.method !== 'PUT') return null;
  const { version: _, ...sent } = c.req.valid('json' as never) as Record<string, unknown>;
  const isEmpty = Object.values(sent).every((value) => value === undefined);
  return !isEmpty && includes({ ...error.current, ...error.options.stored }, sent) ? error.current : null;
}
