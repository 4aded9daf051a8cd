import type { Problem } from '@godhuli/contracts/problem';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isDatabaseUnavailable } from '../db/database-errors.js';
import {
  BadInput,
  Conflict,
  DocumentOutdated,
  DomainError,
  Malformed,
  NotAllowed,
  NotFound,
  NotSignedIn,
  PasswordRequired,
  Refused,
  SecondFactorRequired,
  TooLarge,
  TooManyAttempts,
  Unavailable,
  UnsupportedType,
} from './errors.js';

const STATUSES = [
  [BadInput, 422, 'Unprocessable Content'],
  [Refused, 422, 'Unprocessable Content'],
  [Malformed, 400, 'Bad Request'],
  [NotFound, 404, 'Not Found'],
  [Conflict, 409, 'Conflict'],
  [NotSignedIn, 401, 'Unauthorized'],
  [NotAllowed, 403, 'Forbidden'],
  [DocumentOutdated, 403, 'Forbidden'],
  [PasswordRequired, 403, 'Forbidden'],
  [SecondFactorRequired, 403, 'Forbidden'],
  [TooLarge, 413, 'Content Too Large'],
  [UnsupportedType, 415, 'Unsupported Media Type'],
  [TooManyAttempts, 429, 'Too Many Requests'],
  [Unavailable, 503, 'Service Unavailable'],
] as const;

export type ProblemStatus = (typeof STATUSES)[number][1] | 500;

const SERVER_ERROR = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  detail: 'Something went wrong on our side. Please try again.',
} satisfies Problem;

/** The title of each problem status. */
export const PROBLEM_TITLES: ReadonlyMap<ProblemStatus, string> = new Map<ProblemStatus, string>([
  ...STATUSES.map(([, status, title]) => [status, title] as const),
  [500, SERVER_ERROR.title],
]);

/** Returns the problem document (RFC 9457) of an error. Unknown errors reveal nothing of their cause (API-6). */
export function problemOf(error: unknown): Problem {
  if (error instanceof DomainError) {
    const [, status, title] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
    if (status === undefined || title === undefined) return SERVER_ERROR;
    return { type: 'about:blank', title, status, detail: error.detail, ...error.members };
  }
  if (isDatabaseUnavailable(error) || cannotWrite(error)) return problemOf(new Unavailable());
  if (error instanceof HTTPException && error.status < 500) {
    const title = error.status === 400 ? 'Bad Request' : 'Request refused';
    return { type: 'about:blank', title, status: error.status, detail: error.message || title };
  }
  return SERVER_ERROR;
}

/** The disk is full or read-only. */
const cannotWrite = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as { code?: string } | null)?.code ?? '');

/** Responds with the problem of an error. The only place where errors become HTTP responses. */
export function respondWithProblem(c: Context, error: unknown): Response {
  const problem = problemOf(error);
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  };
  if (error instanceof TooManyAttempts) headers['retry-after'] = String(error.retryAfterSeconds);
  if (problem.status === 503) {
    headers['retry-after'] = String(error instanceof Unavailable ? error.retryAfterSeconds : 5);
  }
  // RFC 9110, 15.5.2: a 401 names the way to authenticate.
  if (problem.status === 401) headers['www-authenticate'] = 'Session realm="staff"';
  return c.body(JSON.stringify(problem), problem.status as 400, headers);
}
