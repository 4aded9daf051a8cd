import type { Role } from '@godhuli/contracts/roles';
import type { CacheTag } from './read-cache.js';
import type { ReadOnlyFields } from './read-only.js';

/** The signed-in user of a request. */
export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
  /** whether the user must add a second factor before anything else */
  mustAddSecondFactor: boolean;
}

/** The variables of a request, `c.var`. */
export interface ApiVariables {
  requestId: string;
  /** the client's IP, or 'unknown' */
  ip: string;
  /** the signed-in user; looked up only if the access rule needs it */
  user: SignedInUser | null;
  /** whether the request writes public data, successful or not */
  changesPublicData: boolean;
  /** the tables that a write has changed; null: those that its path names */
  changedTags: readonly CacheTag[] | null;
  /** fields of an update that cannot be changed (`validateUpdate`) */
  readOnlyFields: ReadOnlyFields;
  /** the bearer token of a `deploy-token` route, which the route validates */
  bearerToken: string | null;
  /** whether the request has a session cookie, valid or not */
  hasSessionCookie: boolean;
  /** whether the request has a session cookie, but not the key of that session which it needs (decision 051) */
  isOutdated: boolean;
  /** looks up the session in the database; null without the key, unless the route does not need it */
  authenticate: (options?: { withoutKey?: boolean }) => Promise<SignedInUser | null>;
  /** whether a bearer token is the one of this installation's front doors */
  isFrontDoor: (token: string) => boolean;
  /** whether an `Origin` header is one of the allowed other origins */
  isAllowedOrigin: (origin: string) => boolean;
  /** whether a page of this site sent the request */
  isOwnRequest: () => boolean;
}

/** Bindings of `app.fetch(request, bindings)`; @hono/node-server sets `incoming`. */
export interface ApiBindings {
  /** the client's IP, if the caller knows it better than the socket */
  clientIp?: string;
  incoming?: { socket?: { remoteAddress?: string } };
}

export interface ApiEnv {
  Variables: ApiVariables;
  Bindings: ApiBindings;
}
