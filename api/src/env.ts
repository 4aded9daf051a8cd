import { parseTrustedProxies } from '@godhuli/server/client-ip';
import { listVariable, numberVariable, optionalVariable, problemLines } from '@godhuli/server/env-schema';
import { StartupError } from '@godhuli/server/startup-error';
import { z } from 'zod';
import { findDirectoryProblem } from './db/data-directory.js';
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from './db/pools.js';
import type { MessageSettings } from './message-settings.js';

/** `Studio.example:8080` becomes 'studio.example:8080'. */
function parseHost(text: string): string | undefined {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
  return url && url.host === text.toLowerCase().replace(/:80$/, '') ? url.host : undefined;
}

const parseOrigin = (text: string) =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text ? text : undefined;

const POOL_SIZE_RULE = `a whole number from ${MIN_CONNECTIONS} to 1000`;
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** 'Studio <studio@example.com>' or a plain address. */
function parseSender(text: string): { name: string; address: string } | undefined {
  const [, name = '', bracketed] = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]+)>)\s*$/.exec(text) ?? [];
  const address = (bracketed ?? text).trim();
  return z.email().safeParse(address).success ? { name: name.trim(), address } : undefined;
}

const isUrlOf = (protocol: RegExp) => (text: string) =>
  URL.canParse(text) && protocol.test(new URL(text).protocol) && new URL(text).hostname !== '';

