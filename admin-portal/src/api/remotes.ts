import {
  type ChannelMove,
  type ChannelUpdate,
  type CreatedDeployToken,
  channelMoveSchema,
  createdDeployTokenSchema,
  type DeployToken,
  deployTokenSchema,
  type Remote,
  remoteSchema,
} from '@godhuli/contracts/releases';
import { z } from 'zod';
import { call } from './call';

/** Every remote with its releases. */
export function loadRemotes(signal?: AbortSignal): Promise<Remote[]> {
  return call(z.array(remoteSchema), '/api/remotes', { signal });
}

/** What the channels of a remote pointed at, and who moved them. */
export function loadMoves(remote: string, signal?: AbortSignal): Promise<ChannelMove[]> {
  return call(z.array(channelMoveSchema), `/api/remotes/${remote}/moves`, { signal });
}

/** Makes a release live. The reason goes into the history. */
export async function makeLive(remote: string, change: ChannelUpdate): Promise<void> {
  await call(z.unknown(), `/api/remotes/${remote}/channels/live`, { method: 'PUT', json: change });
}

export function loadDeployTokens(remote: string, signal?: AbortSignal): Promise<DeployToken[]> {
  return call(z.array(deployTokenSchema), `/api/remotes/${remote}/deploy-tokens`, { signal });
}

/** Makes a token for one remote. Its text is in this answer and never again. */
export function createDeployToken(remote: string): Promise<CreatedDeployToken> {
  return call(createdDeployTokenSchema, `/api/remotes/${remote}/deploy-tokens`, { method: 'POST', json: {} });
}

export async function revokeDeployToken(remote: string, id: string): Promise<void> {
  await call(z.unknown(), `/api/remotes/${remote}/deploy-tokens/${id}`, { method: 'DELETE' });
}
