import { z } from 'zod';
import { composedReleaseSchema, releaseVersionSchema, remoteNameSchema } from './releases.js';
import { timestampSchema } from './text.js';

/** The cookie that selects another release in one browser. On https its name begins with `__Host-`. */
export const PREVIEW_COOKIE = 'godhuli_preview';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a text is an http(s) loopback origin without a path. */
function isLoopbackOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && LOOPBACK.has(url.hostname) && url.origin === text;
}

/** A development server on the machine of the previewing browser: `http://127.0.0.1:4000`. */
export const developmentOriginSchema = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    isLoopbackOrigin,
    'Enter the URL of a local development server without a path, for example http://127.0.0.1:4000.',
  )
  // The content security policy has to name it and cannot contain IPv6 addresses (CSP Level 3, host-source).
  .transform((origin) => origin.replace('[::1]', 'localhost'));

/** `POST /api/preview`: a remote, and either the version of a published release or a development server. */
export const previewRequestSchema = z
  .strictObject({
    remote: remoteNameSchema,
    version: releaseVersionSchema.optional(),
    dev: developmentOriginSchema.optional(),
  })
  .refine(({ version, dev }) => (version === undefined) !== (dev === undefined), {
    message: 'Enter either a version or the URL of a development server.',
    path: ['version'],
  });
export type PreviewRequest = z.output<typeof previewRequestSchema>;

/** `GET /api/preview`: what this browser shows instead of the live release. */
export const previewSchema = z.object({
  remote: remoteNameSchema,
  /** null for a development server, whose files are not checked */
  release: composedReleaseSchema.nullable(),
  dev: developmentOriginSchema.nullable(),
  since: timestampSchema,
  until: timestampSchema,
});
export type Preview = z.infer<typeof previewSchema>;

/** Returns the global name of the container that a remote's development server serves as `remoteEntry.js`. */
export const developmentContainer = (remote: string): string => `${remote.replaceAll('-', '_')}_development`;
