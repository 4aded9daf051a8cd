import { useSyncExternalStore } from 'react';

interface Request {
  /** whether the password was confirmed */
  answer: Promise<boolean>;
  settle(isConfirmed: boolean): void;
}

const listeners = new Set<() => void>();
let request: Request | null = null;
let scope = 0;

function change(next: Request | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Returns the number of the session and page that are open now. An action asks for the password only within them. */
export const currentScope = (): number => scope;

/** Drops the question after the session or the page has changed: its answer would run an action of somebody else. */
export function leaveScope(): void {
  scope += 1;
  answerPasswordRequest(false);
}

/**
 * Asks for the password in a dialog, once for all actions that need it at the same time.
 * @param startedIn the scope in which the action began
 * @returns whether it was confirmed; false when the user chose not to, or has left the scope
 */
export function askForPassword(startedIn: number): Promise<boolean> {
  if (startedIn !== scope) return Promise.resolve(false);
  if (request) return request.answer;
  let settle: (isConfirmed: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  change({ answer, settle });
  return answer;
}

/** Ends the question. */
export function answerPasswordRequest(isConfirmed: boolean): void {
  const asked = request;
  change(null);
  asked?.settle(isConfirmed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether some action waits for the password. */
export function useIsPasswordAsked(): boolean {
  const current = () => request !== null;
  return useSyncExternalStore(subscribe, current, current);
}
