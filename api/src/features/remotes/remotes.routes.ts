import { type PageQuery, pageQuerySchema } from '@godhuli/contracts/pages';
import {
  assetOriginSchema,
  channelNameSchema,
  channelRemovalSchema,
  channelUpdateSchema,
  compositionSchema,
  createdDeployTokenSchema,
  type DeployToken,
  deployTokenSchema,
  gateCheckSchema,
  loadReportSchema,
  promotedRemoteSchema,
  promotionSchema,
  publishResponseSchema,
  releaseSchema,
  releaseVersionSchema,
  remoteNameSchema,
  remoteSchema,
  rollbackSchema,
  storedManifestSchema,
} from '@godhuli/contracts/releases';
import { idSchema } from '@godhuli/contracts/text';
import { CONTENT_TYPES, contentTypeOf } from '@godhuli/server/content-type';
import { networkOf } from '@godhuli/server/network';
import { SANDBOXED_FILE_HEADERS } from '@godhuli/server/security-headers';
import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import { withPool } from '../../db/pools.js';
import { access, isFromFrontDoor } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { NotAllowed, NotSignedIn, UnsupportedType } from '../../http/errors.js';
import { NEXT_PAGE_HEADER, nextPage } from '../../http/next-page.js';
import { fileOf, openapi } from '../../http/openapi.js';
import { problemResponse } from '../../http/problem-response.js';
import type { ReadCache } from '../../http/read-cache.js';
import { validate } from '../../http/validate.js';
import type { Actor } from '../audit/index.js';
import { previewRollback, promoteRelease, removeChannel } from './channels.service.js';
import type { CompositionSource } from './composition.service.js';
import { compositionEvents } from './composition-events.js';
import { createDeployToken, listDeployTokens, redeemDeployToken, revokeDeployToken } from './deploy-tokens.service.js';
import type { LoadReportsService } from './load-reports.service.js';
import { mountNote } from './mount-note.js';
import { listPromotions, listReleases, listRemotes } from './releases.queries.js';
import type { ReleasesService } from './releases.service.js';

interface Dependencies {
  db: Kysely<Database>;
  now: () => Date;
  service: ReleasesService;
  composition: CompositionSource;
  reports: LoadReportsService;
  reads?: Pick<ReadCache, 'key' | 'onPurge'>;
}

const remoteParameter = z.object({ name: remoteNameSchema });
const channelParameter = remoteParameter.extend({ channel: channelNameSchema });
const tokenParameter = remoteParameter.extend({ id: idSchema });
const releaseParameter = remoteParameter.extend({ version: releaseVersionSchema });
const fileParameter = releaseParameter.extend({ path: z.string().min(1).max(200) });
const assetParameter = remoteParameter.extend({ path: z.string().min(1).max(200) });
const publishQuery = z.object({ dryRun: z.enum(['0', '1']).default('0') });

const PACKED_TYPES = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/octet-stream',
]);
const DAY_MS = 24 * 60 * 60 * 1000;

const packedBody = describeRoute({
  requestBody: { required: true, content: Object.fromEntries([...PACKED_TYPES].map((type) => [type, {}])) },
  // A refused release lists its checks, a bad query its fields.
  responses: { 422: problemResponse(422, { checks: z.array(gateCheckSchema).optional() }) },
});

