import type { Context } from 'hono';
import type { ApiEnv, SignedInUser } from './api-env.js';
import { NotSignedIn } from './errors.js';

/** The staff member behind the request; the access rule has made sure that there is one. */
export function actorOf(c: Context<ApiEnv>): SignedInUser {
  if (!c.var.user) throw new NotSignedIn();
  return c.var.user;
}
