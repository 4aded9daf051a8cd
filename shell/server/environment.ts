import { problemLines } from 'api/env';
import { z } from 'zod';

const emptyIsUnset = (value: unknown) => value || undefined;

const environmentSchema = z
  .object({
    HOST: z.preprocess(emptyIsUnset, z.string().max(255, 'must have at most 255 characters').optional()),
    API_URL: z.preprocess(
      emptyIsUnset,
      z.url({ protocol: /^https?$/, error: 'must be a URL like http://127.0.0.1:3001' }).optional(),
    ),
    API_BASE_URL: z.preprocess(
      emptyIsUnset,
      z.url({ protocol: /^https?$/, error: 'must be an origin like https://api.studio.example' }).optional(),
    ),
    FRONT_DOOR_TOKEN: z.string().optional(),
    GODHULI_DEV: z.preprocess((value) => value === '1', z.boolean()),
  })
  .refine(({ API_URL, FRONT_DOOR_TOKEN }) => !API_URL || FRONT_DOOR_TOKEN, {
    path: ['FRONT_DOOR_TOKEN'],
    error: 'must be set with API_URL, to the same value as at the API',
  });

/** What the front door reads from the environment beyond the API's own variables (RUN-3). */
export interface FrontDoorEnvironment {
  /** the address to listen at; every one of this machine unless set */
  host?: string;
  /** an API in another process; unset: this process starts its own */
  apiUrl?: URL;
  /** the API's origin as the remotes were built for it; unset: the site's own */
  apiOrigin?: string;
  development: boolean;
  /** one line for each wrong variable; the other values are the defaults then */
  wrong: string[];
}

/** Reads what the front door alone needs; never throws, so that the API's variables can be checked at the same time. */
export function readFrontDoorEnvironment(env: Record<string, string | undefined>): FrontDoorEnvironment {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success) return { development: false, wrong: problemLines(parsed.error) };
  const { HOST, API_URL, API_BASE_URL, GODHULI_DEV } = parsed.data;
  return {
    host: HOST,
    apiUrl: API_URL ? new URL(API_URL) : undefined,
    apiOrigin: API_BASE_URL && new URL(API_BASE_URL).origin,
    development: GODHULI_DEV,
    wrong: [],
  };
}
