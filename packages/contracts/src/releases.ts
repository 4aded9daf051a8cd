import { z } from 'zod';
import { translatedLocaleSchema } from './locales.js';
import { LONGEST_RELEASE_PATH } from './page.js';
import { sitemapKindSchema } from './sitemap.js';
import { idSchema, requiredText, timestampSchema } from './text.js';

/** A remote's name: a folder, a path segment and part of a container's global name. */
export const remoteNameSchema = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/, 'Use only lowercase letters, digits and -.');
/** A channel's name: `live`, `previous`, `next`, a branch. */
export const channelNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,60}$/, 'Use only lowercase letters, digits, . _ and -.');
/** The channel of the workspace's own builds: the release that a start or `npm run dev` published last. */
export const WORKSPACE_CHANNEL = 'workspace';
/** Channels that the installation sets itself. */
export const AUTOMATIC_CHANNELS: readonly string[] = ['previous', WORKSPACE_CHANNEL];
/** Channels that nobody removes. */
export const LASTING_CHANNELS: readonly string[] = ['live', ...AUTOMATIC_CHANNELS];
/** The revision of a channel without promotions. */
export const NEVER_PROMOTED = '0';
/** The last promotion of a channel, or `NEVER_PROMOTED`. */
const revisionSchema = z
  .string(
    'Please send the revision of the channel from GET /api/remotes, so that a change in between is not overwritten.',
  )
  .regex(/^[0-9]{1,18}$/, 'Invalid revision.');
/** Package version, a dash, the first 12 digits of the content hash: `1.4.0-3f9a1c0b77aa`. */
export const releaseVersionSchema = z.string().regex(/^[0-9A-Za-z.+-]{1,60}-[0-9a-f]{12}$/, 'Invalid version.');

/** A file inside a release: a relative path with `/`, no dot segments. */
const releasePath = z
  .string()
  .max(LONGEST_RELEASE_PATH)
  .regex(
    /^(?!.*(^|\/)\.\.?(\/|$))[A-Za-z0-9_@.-]+(\/[A-Za-z0-9_@.-]+)*$/,
    'Must be a relative path inside the release.',
  );

/** A script inside a release, which the page loads and the gate checks as a script. */
const releaseScript = releasePath.regex(/\.m?js$/, 'Must be a script whose name ends with .js or .mjs.');

/** A route as releases have it that were published before `routeSchema`. */
const storedRouteSchema = z.string().max(200).startsWith('/');
/** A route that `matchesRoute` and the shell's router understand alike: characters that a URL does not encode, no dot segments. */
const routeSchema = z
  .string()
  .max(200, { abort: true })
  .regex(/^(?!.*\/\.\.?(\/|$))\/(\*\*?|[\w.~!$&'()+,;=@-]+(\/[\w.~!$&'()+,;=@-]+)*(\/\*)?)?$/, {
    error: ({ input }) => `'${input}' is not a route: use '/', '/gallery', '/gallery/*' or '/**'.`,
  });

/** The parameter in the paths of `routeData`. */
export const ROUTE_PARAMETER = '{1}';
/** A segment of a URL that may become part of an API path. Any other segment has no data. */
export const pathSegmentSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,119}$/);

const routeDataSchema = z.strictObject({
  // The gate requires that it is one of `routes`.
  route: storedRouteSchema,
  serverData: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^\/api\/([^{}]|\{1\})*$/, 'Must begin with /api/; {1} is the only parameter.'),
    )
    .max(20),
  /** a kind of `GET /api/sitemap`: its entries are pages of this route, with their slug for '*' */
  sitemap: sitemapKindSchema.optional(),
  /** the language of these pages for the sitemap, English unless given */
  lang: translatedLocaleSchema.optional(),
});

const releaseFileSchema = z.strictObject({
  path: releasePath,
  size: z.number().int().min(0),
  /** Subresource Integrity, `sha384-…` */
  integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
});

/**
 * `release.json`, the manifest of a release, written by the build. Strict, so that a misspelt field is refused; a release that was
 * published before is read with `storedManifestSchema`.
 */
