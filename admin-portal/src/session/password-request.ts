import { useSyncExternalStore } from 'react';

interface Request {
  /** whether the password was confirmed */
  answer: Promise<boolean>;
  settle(isConfirmed: boolean): void;
}

const listeners = new Set<() => void>();
let request: Request | null = null;

function change(next: Request | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/**
 * Asks for the password in a dialog, once for all actions that need it at the same time.
 * @returns whether it was confirmed; false when the user chose not to
 */
export function askForPassword(): Promise<boolean> {
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
