import {
  type ChannelUpdate,
  type GateCheck,
  gateCheckSchema,
  type PublishResponse,
  publishResponseSchema,
  type Remote,
  remoteSchema,
} from '@godhuli/contracts/releases';
import { z } from 'zod';
import { CommandFailure } from './terminal.js';

/** A running installation, as the bearer of one deploy token may use it. */
export interface StudioHost {
  publish(packed: Uint8Array, options: { dryRun: boolean }): Promise<PublishResponse>;
  /** its releases, newest first, and what the channels point at */
  remote(): Promise<Remote>;
  moveChannel(channel: string, change: ChannelUpdate): Promise<Remote>;
  url: URL;
}

const problemSchema = z.looseObject({ detail: z.string().optional(), checks: z.array(gateCheckSchema).optional() });

/**
 * The address of an installation.
 * @throws CommandFailure for anything that is no http(s) address
 */
export function hostAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandFailure(`'${text}' is not a URL. Example: --to https://studio.example`, 2);
  }
  return url;
}

/**
 * Calls an installation and reads its JSON.
 * @throws CommandFailure with the installation's own words, or exit code 3 when it is not reached
 */
export async function callHost(
  url: URL,
  path: string,
  init: RequestInit,
): Promise<{ json: unknown; answer: Response }> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, url), { redirect: 'error', ...init });
  } catch (cause) {
    const reason = cause instanceof Error ? ((cause.cause as Error | undefined)?.message ?? cause.message) : '';
    throw new CommandFailure(`We could not reach ${url.origin}: ${reason}`, 3);
  }
  const json: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return { json, answer };
  const problem = problemSchema.safeParse(json).data;
  const checks: GateCheck[] = problem?.checks ?? [];
  throw new CommandFailure(problem?.detail ?? `${url.origin} answered ${answer.status}.`, 1, {
    status: answer.status,
    ...(checks.length > 0 ? { checks } : {}),
  });
}

/** The installation at `url` for one remote. */
export function studioHost(url: URL, remote: string, token: string): StudioHost {
  const authorization = `Bearer ${token}`;
  const base = `/api/remotes/${remote}`;
  const read = async <S extends z.ZodType>(schema: S, path: string, init: RequestInit = {}): Promise<z.output<S>> => {
    const headers = { authorization, accept: 'application/json', ...(init.headers as Record<string, string>) };
    const { json } = await callHost(url, path, { ...init, headers });
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw new CommandFailure(`${url.origin} is not a studio installation.`, 3);
    return parsed.data;
  };
  return {
    url,
    publish: (packed, { dryRun }) =>
      read(publishResponseSchema, `${base}/releases${dryRun ? '?dryRun=1' : ''}`, {
        method: 'POST',
        headers: { 'content-type': 'application/gzip' },
        body: packed as Uint8Array<ArrayBuffer>,
      }),
    remote: async () => {
      const [own] = await read(z.array(remoteSchema), '/api/remotes');
      return own ?? { name: remote, live: null, revisions: {}, releases: [] };
    },
    moveChannel: (channel, change) =>
      read(remoteSchema, `${base}/channels/${channel}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      }),
  };
}
