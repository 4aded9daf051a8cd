import type { Role } from '@godhuli/contracts/roles';
import type { ReadOnlyFields } from './read-only.js';

/** The staff member behind a request. */
export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
}

/** What every handler finds on its context as `c.var`. */
export interface ApiVariables {
  requestId: string;
  /** the client's network address, or 'unknown' */
  address: string;
  /** who is signed in; only looked up where the access rule asks for it */
  user: SignedInUser | null;
  /** whether this is a write of what the public reads; says nothing about its success */
  changesPublicData: boolean;
  /** what a change holds beside the fields that can be changed (`validateUpdate`) */
  readOnlyFields: ReadOnlyFields;
  /** the bearer token of a `deploy-token` route; the route itself decides what it is worth */
  bearerToken: string | null;
  /** whether the request carries a session cookie, good or not */
  bringsSession: boolean;
  /** looks the session up in the database */
  authenticate: () => Promise<SignedInUser | null>;
  /** whether a bearer token is that of this installation's front doors */
  isFrontDoor: (token: string) => boolean;
  /** whether an `Origin` header is one that the installation allows beside its own */
  isAllowedOrigin: (origin: string) => boolean;
  /** whether an `Origin` header is this site's own */
  isOwnOrigin: (origin: string) => boolean;
}

/** What the caller of `app.fetch(request, bindings)` may say; @hono/node-server gives `incoming` by itself. */
export interface ApiBindings {
  /** the client's address when the caller knows better than the socket */
  clientAddress?: string;
  incoming?: { socket?: { remoteAddress?: string } };
}

export interface ApiEnv {
  Variables: ApiVariables;
  Bindings: ApiBindings;
}