const envSchema = z.object({
  PORT: numberVariable(0, 65_535, 3000, 'a port number from 0 to 65535').refine(
    Number.isInteger,
    'must be a port number from 0 to 65535',
  ),
  DATA_DIR: optionalVariable(z.string()),
  DATABASE_URL: optionalVariable(
    z
      .string()
      .refine(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'must be a URL like postgres://user:password@host:5432/name',
      ),
  ),
  DATABASE_POOL_SIZE: numberVariable(MIN_CONNECTIONS, 1000, DEFAULT_CONNECTIONS, POOL_SIZE_RULE).refine(
    Number.isInteger,
    `must be ${POOL_SIZE_RULE}`,
  ),
  ADMIN_EMAIL: optionalVariable(z.email('must be an email address').max(254, 'must have at most 254 characters')),
  ADMIN_PASSWORD: optionalVariable(
    z.string().min(10, 'must have at least 10 characters').max(200, 'must have at most 200 characters'),
  ),
  PUBLIC_URL: optionalVariable(z.url({ protocol: /^https?$/, error: 'must be a URL like https://studio.example' })),
  TRUSTED_PROXIES: optionalVariable(
    z.string().transform((text, context) => {
      try {
        return parseTrustedProxies(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a list of IP addresses or networks like 10.0.0.0/8' });
        return z.NEVER;
      }
    }),
  ),
  ALLOWED_HOSTS: listVariable(parseHost, 'must be a list of hosts like studio.example, www.studio.example'),
  ALLOWED_ORIGINS: listVariable(parseOrigin, 'must be a list of origins like https://www.studio.example'),
  SECURITY_CONTACT: optionalVariable(
    z
      .string()
      .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
      .pipe(z.url({ protocol: /^(https|mailto|tel)$/, error: 'must be an email address or an https URL' })),
  ),
  PUBLISH_API_DOCS: optionalVariable(z.enum(['0', '1'], 'must be 1 or 0')),
  BACKGROUND_ENCODING: optionalVariable(z.enum(['0', '1'], 'must be 1 or 0')),
  DRAIN_SECONDS: numberVariable(0, 300, 8, 'a number of seconds from 0 to 300'),
  FRONT_DOOR_TOKEN: optionalVariable(
    z.string().regex(/^\S{32,500}$/, 'must have 32 to 500 characters, none of them a space'),
  ),
  METRICS_TOKEN: optionalVariable(
    z.string().regex(/^\S{16,500}$/, 'must have 16 to 500 characters, none of them a space'),
  ),
  SMTP_URL: optionalVariable(
    z.string().refine(isUrlOf(/^smtps?:$/), 'must be a URL like smtp://user:password@mail.example:587'),
  ),
  MAIL_FROM: optionalVariable(
    z.string().transform((text, context) => {
      const sender = parseSender(text);
      if (sender) return sender;
      context.addIssue({ code: 'custom', message: 'must be a sender like Studio <studio@example.com>' });
      return z.NEVER;
    }),
  ),
  WEBHOOK_URL: optionalVariable(z.string().refine(isUrlOf(/^https?:$/), 'must be a URL like https://example.com/hook')),
  WEBHOOK_SECRET: optionalVariable(z.string().min(16, 'must have at least 16 characters').max(500)),
  WEBHOOK_ALLOW_PRIVATE: optionalVariable(z.enum(['0', '1'], 'must be 1 or 0')),
  LOG_LEVEL: optionalVariable(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
});

/** The environment, checked (RUN-3). */
export type ApiEnvironment = ReturnType<typeof parseEnv>;

/**
 * Checks the environment's values.
 * @param alsoWrong further problems, each as a line that begins with the name of the variable
 * @throws StartupError with one line for each invalid variable, never its value
 */
export function parseEnv(env: Record<string, string | undefined>, alsoWrong: readonly string[] = []) {
  const { data, error } = envSchema.safeParse(env);
  const wrong = error ? problemLines(error) : missingWith(data);
  if (!data || wrong.length + alsoWrong.length > 0) throw new StartupError([...wrong, ...alsoWrong].join('\n'));
  return {
    port: data.PORT,
    dataDir: data.DATA_DIR ?? '.data',
    databaseUrl: data.DATABASE_URL,
    /** most connections to `databaseUrl`, in addition to the one for notifications */
    databasePoolSize: data.DATABASE_POOL_SIZE,
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    /** the URL of the site, if a proxy changes the Host header */
    publicUrl: data.PUBLIC_URL,
    /** reverse proxies whose X-Forwarded-For is trusted; none unless set */
    trustedProxies: data.TRUSTED_PROXIES,
    /** further hosts of the site besides that of `publicUrl`, in lower case */
    allowedHosts: data.ALLOWED_HOSTS,
    /** other origins that may call the API with the session cookie */
    allowedOrigins: data.ALLOWED_ORIGINS,
    /** where to report a security problem, for `/.well-known/security.txt` */
    securityContact: data.SECURITY_CONTACT,
    /** whether the API documentation is public; only for staff unless set */
    publishApiDocs: data.PUBLISH_API_DOCS === '1',
    /** whether this process creates high-quality encodings in the background; yes unless set */
    backgroundEncoding: data.BACKGROUND_ENCODING !== '0',
    /** seconds between "not ready" and the end of accepting requests, for a balancer to notice */
    drainSeconds: data.DRAIN_SECONDS,
    /** token of front doors in other processes for the event stream; the stream is closed unless set */
    frontDoorToken: data.FRONT_DOOR_TOKEN,
    /** token of `/api/metrics`; without it nothing is counted and the endpoint does not exist */
    metricsToken: data.METRICS_TOKEN,
    /** how messages are sent: by email, to a webhook, both or not at all */
    messages: messageSettings(data),
    logLevel: data.LOG_LEVEL ?? 'warn',
  };
}

/** Returns a line for each variable that another one needs. */
function missingWith(data: z.output<typeof envSchema>): string[] {
  const needs = (name: 'SMTP_URL' | 'WEBHOOK_URL' | 'WEBHOOK_SECRET', other: keyof typeof data) =>
    data[name] !== undefined && data[other] === undefined ? [`${other} must be set when ${name} is set.`] : [];
  return [
    ...needs('SMTP_URL', 'MAIL_FROM'),
    ...needs('SMTP_URL', 'PUBLIC_URL'),
    ...needs('WEBHOOK_URL', 'WEBHOOK_SECRET'),
    ...needs('WEBHOOK_SECRET', 'WEBHOOK_URL'),
  ];
}

function messageSettings(data: z.output<typeof envSchema>): MessageSettings {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = data;
  return {
    email: smtpUrl !== undefined && from !== undefined ? { smtpUrl, from } : null,
    webhook:
      url !== undefined && secret !== undefined
        ? { url, secret, allowPrivate: data.WEBHOOK_ALLOW_PRIVATE === '1' }
        : null,
    origin: data.PUBLIC_URL === undefined ? `http://localhost:${data.PORT}` : new URL(data.PUBLIC_URL).origin,
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
