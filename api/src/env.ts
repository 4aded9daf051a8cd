import { z } from 'zod';
import { findDirectoryProblem } from './db/data-directory.js';
import { DEFAULT_POOL_SIZE, MIN_POOL_SIZE } from './db/lanes.js';
import { parseTrustedProxies, type TrustedProxies } from './http/client-address.js';
import { StartupError } from './startup-error.js';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(emptyIsUnset, schema.optional());

/** A number within bounds; `what` completes 'must be …'. */
const numberBetween = (least: number, most: number, unset: number, what: string) =>
  z.preprocess(
    emptyIsUnset,
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/, `must be ${what}`)
      .transform(Number)
      .refine((value) => value >= least && value <= most, `must be ${what}`)
      .default(unset),
  );

/** A list, separated by commas or spaces. @param parse returns undefined for what does not belong there */
const list = (parse: (part: string) => string | undefined, expected: string) =>
  optional(
    z.string().transform((text, context) => {
      const parts = text.split(/[\s,]+/).filter(Boolean);
      const parsed = parts.flatMap((part) => parse(part) ?? []);
      if (parsed.length === parts.length && parts.length > 0) return parsed;
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    }),
  );

/** `Studio.example:8080` becomes 'studio.example:8080'. */
function parseHost(text: string): string | undefined {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
  return url && url.host === text.toLowerCase().replace(/:80$/, '') ? url.host : undefined;
}

const parseOrigin = (text: string) =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text ? text : undefined;

const POOL_SIZE_RULE = `a whole number from ${MIN_POOL_SIZE} to 1000`;
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

const envSchema = z.object({
  PORT: numberBetween(0, 65_535, 3000, 'a port number from 0 to 65535').refine(
    Number.isInteger,
    'must be a port number from 0 to 65535',
  ),
  DATA_DIR: z.preprocess(emptyIsUnset, z.string().default('.data')),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'must be a URL like postgres://user:password@host:5432/name',
      ),
  ),
  DATABASE_POOL_SIZE: numberBetween(MIN_POOL_SIZE, 1000, DEFAULT_POOL_SIZE, POOL_SIZE_RULE).refine(
    Number.isInteger,
    `must be ${POOL_SIZE_RULE}`,
  ),
  ADMIN_EMAIL: optional(z.email('must be an email address').max(254, 'must have at most 254 characters')),
  ADMIN_PASSWORD: optional(
    z.string().min(10, 'must have at least 10 characters').max(200, 'must have at most 200 characters'),
  ),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be a URL like https://studio.example' })),
  TRUSTED_PROXIES: optional(
    z.string().transform((text, context) => {
      try {
        return parseTrustedProxies(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a list of IP addresses or networks like 10.0.0.0/8' });
        return z.NEVER;
      }
    }),
  ),
  ALLOWED_HOSTS: list(parseHost, 'must be a list of hosts like studio.example, www.studio.example'),
  ALLOWED_ORIGINS: list(parseOrigin, 'must be a list of origins like https://www.studio.example'),
  SECURITY_CONTACT: optional(
    z
      .string()
      .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
      .pipe(z.url({ protocol: /^(https|mailto|tel)$/, error: 'must be an email address or an https URL' })),
  ),
  PUBLISH_API_DOCS: optional(z.enum(['0', '1'], 'must be 1 or 0')),
  BACKGROUND_ENCODING: optional(z.enum(['0', '1'], 'must be 1 or 0')),
  DRAIN_SECONDS: numberBetween(0, 300, 8, 'a number of seconds from 0 to 300'),
  FRONT_DOOR_TOKEN: optional(z.string().regex(/^\S{32,500}$/, 'must have 32 to 500 characters, none of them a space')),
  METRICS_TOKEN: optional(z.string().regex(/^\S{16,500}$/, 'must have 16 to 500 characters, none of them a space')),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
});

