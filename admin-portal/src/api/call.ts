import { PASSWORD_REQUIRED } from '@godhuli/contracts/account';
import { ApiError } from '@godhuli/contracts/api-error';
import { type ApiCallInit, callApi } from '@godhuli/contracts/call-api';
import type { z } from 'zod';
import { askForPassword, currentScope } from '../session/password-request';
import { endSession } from '../session/session';

/** Thrown by an action that needs the password when the user does not enter it. Nothing was changed and nothing failed. */
export class Cancelled extends Error {}

/**
 * Calls the API as staff and checks the answer's shape. A 401 ends the session; an action that needs the password again
 * asks for it and is repeated; an answer of another shape fails like any other call.
 * @throws Cancelled when the password was not entered
 */
export async function call<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  init?: ApiCallInit,
): Promise<z.infer<Schema>> {
  return parseAnswer(schema, await callAsStaff(path, init));
}

async function callAsStaff(path: string, init?: ApiCallInit, scope = currentScope()): Promise<unknown> {
  try {
    return await callApi(path, init);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) endSession();
    const needsPassword = error.status === 403 && error.problem?.code === PASSWORD_REQUIRED;
    if (!needsPassword) throw error;
    if (!(await askForPassword(scope))) throw new Cancelled();
    return callAsStaff(path, init, scope);
  }
}

/** Checks an answer; one of another shape is logged as 'API Error:' (API-7) and thrown. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, data: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const error = new ApiError('The server sent an unexpected response. Please try again.', 200);
  console.error('API Error:', error.message);
  throw error;
}

/** What to tell staff about a failure: the server's sentence, or one about the connection. */
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