export const releaseManifestSchema = z.strictObject({
  name: remoteNameSchema,
  /** semantic version of the package, without the content hash */
  packageVersion: requiredText(40),
  /** contract number of the host for which it was built */
  contract: z.number().int().positive(),
  /** global name of the webpack container; contains a hash, so that two releases can be in one page */
  container: z.string().regex(/^[A-Za-z_$][\w$]{0,120}$/),
  /** file of the container */
  entry: releaseScript,
  /** modules that the container exposes; `./remote` is required */
  exposes: z.array(z.string().max(100)).max(20),
  /** files that `./remote` needs besides the container entry, fetched in parallel with it */
  remoteFiles: z.array(releaseScript).max(100),
  /**
   * classic script of the page: where the server has rendered it, it runs before the host loads React (`PAGE_SCRIPT_READY` in
   * host.ts); elsewhere it runs together with the remote, before or after the remote renders
   */
  pageScript: releasePath.regex(/\.js$/, 'Must be a classic script whose name ends with .js.').optional(),
  /** modules that the host provides, with the version ranges that it must satisfy */
  shared: z
    .record(z.string().max(100), z.string().max(60))
    .refine((shared) => Object.keys(shared).length <= 50, 'Please name at most 50 modules.'),
  /** pages under the mount path: '/', '/dashboard/gallery'; a last segment '*' matches anything below; '/**': the remote shows its own page, with status 404, for any other path */
  routes: z.array(routeSchema).min(1).max(100),
  /** Node build for server rendering, if there is one */
  server: releasePath.nullable(),
  /** API paths whose JSON the server build and the page receive */
  serverData: z.array(z.string().max(200).startsWith('/api/')).max(20),
  /**
   * the data of single routes, instead of `serverData`; the first matching one applies. `{1}` in a path is the segment of the URL
   * for the route's '*', see `pathSegmentSchema`
   */
  routeData: z.array(routeDataSchema).max(50).optional(),
  /** query parameters that are passed to the server build; none unless given */
  queryParameters: z
    .array(z.string().regex(/^[\w.-]{1,40}$/))
    .max(20)
    .optional(),
  /** every file except release.json */
  files: z.array(releaseFileSchema).min(1).max(500),
});
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

/**
 * The manifest of a published release. A later version may have checked it, so what this version does not know is left out
 * (decision 054).
 */
export const storedManifestSchema = releaseManifestSchema
  .extend({
    routes: z.array(storedRouteSchema).min(1).max(100),
    routeData: z
      .array(
        // In a language of a later version, the route has no place in the sitemap.
        z.union([routeDataSchema.strip(), routeDataSchema.pick({ route: true, serverData: true }).strip()]),
      )
      .max(50)
      .optional(),
    files: z.array(releaseFileSchema.strip()).min(1).max(500),
  })
  .strip();

/** A release for the front door and the page. */
export const composedReleaseSchema = storedManifestSchema.extend({
  // Not required to be scripts: older releases were published without that rule.
  entry: releasePath,
  remoteFiles: z.array(releasePath).max(100),
  version: releaseVersionSchema,
  /** where its files lie, ends with '/': `/remotes/public-site/1.0.0-3f9a1c0b77aa/`; see `releaseFileUrl` (page.ts) */
  baseUrl: z.string(),
});
export type ComposedRelease = z.infer<typeof composedReleaseSchema>;

/** `GET /api/remotes/{name}/assets/{path}`: the newest release with this file. */
export const assetOriginSchema = z.object({ version: releaseVersionSchema });

/** `GET /api/composition`: the live release of every remote. `previous` is the last one before it that is not withdrawn. */
export const compositionSchema = z.object({
  /** incremented by every change of a live release */
  generation: z.number().int(),
  remotes: z.record(
    remoteNameSchema,
    z.object({ live: composedReleaseSchema, previous: composedReleaseSchema.nullable() }),
  ),
});
export type Composition = z.infer<typeof compositionSchema>;

export const gateCheckSchema = z.object({ name: z.string(), ok: z.boolean(), message: z.string() });
export type GateCheck = z.infer<typeof gateCheckSchema>;