/** The environment, checked (RUN-3). */
export interface ApiEnvironment {
  /** 3000 unless set */
  port: number;
  /** `.data` unless set */
  dataDir: string;
  databaseUrl?: string;
  /** connections to `databaseUrl` at most, beside the one that listens; 12 unless set */
  databasePoolSize?: number;
  adminEmail?: string;
  adminPassword?: string;
  /** the site's own address where a proxy changes the Host header */
  publicUrl?: string;
  /** reverse proxies whose X-Forwarded-For counts; none unless set */
  trustedProxies?: TrustedProxies;
  /** hosts that the site answers to beside that of `publicUrl`, in lower case */
  allowedHosts?: string[];
  /** other origins whose pages may call the API with the session */
  allowedOrigins?: string[];
  /** where to report a security problem, for `/.well-known/security.txt` */
  securityContact?: string;
  /** anyone may read the API's documentation; staff alone unless set */
  publishApiDocs?: boolean;
  /** this process makes the better encodings of photos when it has nothing else to do; yes unless set */
  backgroundEncoding?: boolean;
  /** seconds between "not ready" and the end of accepting requests, for a balancer to notice */
  drainSeconds: number;
  /** opens the event stream to front doors in other processes */
  frontDoorToken?: string;
  /** opens `/api/metrics` to its bearer */
  metricsToken?: string;
  logLevel: string;
}

/**
 * Checks the environment's values.
 * @param alsoWrong what else was found wrong, each as a line that begins with the variable's name
 * @throws StartupError with one line for each wrong variable, never its value
 */
export function parseEnv(env: Record<string, string | undefined>, alsoWrong: readonly string[] = []): ApiEnvironment {
  const parsed = envSchema.safeParse(env);
  const wrong = parsed.success ? [] : problemLines(parsed.error);
  if (!parsed.success || alsoWrong.length > 0) throw new StartupError([...wrong, ...alsoWrong].join('\n'));
  const {
    PORT,
    DATA_DIR,
    DATABASE_URL,
    DATABASE_POOL_SIZE,
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    PUBLIC_URL,
    TRUSTED_PROXIES,
    ALLOWED_HOSTS,
    ALLOWED_ORIGINS,
    SECURITY_CONTACT,
    PUBLISH_API_DOCS,
    BACKGROUND_ENCODING,
    DRAIN_SECONDS,
    FRONT_DOOR_TOKEN,
    METRICS_TOKEN,
    LOG_LEVEL,
  } = parsed.data;
  return {
    port: PORT,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    databasePoolSize: DATABASE_POOL_SIZE,
    adminEmail: ADMIN_EMAIL,
    adminPassword: ADMIN_PASSWORD,
    publicUrl: PUBLIC_URL,
    trustedProxies: TRUSTED_PROXIES,
    allowedHosts: ALLOWED_HOSTS,
    allowedOrigins: ALLOWED_ORIGINS,
    securityContact: SECURITY_CONTACT,
    publishApiDocs: PUBLISH_API_DOCS === '1',
    backgroundEncoding: BACKGROUND_ENCODING !== '0',
    drainSeconds: DRAIN_SECONDS,
    frontDoorToken: FRONT_DOOR_TOKEN,
    metricsToken: METRICS_TOKEN,
    logLevel: LOG_LEVEL ?? 'warn',
  };
}

/**
 * Reads the environment once, at the start of a program that serves: its values, and whether DATA_DIR can be written.
 * @param alsoWrong as for `parseEnv`
 * @throws StartupError as `parseEnv` does, with every problem at once
 */
export async function readEnv(
  env: Record<string, string | undefined>,
  alsoWrong: readonly string[] = [],
): Promise<ApiEnvironment> {
  const problem = await findDirectoryProblem(env.DATA_DIR || '.data');
  return parseEnv(env, [...alsoWrong, ...(problem === null ? [] : [`DATA_DIR ${problem}.`])]);
}

/** One line for each variable, with the first thing that is wrong. */
export function problemLines(error: z.ZodError): string[] {
  const lines = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const name = path.join('.');
    if (!lines.has(name)) lines.set(name, `${name} ${message}.`);
  }
  return [...lines.values()];
}
