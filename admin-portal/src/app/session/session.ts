import { type SessionUser, sessionUserSchema } from '@godhuli/contracts/auth';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../ui/browser-storage';
import { dropEarlyRequests } from '../early-requests';
import { leaveScope } from './password-request';
import { STORED_USER_KEY } from './stored-user-key';

export interface Session {
  /** the stored user, or null */
  user: SessionUser | null;
  /** the user whose session has expired on the server */
  endedFor: SessionUser | null;
  /** the user has logged out */
  hasLoggedOut?: boolean;
  /** the user must add a second factor before anything else */
  mustAddSecondFactor?: boolean;
}

const listeners = new Set<() => void>();
let session: Session = { user: readStoredUser(), endedFor: null };

function readStoredUser(): SessionUser | null {
  try {
    return sessionUserSchema.parse(JSON.parse(readStored('localStorage', STORED_USER_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

function change(next: Session): void {
  leaveScope();
  dropEarlyRequests();
  session = next;
  for (const listener of listeners) listener();
}

/** Stores the user for the next document of the portal. */
export function storeUserForNextDocument(user: SessionUser): void {
  writeStored('localStorage', STORED_USER_KEY, JSON.stringify({ name: user.name, role: user.role }));
}

/** Stores the signed-in user. */
export function storeUser(user: SessionUser): void {
  storeUserForNextDocument(user);
  change({ user, endedFor: null });
}

/** Removes the stored user after a logout. */
export function removeUser(): void {
  writeStored('localStorage', STORED_USER_KEY, null);
  change({ user: null, endedFor: null, hasLoggedOut: true });
}

/** Returns whether nobody is signed in because the user has just logged out. */
export const hasLoggedOut = (): boolean => session.hasLoggedOut === true;

/** Ends the session after a 401: removes the stored user, and keeps the name so that typed text can stay (ADM-SHELL-2). */
export function endSession(): void {
  if (!session.user) return;
  writeStored('localStorage', STORED_USER_KEY, null);
  change({ user: null, endedFor: session.user });
}

/** Shows the page that adds a second factor in place of every other one, until the user has added one. */
export function requireSecondFactor(): void {
  if (session.user && !session.mustAddSecondFactor) change({ ...session, mustAddSecondFactor: true });
}

/** Reads the stored user again, after a login or logout in another tab, and when the portal is mounted. */
export function refreshSession(): void {
  const user = readStoredUser();
  if (JSON.stringify(user) === JSON.stringify(session.user)) return;
  // A logout in another tab ends the session of this one, which may hold typed text.
  change({ user, endedFor: user ? null : session.user });
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== STORED_USER_KEY && event.key !== null) return;
    // Another user may have signed in with the same name and role.
    leaveScope();
    refreshSession();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Calls a function after every sign-in, every logout and the end of a session. */
export function onSessionChange(listener: (session: Session) => void): void {
  listeners.add(() => listener(session));
}

/** The session as this browser knows it. */
export function useSession(): Session {
  const current = () => session;
  return useSyncExternalStore(subscribe, current, current);
}
