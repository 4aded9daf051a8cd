import { useSyncExternalStore } from 'react';

/** Why the password is needed: for an action, or because another tab has begun a new session. */
export type PasswordReason = 'action' | 'other tab';

interface Request {
  reason: PasswordReason;
  /** whether the password was confirmed */
  result: Promise<boolean>;
  settle(isConfirmed: boolean): void;
}

const listeners = new Set<() => void>();
let request: Request | null = null;
let scope = 0;
/** the scope in which the user did not want to go on after a sign-in in another tab */
let declinedIn: number | null = null;
let isGivenUp = false;

function change(next: Request | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Returns the number of the current session and page. An action asks for the password only while it is the same. */
export const currentScope = (): number => scope;

/** Cancels the request after the session or the page has changed: a password would then confirm another user's action. */
export function leaveScope(): void {
  settlePasswordRequest(false);
  scope += 1;
}

/**
 * Asks for the password in a dialog, once for all actions that wait for it.
 * @param startedIn the scope in which the action began
 * @returns whether it was confirmed; false when the user cancelled, or left the scope
 */
export function requestPassword(startedIn: number, reason: PasswordReason): Promise<boolean> {
  if (startedIn !== scope) return Promise.resolve(false);
  if (request) return request.result;
  let settle: (isConfirmed: boolean) => void = () => undefined;
  const result = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  change({ reason, result, settle });
  return result;
}

/** Closes the dialog and continues or cancels the actions that wait. */
export function settlePasswordRequest(isConfirmed: boolean): void {
  const settled = request;
  if (!isConfirmed && settled?.reason === 'other tab') declinedIn = scope;
  change(null);
  settled?.settle(isConfirmed);
}

/** Ends the questions: this document has no key of the session and gets none by a password (decision 053). */
export function giveUpDocument(): void {
  isGivenUp = true;
}

/** A sign-in has given this document a key again. */
export function takeUpDocument(): void {
  isGivenUp = false;
}

/** Whether the user has declined to go on after a sign-in in another tab: lists that load again must not ask each time. */
export const hasDeclined = (startedIn: number): boolean => isGivenUp || startedIn === declinedIn;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why something waits for the password, or null. */
export function usePasswordReason(): PasswordReason | null {
  const current = () => request?.reason ?? null;
  return useSyncExternalStore(subscribe, current, current);
}
