import {
  type ChannelUpdate,
  type CreatedDeployToken,
  createdDeployTokenSchema,
  deployTokenSchema,
  promotionSchema,
  type Release,
  releaseSchema,
  remoteSchema,
  rollbackSchema,
} from '@godhuli/contracts/releases';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callPage } from '../../app/call';

/** The first part of the key of everything that a promotion changes. */
export const RELEASES = 'releases';

/** Every remote with its newest releases. */
export const remotesQuery = queryOptions({
  queryKey: [RELEASES, 'remotes'],
  queryFn: ({ signal }) => call(z.array(remoteSchema), '/api/remotes', { signal }),
});

const pagedQuery = <Schema extends z.ZodType>(path: string, schema: Schema) =>
  infiniteQueryOptions({
    queryKey: [RELEASES, path],
    queryFn: ({ pageParam, signal }) => callPage(schema, pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
  });

/** Begins a preview in this browser. */
export async function startPreview({ remote, version }: Pick<Release, 'remote' | 'version'>): Promise<void> {
  await call(z.unknown(), '/api/preview', { method: 'POST', json: { remote, version } });
}

/** The releases of a remote, newest first, a page at a time. */
export const releasesQuery = (remote: string) => pagedQuery(`/api/remotes/${remote}/releases`, releaseSchema);

/** The promotions of a remote, newest first, a page at a time. */
export const promotionsQuery = (remote: string) => pagedQuery(`/api/remotes/${remote}/moves`, promotionSchema);

/** What is withdrawn if a release is promoted to `live` now. */
export const rollbackQuery = (remote: string, version: string) =>
  queryOptions({
    queryKey: [RELEASES, 'rollback', remote, version],
    queryFn: ({ signal }) => call(rollbackSchema, `/api/remotes/${remote}/releases/${version}/rollback`, { signal }),
  });

/** Makes a release live. The reason goes into the history. */
export async function promoteRelease(remote: string, change: ChannelUpdate): Promise<void> {
  await call(z.unknown(), `/api/remotes/${remote}/channels/live`, { method: 'PUT', json: change });
}

/** Removes a channel that was set by name. @param expected the revision that the user saw */
export async function removeChannel(remote: string, channel: string, expected: string): Promise<void> {
  const query = new URLSearchParams({ expected });
  await call(z.unknown(), `/api/remotes/${remote}/channels/${encodeURIComponent(channel)}?${query}`, {
    method: 'DELETE',
  });
}

export const deployTokensQuery = (remote: string) =>
  queryOptions({
    queryKey: ['deploy-tokens', remote],
    queryFn: ({ signal }) => call(z.array(deployTokenSchema), `/api/remotes/${remote}/deploy-tokens`, { signal }),
  });

/** Creates a token for one remote. Its text is in this response and never again. */
export function createDeployToken(remote: string): Promise<CreatedDeployToken> {
  return call(createdDeployTokenSchema, `/api/remotes/${remote}/deploy-tokens`, { method: 'POST', json: {} });
}

export async function revokeDeployToken(remote: string, id: string): Promise<void> {
  await call(z.unknown(), `/api/remotes/${remote}/deploy-tokens/${id}`, { method: 'DELETE' });
}
