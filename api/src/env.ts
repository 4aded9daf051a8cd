import { z } from 'zod';
import { parseTrustedProxies, type TrustedProxies } from './http/client-address.js';
import { StartupError } from './startup-error.js';

const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const envSchema = z.object({
  PORT: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .default('3000'),
    )
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number, 0 to 65535'),
  DATA_DIR: z.preprocess((value) => (value === '' ? undefined : value), z.string().default('.data')),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .refine(URL.canParse, 'is not a URL'),
  ),
  ADMIN_EMAIL: optional(z.email('must be an e-mail address').max(254)),
  ADMIN_PASSWORD: optional(z.string().min(10, 'must have at least 10 characters').max(200)),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })),
  TRUSTED_PROXIES: optional(
    z.string().transform((text, context) => {
      try {
        return parseTrustedProxies(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a list of addresses or networks like 10.0.0.0/8' });
        return z.NEVER;
      }
    }),
  ),
  METRICS_TOKEN: optional(z.string().regex(/^\S{16,500}$/, 'must have 16 to 500 characters, none of them blank')),
  LOG_LEVEL: optional(z.enum(['silent', 'error', 'warn', 'info', 'debug'])),
});

/** The environment, checked (RUN-3). */
export interface ApiEnvironment {
  /** 3000 unless set */
  port: number;
  /** `.data` unless set */
  dataDir: string;
  databaseUrl?: string;
  adminEmail?: string;
  adminPassword?: string;
  /** the site's own address where a proxy changes the Host header */
  publicUrl?: string;
  /** reverse proxies whose X-Forwarded-For counts; none unless set */
  trustedProxies?: TrustedProxies;
  /** opens `/api/metrics` to its bearer */
  metricsToken?: string;
  logLevel: string;
}

/**
 * Reads the environment once, at boot.
 * @throws StartupError naming every bad variable at once, never its value
 */
export function parseEnv(env: Record<string, string | undefined>): ApiEnvironment {
  const parsed = envSchema.safeParse(env);
  if (!parsed.success) {
    const bad = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${sentence(message)}`);
    throw new StartupError(`Wrong environment: ${bad.join('; ')}.`);
  }
  const {
    PORT,
    DATA_DIR,
    DATABASE_URL,
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    PUBLIC_URL,
    TRUSTED_PROXIES,
    METRICS_TOKEN,
    LOG_LEVEL,
  } = parsed.data;
  return {
    port: PORT,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    adminEmail: ADMIN_EMAIL,
    adminPassword: ADMIN_PASSWORD,
    publicUrl: PUBLIC_URL,
    trustedProxies: TRUSTED_PROXIES,
    metricsToken: METRICS_TOKEN,
    logLevel: LOG_LEVEL ?? 'warn',
  };
}

const sentence = (message: string) => (message.startsWith('Invalid') ? `is not right (${message})` : message);