/** Releases, channels, deploy tokens, the composition and what pages report about it (CARD-7). */
export function remotesRoutes({ db, now, service, composition, reports, reads }: Dependencies): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const dayAgo = () => new Date(now().getTime() - DAY_MS);

  /** Returns the deploy token of a request, or null when the signed-in admin acts. */
  async function deployTokenOf({ var: { bearerToken } }: Context<ApiEnv>): Promise<DeployToken | null> {
    if (bearerToken === null) return null;
    const token = await redeemDeployToken(db, bearerToken, now());
    if (!token) throw new NotSignedIn('This deploy token is unknown or was revoked.');
    return token;
  }

  /** Returns who acts: a deploy token of this remote, or the signed-in admin. */
  async function actorForRemote(c: Context<ApiEnv>, remote: string): Promise<Actor> {
    const token = await deployTokenOf(c);
    if (!token) return actorOf(c);
    if (token.remote !== remote) throw new NotAllowed(`This deploy token is for ${token.remote}.`);
    const name = `deploy token ${token._id} of ${token.createdBy}`;
    return { id: null, name, network: networkOf(c.var.ip), deployTokenId: token._id };
  }

  app.get(
    '/api/composition',
    access('anyone'),
    openapi('Releases', 'Returns the live release of every remote', compositionSchema),
    async (c) => c.json(await composition.current(), 200, { 'cache-control': 'no-store' }),
  );
  app.get(
    '/api/composition/events',
    access('front-door'),
    openapi(
      'Releases',
      'Sends front doors the composition now and after every change, as server-sent events',
      fileOf('text/event-stream'),
    ),
    (c) => compositionEvents(c, composition, reads),
  );
  app.post(
    '/api/composition/reports',
    access('anyone'),
    openapi('Releases', 'Reports that a release failed to load', undefined, 204, { problems: [429] }),
    validate('json', loadReportSchema),
    async (c) => {
      // Not with the connections of forms.
      await withPool('background', () => reports.report(c.req.valid('json'), c.var.ip));
      return c.body(null, 204);
    },
  );

  app.get(
    '/api/remotes',
    access('releases.manage or deploy-token'),
    openapi('Releases', 'Returns every remote with its newest releases', z.array(remoteSchema)),
    async (c) => c.json(await listRemotes(db, (await deployTokenOf(c))?.remote ?? null, dayAgo())),
  );
  /** A list of a remote, newest first, a page at a time. */
  function listRoute<Row>(
    path: string,
    summary: string,
    row: z.ZodType<Row>,
    list: (remote: string, query: PageQuery) => Promise<{ rows: Row[]; next: string | null }>,
  ) {
    app.get(
      path,
      access('releases.manage or deploy-token'),
      openapi('Releases', summary, z.array(row), 200, { headers: NEXT_PAGE_HEADER }),
      validate('param', remoteParameter),
      validate('query', pageQuerySchema),
      async (c) => {
        const { name } = c.req.valid('param');
        await actorForRemote(c, name);
        const { rows, next } = await list(name, c.req.valid('query'));
        return c.json(rows, 200, nextPage(c, next));
      },
    );
  }
  listRoute(
    '/api/remotes/:name/releases',
    'Returns a page of the releases of a remote, newest first',
    releaseSchema,
    (remote, query) => listReleases(db, remote, dayAgo(), query),
  );
  listRoute(
    '/api/remotes/:name/moves',
    'Returns a page of the promotions of a remote, newest first',
    promotionSchema,
    (remote, query) => listPromotions(db, remote, query),
  );
  app.post(
    '/api/remotes/:name/releases',
    access('deploy-token'),
    openapi(
      'Releases',
      'Publishes a tar.gz of a build; with ?dryRun=1 it is only checked',
      publishResponseSchema,
      [200, 201],
      { problems: [403, 409, 413, 415] },
    ),
    packedBody,
    validate('param', remoteParameter),
    validate('query', publishQuery),
    async (c) => {
      const { name: remote } = c.req.valid('param');
      const actor = await actorForRemote(c, remote);
      const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
      if (!PACKED_TYPES.has(type))
        throw new UnsupportedType('Please send a tar.gz with the content type application/gzip.');
      const body = (c.req.raw.body ?? []) as unknown as AsyncIterable<Uint8Array>;
      const dryRun = c.req.valid('query').dryRun === '1';
      const published = await service.publishArchive({ remote, actor, body, dryRun });
      return c.json({ ...published, ...mountNote(remote) }, published.created ? 201 : 200);
    },
  );
  app.put(
    '/api/remotes/:name/channels/:channel',
    access('releases.manage or deploy-token'),
    openapi('Releases', 'Points a channel at a release, to promote it or to roll back', promotedRemoteSchema, 200, {
      problems: [409],
    }),
    validate('param', channelParameter),
    validate('json', channelUpdateSchema),
    async (c) => {
      const { name: remote, channel } = c.req.valid('param');
      const actor = await actorForRemote(c, remote);
      const promotion = c.req.valid('json');
      await service.requireFiles(remote, promotion.version);
      await promoteRelease(db, { ...promotion, actor, remote, channel, at: now() });
      await composition.refresh();
      return c.json({ ...(await listRemotes(db, remote, dayAgo()))[0], ...mountNote(remote) });
    },
  );
  app.delete(
    '/api/remotes/:name/channels/:channel',
    access('releases.manage or deploy-token'),
    openapi('Releases', 'Removes a channel that was set by name', remoteSchema, 200, { problems: [409] }),
    validate('param', channelParameter),
    validate('query', channelRemovalSchema),
    async (c) => {
      const { name: remote, channel } = c.req.valid('param');
      const actor = await actorForRemote(c, remote);
      await removeChannel(db, actor, { ...c.req.valid('query'), remote, channel });
      return c.json((await listRemotes(db, remote, dayAgo()))[0]);
    },
  );
  app.get(
    '/api/remotes/:name/releases/:version',
    access('anyone'),
    openapi('Releases', 'Returns the files of a release with their digests', storedManifestSchema),
    validate('param', releaseParameter),
    async (c) => {
      const { name, version } = c.req.valid('param');
      return c.json(await service.readManifest(name, version));
    },
  );
  app.get(
    '/api/remotes/:name/releases/:version/rollback',
    access('releases.manage or deploy-token'),
    openapi('Releases', 'Returns which releases are withdrawn if this one is promoted to live', rollbackSchema),
    validate('param', releaseParameter),
    async (c) => {
      const { name, version } = c.req.valid('param');
      await actorForRemote(c, name);
      return c.json(await previewRollback(db, name, version));
    },
  );
  app.get(
    '/api/remotes/:name/releases/:version/files/:path{.+}',
    access('anyone'),
    openapi(
      'Releases',
      'A file of a release, as it was published; the server build for front doors only',
      fileOf(...CONTENT_TYPES),
    ),
    validate('param', fileParameter),
    async (c) => {
      const { name, version, path } = c.req.valid('param');
      const isFrontDoor = isFromFrontDoor(c);
      const bytes = await service.readReleaseFile(name, version, path, { isFrontDoor });
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': contentTypeOf(path),
        'cache-control': isFrontDoor ? 'no-store' : 'public, max-age=31536000, immutable',
        ...SANDBOXED_FILE_HEADERS,
      });
    },
  );
  app.get(
    '/api/remotes/:name/assets/:path{.+}',
    access('anyone'),
    openapi('Releases', 'Returns the release of a file that is named by its content hash', assetOriginSchema),
    validate('param', assetParameter),
    async (c) => {
      const { name, path } = c.req.valid('param');
      return c.json({ version: await service.newestWith(name, `assets/${path}`) });
    },
  );

  app.post(
    '/api/remotes/:name/deploy-tokens',
    access('releases.manage'),
    openapi('Releases', 'Creates a deploy token for one remote; it is shown only once', createdDeployTokenSchema, 201, {
      problems: [409],
    }),
    validate('param', remoteParameter),
    async (c) => {
      const { name } = c.req.valid('param');
      return c.json({ ...(await createDeployToken(db, actorOf(c), name, now())), ...mountNote(name) }, 201);
    },
  );
  app.get(
    '/api/remotes/:name/deploy-tokens',
    access('releases.manage'),
    openapi('Releases', 'Returns the deploy tokens of a remote, without their secrets', z.array(deployTokenSchema)),
    validate('param', remoteParameter),
    async (c) => c.json(await listDeployTokens(db, c.req.valid('param').name)),
  );
  app.delete(
    '/api/remotes/:name/deploy-tokens/:id',
    access('releases.manage'),
    openapi('Releases', 'Revokes a deploy token'),
    validate('param', tokenParameter),
    async (c) => {
      const { name, id } = c.req.valid('param');
      await revokeDeployToken(db, actorOf(c), name, id, now());
      return c.body(null, 204);
    },
  );
  return app;
}
