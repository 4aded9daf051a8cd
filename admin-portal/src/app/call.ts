import { PASSWORD_REQUIRED } from '@godhuli/contracts/account';
import { ApiError } from '@godhuli/contracts/api-error';
import { type ApiCallInit, callApi } from '@godhuli/contracts/call-api';
import { DOCUMENT_OUTDATED } from '@godhuli/contracts/document-key';
import { SECOND_FACTOR_REQUIRED } from '@godhuli/contracts/second-factor';
import { z } from 'zod';
import { takeEarlyResponse } from './early-requests';
import { currentScope, hasDeclined, requestPassword } from './session/password-request';
import { endSession, requireSecondFactor } from './session/session';

/** Thrown by an action that needs the password when the user does not enter it. Nothing was changed and nothing failed. */
export class Cancelled extends Error {}

/**
 * Sends a request to the API as staff and checks the shape of the response.
 * @throws ApiError also for a response of another shape
 * @throws Cancelled when the password was not entered
 */
export async function call<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  init?: ApiCallInit,
): Promise<z.infer<Schema>> {
  const request = async () => {
    const early = (init?.method ?? 'GET') === 'GET' ? takeEarlyResponse(path) : undefined;
    if (!early) return callApi(path, init);
    const response = await early;
    return (init?.read ? init.read(response) : response.json()).catch(() => undefined);
  };
  return parseResponse(schema, await asStaff(request));
}

/** One page of a list, and the URL of the next one. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
}

/** Reads one page of a list whose header `Link` leads to the next one. @param schema of a row */
export function callPage<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  signal?: AbortSignal,
): Promise<ListPage<z.infer<Schema>>> {
  const read = async (response: Response) => ({
    rows: await response.json(),
    next: /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null,
  });
  return call(z.object({ rows: z.array(schema), next: z.string().nullable() }), path, { signal, read });
}

/**
 * Runs a request of a signed-in user, the one place that handles the end of a session: a 401 ends it here too. A document that is older
 * than the session, which another tab has begun, asks for the password and goes on. A request
 * that needs the password again asks for it and is repeated.
 * @param canAsk whether the password may be asked for
 * @throws Cancelled when the password was not entered
 */
export async function asStaff<T>(request: () => Promise<T>, scope = currentScope(), canAsk = true): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) endSession();
    const isOutdated = error.problem?.code === DOCUMENT_OUTDATED;
    if (error.status === 403 && error.problem?.code === SECOND_FACTOR_REQUIRED) requireSecondFactor();
    const needsPassword = error.status === 403 && error.problem?.code === PASSWORD_REQUIRED;
    if ((!needsPassword && !isOutdated) || !canAsk || (isOutdated && hasDeclined(scope))) throw error;
    if (!(await requestPassword(scope, isOutdated ? 'other tab' : 'action'))) throw new Cancelled();
    return asStaff(request, scope);
  }
}

/** Checks a response; one of another shape is logged as 'API Error:' (API-7) and thrown. */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, data: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const error = new ApiError('The server sent an unexpected response. Please try again.', 200);
  console.error('API Error:', error.message);
  throw error;
}

/** Returns what to tell staff about a failure: the server's sentence, or one about the connection. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return 'We could not reach the server. Check your connection and try again.';
  return error.problem?.detail ?? fallback;
}

/** The server's messages by field of the request. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined;
  if (!Array.isArray(errors)) return {};
  return Object.fromEntries(errors.map((entry) => [entry.field, entry.message]));
}
