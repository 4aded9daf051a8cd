import { type SessionUser, sessionUserSchema } from '@godhuli/contracts/auth';
import { useSyncExternalStore } from 'react';
import { leaveScope } from './password-request';

/** Where the browser keeps the signed-in user's name and role (ADM-LOGIN-3). */
export const STORED_USER_KEY = 'admin-user';

interface Session {
  /** the stored user, or null */
  user: SessionUser | null;
  /** the server no longer knew the session that this user had */
  endedFor: SessionUser | null;
  /** the user chose to leave */
  hasLeft?: boolean;
}

const listeners = new Set<() => void>();
let session: Session = { user: readStoredUser(), endedFor: null };

function readStoredUser(): SessionUser | null {
  try {
    return sessionUserSchema.parse(JSON.parse(localStorage.getItem(STORED_USER_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

function change(next: Session): void {
  leaveScope();
  session = next;
  for (const listener of listeners) listener();
}

function writeStoredUser(user: SessionUser | null): void {
  try {
    if (user) localStorage.setItem(STORED_USER_KEY, JSON.stringify({ name: user.name, role: user.role }));
    else localStorage.removeItem(STORED_USER_KEY);
  } catch {
    // Storage may be switched off; the session then lasts as long as this page.
  }
}

/** Keeps who signed in. */
export function storeUser(user: SessionUser): void {
  writeStoredUser(user);
  change({ user, endedFor: null });
}

/** Forgets the user after a logout. */
export function removeUser(): void {
  writeStoredUser(null);
  change({ user: null, endedFor: null, hasLeft: true });
}

/** Whether nobody is signed in because the user has just logged out. */
export const hasLoggedOut = (): boolean => session.hasLeft === true;

/** The server answered 401: forgets the user, and remembers who it was so that open text can be kept (ADM-SHELL-2). */
export function endSession(): void {
  if (!session.user) return;
  writeStoredUser(null);
  change({ user: null, endedFor: session.user });
}

/** Reads the stored user again: for another tab's sign-in or logout, and for a fresh mount. */
export function refreshSession(): void {
  const user = readStoredUser();
  if (JSON.stringify(user) !== JSON.stringify(session.user)) change({ user, endedFor: session.endedFor });
}

function subscribe(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== STORED_USER_KEY && event.key !== null) return;
    // Another user may have the same name and role.
    leaveScope();
    refreshSession();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

/** The session as this browser knows it. */
export function useSession(): Session {
  const current = () => session;
  return useSyncExternalStore(subscribe, current, current);
}
