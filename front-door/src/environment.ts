import { optionalVariable, problemLines } from '@godhuli/server/env-schema';
import { z } from 'zod';

const environmentSchema = z
  .object({
    HOST: optionalVariable(z.string().max(255, 'must have at most 255 characters')),
    API_URL: optionalVariable(z.url({ protocol: /^https?$/, error: 'must be a URL like http://127.0.0.1:3001' })),
    API_BASE_URL: optionalVariable(
      z.url({ protocol: /^https?$/, error: 'must be an origin like https://api.studio.example' }),
    ),
    FRONT_DOOR_TOKEN: z.string().optional(),
  })
  .refine(({ API_URL, FRONT_DOOR_TOKEN }) => !API_URL || FRONT_DOOR_TOKEN, {
    path: ['FRONT_DOOR_TOKEN'],
    error: 'must be set with API_URL, to the same value as at the API',
  });

/** What the front door reads from the environment beyond the API's own variables (RUN-3). */
export interface FrontDoorEnvironment {
  /** the host or IP to listen at; all of this machine unless set */
  host?: string;
  /** an API in another process; unset: this process starts its own */
  apiUrl?: URL;
  /** the API's origin as the remotes were built for it; unset: the site's own */
  apiOrigin?: string;
  /** one line for each wrong variable; the other values are the defaults then */
  wrong: string[];
}

/** Reads only what the front door needs. Never throws, so that the API's variables can be checked at the same time. */
export function readFrontDoorEnvironment(env: Record<string, string | undefined>): FrontDoorEnvironment {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success) return { wrong: problemLines(parsed.error) };
  const { HOST, API_URL, API_BASE_URL } = parsed.data;
  return {
    host: HOST,
    apiUrl: API_URL ? new URL(API_URL) : undefined,
    apiOrigin: API_BASE_URL && new URL(API_BASE_URL).origin,
    wrong: [],
  };
}
