import type { Context } from 'hono';
import type { ApiEnv, SignedInUser } from './api-env.js';
import { NotSignedIn } from './errors.js';
import { networkOf } from './network.js';

/** The staff member behind the request and where it came from; the access rule has made sure that there is one. */
export function actorOf(c: Context<ApiEnv>): SignedInUser & { network: string } {
  if (!c.var.user) throw new NotSignedIn();
  return { ...c.var.user, network: networkOf(c.var.address) };
}