/** A row of `GET /api/remotes/{name}/releases`. */
export const releaseSchema = z.object({
  remote: remoteNameSchema,
  version: releaseVersionSchema,
  publishedAt: timestampSchema,
  publishedBy: z.string(),
  /** bytes of all files */
  size: z.number().int(),
  checks: z.array(gateCheckSchema),
  /** channels that have this release */
  channels: z.array(channelNameSchema),
  /** set by a manual or automatic rollback; the release is not used again until a person promotes it to `live` */
  withdrawn: z.boolean(),
  /** whether its files were removed: it can be neither promoted nor previewed until it is published again */
  filesRemoved: z.boolean().optional(),
  /** number of networks that reported a failure within the last 24 hours */
  reportedFailures: z.number().int().optional(),
});
export type Release = z.infer<typeof releaseSchema>;
/** `GET /api/remotes`. */
export const remoteSchema = z.object({
  name: remoteNameSchema,
  live: releaseVersionSchema.nullable(),
  /** by channel that there is, `NEVER_PROMOTED` for others; changes with every promotion. Read before `releases`, for `expected` of `channelUpdateSchema` */
  revisions: z.record(channelNameSchema, revisionSchema).default({}),
  /** newest first: the first page, and every release that a channel points at */
  releases: z.array(releaseSchema),
  /** how many releases the remote has; absent from an API that returns all of them */
  releaseCount: z.number().int().optional(),
});
export type Remote = z.infer<typeof remoteSchema>;

/** `GET /api/remotes/{name}/releases/{version}/rollback`: what is withdrawn if this release is promoted to `live` now. */
export const rollbackSchema = z.object({
  count: z.number().int(),
  /** versions, newest first: the first few */
  newest: z.array(releaseVersionSchema),
});
export type Rollback = z.infer<typeof rollbackSchema>;

/** `PUT /api/remotes/{name}/channels/{channel}`. */
export const channelUpdateSchema = z.strictObject({
  version: releaseVersionSchema,
  reason: requiredText(300, 'Please enter a reason.'),
  /** the revision that the user saw; 409 if the channel has changed since then */
  expected: revisionSchema,
});
export type ChannelUpdate = z.infer<typeof channelUpdateSchema>;
/** The query of `DELETE /api/remotes/{name}/channels/{channel}`. */
export const channelRemovalSchema = channelUpdateSchema.pick({ expected: true });

/** `POST /api/composition/reports`: a page reports which step of loading a release failed. */
export const LOAD_STEPS = ['entry', 'init', 'expose', 'contract', 'render', 'hydrate', 'event', 'server'] as const;
export const loadReportSchema = z.strictObject({
  remote: remoteNameSchema,
  version: releaseVersionSchema,
  stage: z.enum(LOAD_STEPS),
  cause: z.string().max(500),
  page: z.string().max(300),
});
export type LoadReport = z.infer<typeof loadReportSchema>;

/** For the person who publishes: that no mount path shows the remote. */
const noteSchema = z.string().optional();
/** Response of `PUT /api/remotes/{name}/channels/{channel}`. */
export const promotedRemoteSchema = remoteSchema.extend({ note: noteSchema });
export type PromotedRemote = z.infer<typeof promotedRemoteSchema>;

/** Response of `POST /api/remotes/{name}/releases`: 201 for a new release, 200 for the same content again or a dry run. */
export const publishResponseSchema = z.object({
  version: releaseVersionSchema,
  created: z.boolean(),
  dryRun: z.boolean(),
  checks: z.array(gateCheckSchema),
  note: noteSchema,
});
export type PublishResponse = z.infer<typeof publishResponseSchema>;

/** `GET /api/remotes/{name}/moves`: a promotion, the change of a channel's release. */
export const promotionSchema = z.object({
  _id: idSchema,
  channel: channelNameSchema,
  version: releaseVersionSchema,
  from: releaseVersionSchema.nullable(),
  by: z.string(),
  reason: z.string(),
  /** whether it is an automatic rollback after reported failures */
  automatic: z.boolean(),
  at: timestampSchema,
});
export type Promotion = z.infer<typeof promotionSchema>;

/** `GET /api/remotes/{name}/deploy-tokens`. The token itself is only in the response of its creation. */
export const deployTokenSchema = z.object({
  _id: idSchema,
  remote: remoteNameSchema,
  createdBy: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema.nullable(),
  revokedAt: timestampSchema.nullable(),
});
export type DeployToken = z.infer<typeof deployTokenSchema>;
/** Response of `POST /api/remotes/{name}/deploy-tokens`, 201. */
export const createdDeployTokenSchema = deployTokenSchema.extend({ token: z.string(), note: noteSchema });
export type CreatedDeployToken = z.infer<typeof createdDeployTokenSchema>;
