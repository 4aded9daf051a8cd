import { z } from 'zod';
import { LONGEST_RELEASE_PATH } from './page.js';
import { idSchema, momentSchema, requiredText } from './text.js';

/** A remote's name: a folder, a path segment and part of a container's global name. */
export const remoteNameSchema = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/, 'Use only lowercase letters, digits and -.');
/** A channel's name: `live`, `previous`, `next`, a branch. */
export const channelNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,60}$/, 'Use only lowercase letters, digits, . _ and -.');
/** The last move of a channel; '0' before the first. */
const revisionSchema = z.string().regex(/^[0-9]{1,18}$/, 'Invalid revision.');
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

/** A script inside a release: the page loads it as one, and the gate examines it as one. */
const releaseScript = releasePath.regex(/\.m?js$/, 'Must be a script whose name ends with .js or .mjs.');

/** `release.json`, written by the build beside its files: what a release is and needs. */
export const releaseManifestSchema = z.strictObject({
  name: remoteNameSchema,
  /** semantic version of the package, without the content hash */
  packageVersion: requiredText(40),
  /** contract number of the host that it was built for */
  contract: z.number().int().positive(),
  /** webpack's global of the container; holds a hash, so two releases can meet in one page */
  container: z.string().regex(/^[A-Za-z_$][\w$]{0,120}$/),
  /** the container's file */
  entry: releaseScript,
  /** what the container exposes; `./remote` must be among it */
  exposes: z.array(z.string().max(100)).max(20),
  /** files that loading `./remote` needs, entry excluded: fetched in parallel with the entry */
  remoteFiles: z.array(releaseScript).max(100),
  /** modules taken from the host, with the ranges that it must satisfy */
  shared: z.record(z.string().max(100), z.string().max(60)),
  /** pages under the mount path: '/', '/dashboard/gallery'; a last segment '*' matches anything below; '/**': the remote shows its own page, with status 404, for any other path */
  routes: z.array(z.string().max(200).startsWith('/')).min(1).max(100),
  /** Node build for server rendering, when there is one */
  server: releasePath.nullable(),
  /** API paths whose JSON the server build and the page begin with */
  serverData: z.array(z.string().max(200).startsWith('/api/')).max(20),
  /** query parameters that the server build reads; it gets no others. None unless given */
  queryParameters: z
    .array(z.string().regex(/^[\w.-]{1,40}$/))
    .max(20)
    .optional(),
  /** every file but release.json itself */
  files: z
    .array(
      z.strictObject({
        path: releasePath,
        size: z.number().int().min(0),
        /** Subresource Integrity, `sha384-…` */
        integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
      }),
    )
    .min(1)
    .max(500),
});
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

/**
 * What a server build may take from Node: modules that compute, none that reaches out. The gate that examines a release
 * and the front door that renders it hold the same list, so that what passes one works in the other.
 */
export const SERVER_BUILD_BUILTINS: readonly string[] = [
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'stream',
  'stream/web',
  'string_decoder',
  'timers',
  'url',
  'util',
  'util/types',
];

/** One release as the front door and the page use it. */
export const composedReleaseSchema = releaseManifestSchema.extend({
  // As they were published: releases from before the rule that these are scripts are served as well.
  entry: releasePath,
  remoteFiles: z.array(releasePath).max(100),
  version: releaseVersionSchema,
  /** where its files lie, ends with '/': `/remotes/public-site/1.0.0-3f9a1c0b77aa/`; see `addressOfFile` (page.ts) */
  baseUrl: z.string(),
});
export type ComposedRelease = z.infer<typeof composedReleaseSchema>;

/** `GET /api/remotes/{name}/assets/{path}`: the newest release that has this file. */
export const assetOriginSchema = z.object({ version: releaseVersionSchema });

/** `GET /api/composition`: which release of which remote is live. `previous` is the last good one before it. */
export const compositionSchema = z.object({
  /** grows with every change of a live pointer */
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
  publishedAt: momentSchema,
  publishedBy: z.string(),
  /** bytes of all files */
  size: z.number().int(),
  checks: z.array(gateCheckSchema),
  /** channels that point at it */
  channels: z.array(channelNameSchema),
  /** after a rollback, by a person or by the host itself: never shown again until a person promotes it */
  withdrawn: z.boolean(),
  /** distinct addresses that reported a failure of it within the last 24 hours */
  reportedFailures: z.number().int().optional(),
});
export type Release = z.infer<typeof releaseSchema>;
/** `GET /api/remotes`. */
export const remoteSchema = z.object({
  name: remoteNameSchema,
  live: releaseVersionSchema.nullable(),
  /** by channel, changes with every move of it; read before `releases`, for `expected` of `channelUpdateSchema` */
  revisions: z.record(channelNameSchema, revisionSchema).default({}),
  releases: z.array(releaseSchema),
});
export type Remote = z.infer<typeof remoteSchema>;

/** `PUT /api/remotes/{name}/channels/{channel}`. */
export const channelUpdateSchema = z.strictObject({
  version: releaseVersionSchema,
  reason: requiredText(300, 'Please enter a reason.'),
  /** the revision that the decision was made on; 409 when the channel was moved since then */
  expected: revisionSchema.optional(),
});
export type ChannelUpdate = z.infer<typeof channelUpdateSchema>;

/** `POST /api/composition/reports`: a page says which stage of loading a release failed. */
export const LOAD_STAGES = ['entry', 'init', 'expose', 'contract', 'render', 'hydrate', 'event', 'server'] as const;
export const loadReportSchema = z.strictObject({
  remote: remoteNameSchema,
  version: releaseVersionSchema,
  stage: z.enum(LOAD_STAGES),
  cause: z.string().max(500),
  page: z.string().max(300),
});
export type LoadReport = z.infer<typeof loadReportSchema>;

/** Answer of `POST /api/remotes/{name}/releases`: 201 new, 200 the same content again or a dry run. */
export const publishAnswerSchema = z.object({
  version: releaseVersionSchema,
  created: z.boolean(),
  dryRun: z.boolean(),
  checks: z.array(gateCheckSchema),
});
export type PublishAnswer = z.infer<typeof publishAnswerSchema>;

/** A row of `GET /api/remotes/{name}/moves`: what a channel pointed at, since when, by whom and why. */
export const channelMoveSchema = z.object({
  _id: idSchema,
  channel: channelNameSchema,
  version: releaseVersionSchema,
  from: releaseVersionSchema.nullable(),
  by: z.string(),
  reason: z.string(),
  /** the installation moved it itself, after failures in the field */
  automatic: z.boolean(),
  at: momentSchema,
});
export type ChannelMove = z.infer<typeof channelMoveSchema>;

/** A row of `GET /api/remotes/{name}/deploy-tokens`; the token itself is shown once, when it is made. */
export const deployTokenSchema = z.object({
  _id: idSchema,
  remote: remoteNameSchema,
  createdBy: z.string(),
  createdAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
  revokedAt: momentSchema.nullable(),
});
export type DeployToken = z.infer<typeof deployTokenSchema>;
/** Answer of `POST /api/remotes/{name}/deploy-tokens`, 201. */
export const createdDeployTokenSchema = deployTokenSchema.extend({ token: z.string() });
export type CreatedDeployToken = z.infer<typeof createdDeployTokenSchema>;

/**
 * The API sends this header with a write that changed what the public reads. The front door that passes the answer on ends
 * what it keeps before the writer sees the answer, and takes the header away; others hear of it by the event stream.
 */
export const PURGE_HEADER = 'surrogate-purge';
