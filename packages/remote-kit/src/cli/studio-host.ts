import {
  type ChannelUpdate,
  type GateCheck,
  gateCheckSchema,
  type PromotedRemote,
  type PublishResponse,
  promotedRemoteSchema,
  publishResponseSchema,
  type Release,
  type Remote,
  releaseSchema,
  remoteSchema,
} from '@godhuli/contracts/releases';
import { z } from 'zod';
import { CommandFailure } from './terminal.js';

/** What a deploy token allows at a running installation. */
export interface StudioHost {
  publish(packed: Uint8Array, options: { dryRun: boolean }): Promise<PublishResponse>;
  /** Returns the remote's newest releases, newest first, and its channels. */
  remote(): Promise<Remote>;
  /** Returns every release of the remote, newest first. */
  releases(): Promise<Release[]>;
  moveChannel(channel: string, change: ChannelUpdate): Promise<PromotedRemote>;
  removeChannel(channel: string, expected: string): Promise<Remote>;
  url: URL;
}

const problemSchema = z.looseObject({
  detail: z.string().optional(),
  checks: z.array(gateCheckSchema).optional(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/**
 * Parses the URL of an installation.
 * @throws CommandFailure for anything but an http(s) URL
 */
export function hostUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandFailure(`'${text}' is not a URL. Example: --to https://studio.example`, 2);
  }
  return url;
}

/**
 * Calls an installation and reads its JSON.
 * @throws CommandFailure with the message of the installation, or with exit code 3 if it cannot be reached or asks to try again later (503)
 */
export async function callHost(
  url: URL,
  path: string,
  init: RequestInit,
): Promise<{ json: unknown; response: Response }> {
  let response: Response;
  try {
    response = await fetch(new URL(path, url), { redirect: 'error', ...init });
  } catch (cause) {
    const reason = cause instanceof Error ? ((cause.cause as Error | undefined)?.message ?? cause.message) : '';
    throw new CommandFailure(`We could not reach ${url.origin}: ${reason}`, 3);
  }
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok) return { json, response };
  const problem = problemSchema.safeParse(json).data;
  const checks: GateCheck[] = problem?.checks ?? [];
  // With errors of fields, `detail` only points at them.
  const ofFields = problem?.errors?.map(({ message }) => message).join(' ');
  const exitCode = response.status === 503 ? 3 : 1;
  throw new CommandFailure(
    ofFields || (problem?.detail ?? `${url.origin} responded with ${response.status}.`),
    exitCode,
    {
      status: response.status,
      ...(checks.length > 0 ? { checks } : {}),
    },
  );
}

/** Returns the installation at `url`, for one remote. */
export function studioHost(url: URL, remote: string, token: string): StudioHost {
  const authorization = `Bearer ${token}`;
  const base = `/api/remotes/${remote}`;
  const readResponse = async <S extends z.ZodType>(schema: S, path: string, init: RequestInit = {}) => {
    const headers = { authorization, accept: 'application/json', ...(init.headers as Record<string, string>) };
    const { json, response } = await callHost(url, path, { ...init, headers });
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw new CommandFailure(`${url.origin} is not a studio installation.`, 3);
    return { data: parsed.data, response };
  };
  const read = async <S extends z.ZodType>(...request: Parameters<typeof readResponse<S>>): Promise<z.output<S>> =>
    (await readResponse(...request)).data;
  return {
    url,
    publish: (packed, { dryRun }) =>
      read(publishResponseSchema, `${base}/releases${dryRun ? '?dryRun=1' : ''}`, {
        method: 'POST',
        headers: { 'content-type': 'application/gzip' },
        body: packed as Uint8Array<ArrayBuffer>,
      }),
    remote: async () => {
      const own = (await read(z.array(remoteSchema), '/api/remotes')).find(({ name }) => name === remote);
      if (own) return own;
      // The list has only the remote of the token, and only with a release. This request is refused if it is another remote.
      await read(z.array(releaseSchema), `${base}/releases?limit=1`);
      return { name: remote, live: null, revisions: {}, releases: [] };
    },
    releases: async () => {
      const found: Release[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const path: string = `${base}/releases?limit=200${cursor && `&cursor=${cursor}`}`;
        const page = await readResponse(z.array(releaseSchema), path);
        found.push(...page.data);
        cursor = /[?&]cursor=(\d+)[^>]*>; rel="next"/.exec(page.response.headers.get('link') ?? '')?.[1];
      }
      return found;
    },
    moveChannel: (channel, change) =>
      read(promotedRemoteSchema, `${base}/channels/${channel}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      }),
    removeChannel: (channel, expected) =>
      read(remoteSchema, `${base}/channels/${encodeURIComponent(channel)}?expected=${expected}`, { method: 'DELETE' }),
  };
}
