import { z } from 'zod';

const environmentSchema = z.object({
  HOST: z.preprocess((value) => value || undefined, z.string().max(255).optional()),
  API_URL: z.preprocess(
    (value) => value || undefined,
    z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  ),
  GODHULI_DEV: z.preprocess((value) => value === '1', z.boolean()),
});

/** What the front door reads from the environment beyond the API's own variables (RUN-3). */
export interface FrontDoorEnvironment {
  /** the address to listen at; every one of this machine unless set */
  host?: string;
  /** an API in another process; unset: this process starts its own */
  apiUrl?: URL;
  development: boolean;
}

/** @throws Error with one line that names every wrong variable */
export function parseFrontDoorEnvironment(env: Record<string, string | undefined>): FrontDoorEnvironment {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new Error(`Wrong environment: ${wrong.join('; ')}.`);
  }
  const { HOST, API_URL, GODHULI_DEV } = parsed.data;
  return { host: HOST, apiUrl: API_URL ? new URL(API_URL) : undefined, development: GODHULI_DEV };
}
