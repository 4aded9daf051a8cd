import { networkOf } from '@godhuli/server/network';
import type { Context } from 'hono';
import type { ApiEnv, SignedInUser } from './api-env.js';
import { deviceLabel } from './device-label.js';
import { NotSignedIn } from './errors.js';

/** Returns the signed-in user of a request with network and device. The access rule ensures that there is one. */
export function actorOf(c: Context<ApiEnv>): SignedInUser & { network: string; device: string } {
  if (!c.var.user) throw new NotSignedIn();
  return { ...c.var.user, network: networkOf(c.var.ip), device: deviceLabel(c.req.header('user-agent')) };
}
