import type { Context } from 'hono';
import type { ApiEnv, SignedInUser } from './api-env.js';
import { deviceWords } from './device-words.js';
import { NotSignedIn } from './errors.js';
import { networkOf } from './network.js';

/** The staff member behind the request and where it came from; the access rule has made sure that there is one. */
export function actorOf(c: Context<ApiEnv>): SignedInUser & { network: string; device: string } {
  if (!c.var.user) throw new NotSignedIn();
  return { ...c.var.user, network: networkOf(c.var.address), device: deviceWords(c.req.header('user-agent')) };
}
