import {
  type ComposedRelease,
  type Composition,
  composedReleaseSchema,
  remoteNameSchema,
} from '@godhuli/contracts/releases';
import { z } from 'zod';

/** A release that this version cannot read, as a later version may have published it. */
export interface UnreadableRelease {
  remote: string;
  version: string;
  isLive: boolean;
  error: z.ZodError;
}

const sentSchema = z.object({ generation: z.number().int(), remotes: z.record(z.string(), z.unknown()) });
const channelsSchema = z.object({ live: z.unknown(), previous: z.unknown() });
const versionSchema = z.object({ version: z.string() });

/**
 * Reads a composition, each release by itself (decision 054). A previous release that cannot be read is left out. It replaces a
 * live release that cannot be read; without one, the remote is left out.
 * @throws ZodError if the value is no composition
 */
export function parseComposition(value: unknown): { composition: Composition; unreadable: UnreadableRelease[] } {
  const { generation, remotes: sent } = sentSchema.parse(value);
  const remotes: Composition['remotes'] = {};
  const unreadable: UnreadableRelease[] = [];
  for (const [remote, channels] of Object.entries(sent)) {
    const read = (schema: z.ZodType<ComposedRelease | null>, release: unknown, isLive: boolean) => {
      const { data = null, error } = schema.safeParse(release);
      const version = versionSchema.safeParse(release).data?.version ?? 'of unknown version';
      if (error) unreadable.push({ remote, version, isLive, error });
      return data;
    };
    if (!remoteNameSchema.safeParse(remote).success) continue;
    const { live, previous } = channelsSchema.safeParse(channels).data ?? {};
    const readLive = read(composedReleaseSchema, live, true);
    const readPrevious = read(composedReleaseSchema.nullable(), previous ?? null, false);
    if (readLive) remotes[remote] = { live: readLive, previous: readPrevious };
    else if (readPrevious) remotes[remote] = { live: readPrevious, previous: null };
  }
  return { composition: { generation, remotes }, unreadable };
}

/** Returns what identifies a release in the log. */
export const nameOf = ({ remote, version }: UnreadableRelease): string => `${remote} ${version}`;

/** Returns sentences for `/readyz` and the log. */
export const unreadableText = (release: UnreadableRelease): string => {
  const problem = `${nameOf(release)} cannot be read by this version of the site`;
  if (!release.isLive) return `${problem}, so pages cannot fall back to it if the live release fails.`;
  return `${problem}, so the release before it is shown, or nothing. Promote or publish another one.`;
};
