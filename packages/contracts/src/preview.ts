import { z } from 'zod';
import { composedReleaseSchema, releaseVersionSchema, remoteNameSchema } from './releases.js';
import { momentSchema } from './text.js';

/** The cookie that shows one browser another release; `__Host-` stands before it on https. */
export const PREVIEW_COOKIE = 'godhuli_preview';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a text is the bare http(s) origin of the machine that reads it. */
function isLoopbackOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && LOOPBACK.has(url.hostname) && url.origin === text;
}

/** A development server on the very machine whose browser previews it: `http://127.0.0.1:4000`. */
export const developmentOriginSchema = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    isLoopbackOrigin,
    'Enter the URL of a local development server without a path, for example http://127.0.0.1:4000.',
  )
  // The page's policy has to name it, and knows no IPv6 address (CSP Level 3, host-source).
  .transform((origin) => origin.replace('[::1]', 'localhost'));

/** `POST /api/preview`: which remote, and either the version of a published release or a development server. */
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

/** `GET /api/preview`: what this browser's staff member looks at instead of the live release. */
export const previewSchema = z.object({
  remote: remoteNameSchema,
  /** null: a development server, whose bytes nobody has checked */
  release: composedReleaseSchema.nullable(),
  dev: developmentOriginSchema.nullable(),
  since: momentSchema,
  until: momentSchema,
});
export type Preview = z.infer<typeof previewSchema>;

/** The global name of the container that a remote's development server gives out as `remoteEntry.js`. */
export const developmentContainer = (remote: string): string => `${remote.replaceAll('-', '_')}_development`;
