import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CreatedDeployToken, NEVER_PROMOTED, type Remote } from '@godhuli/contracts/releases';
import { type FakeReleaseOptions, fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { createLogger } from '@godhuli/server/logger';
import { createApp } from '../create-app.js';
import { createMediaStore } from '../features/media/media-store.js';
import { canonicalManifest, releaseVersion } from '../features/remotes/content-hash.js';
import { createRemotes, type RemotesOptions } from '../features/remotes/create-remotes.js';
import { createReadCache } from '../http/read-cache.js';
import { createStores } from '../stores.js';
import { FRONT_DOOR_TOKEN } from './test-app.js';
import { type Engine, PASSWORD, testDatabase, USERS } from './test-database.js';

const ADMIN = { email: USERS.admin.email, password: PASSWORD };
const SITE = 'http://studio.test';

type Options = Partial<Pick<RemotesOptions, 'gate' | 'budget' | 'probe' | 'readPublic'>>;

/** The whole API on a database and data directory of its own, with an adjustable clock, for tests of releases. */
export async function remotesApp(options: Options = {}, engine: Engine = 'pglite') {
  const dataDir = await mkdtemp(join(tmpdir(), 'remotes-'));
  const database = await testDatabase(engine);
  const { db, listen } = database;
  const logger = createLogger('silent');
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const openRemotes = () =>
    createRemotes({
      readPublic: async () => undefined,
      ...options,
      ...{ db, listen, logger, dataDir, now: () => clock.now },
    });
  const remotes = await openRemotes();
  const media = createMediaStore({ dataDir });
  const app = createApp({
    ...{ db, logger, dataDir, media, stores: createStores(dataDir), engine: database.engine },
    readCache: createReadCache(),
    remotes: remotes.routes,
    frontDoorToken: FRONT_DOOR_TOKEN,
  });

  const request = (path: string, init: RequestInit & { address?: string; json?: unknown } = {}) => {
    const { address = '192.0.2.1', json, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (json !== undefined) headers.set('content-type', 'application/json');
    const body = json === undefined ? rest.body : JSON.stringify(json);
    return app.request(SITE + path, { ...rest, headers, body }, { clientIp: address });
  };
  const signIn = async () => {
    const response = await request('/api/admin/auth/login', { method: 'POST', json: ADMIN, headers: { origin: SITE } });
    return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', origin: SITE };
  };
  const admin = await signIn();
  const createToken = async (remote: string) => {
    const response = await request(`/api/remotes/${remote}/deploy-tokens`, { method: 'POST', headers: admin });
    return (await response.json()) as CreatedDeployToken;
  };
  const tokens = new Map<string, string>();
  const tokenOf = async (remote: string) => {
    const token = tokens.get(remote) ?? (await createToken(remote)).token;
    tokens.set(remote, token);
    return { authorization: `Bearer ${token}` };
  };
  const upload = async (remote: string, body: NonNullable<RequestInit['body']>, query = '', token?: string) => {
    const authorization = token === undefined ? await tokenOf(remote) : { authorization: `Bearer ${token}` };
    const headers = { ...authorization, 'content-type': 'application/gzip' };
    const streaming = body instanceof ReadableStream ? ({ duplex: 'half' } as const) : {};
    return request(`/api/remotes/${remote}/releases${query}`, { method: 'POST', headers, body, ...streaming });
  };
  /** Returns the revision of a channel, which a promotion sends as `expected`. */
  const revision = async (remote: string, channel = 'live') => {
    const remotes = (await (await request('/api/remotes', { headers: admin })).json()) as Remote[];
    return remotes.find(({ name }) => name === remote)?.revisions[channel] ?? NEVER_PROMOTED;
  };
  /** Reads the revision and promotes; 409 if the channel changes in between. */
  const promote = async (remote: string, version: string, channel = 'live') =>
    request(`/api/remotes/${remote}/channels/${channel}`, {
      method: 'PUT',
      headers: await tokenOf(remote),
      json: { version, reason: 'a test says so', expected: await revision(remote, channel) },
    });
  return {
    ...{ app, db, remotes, clock, dataDir, admin, request, createToken, tokenOf, upload, revision, promote },
    /** The releases of another process on the same database and data directory; the caller closes them. */
    openRemotes,
    /** Publishes a small valid release and returns its version. */
    async publish(release: FakeReleaseOptions = {}): Promise<string> {
      const packed = await packRelease(fakeRelease(release));
      const response = await upload(release.name ?? 'sample', new Uint8Array(packed));
      const body = (await response.json()) as { version?: string };
      if (!body.version) throw new Error(JSON.stringify(body));
      return body.version;
    },
    /** Inserts a release that no gate has checked, for tests of what follows publishing. */
    async insertRelease(release: FakeReleaseOptions): Promise<string> {
      const { manifest, files } = fakeRelease(release);
      const version = releaseVersion(manifest);
      const row = {
        remote: manifest.name,
        version,
        size: 1,
        published_by: 'test',
        published_at: clock.now,
        checks: '[]',
      };
      const values = { ...row, manifest: JSON.stringify(canonicalManifest(manifest)) };
      await db.insertInto('releases').values(values).execute();
      for (const [path, text] of Object.entries({ ...files, 'release.json': JSON.stringify(manifest) })) {
        const file = join(dataDir, 'releases', manifest.name, version, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
      return version;
    },
    async composition() {
      return (await (await request('/api/composition')).json()) as {
        generation: number;
        remotes: Record<string, { live: { version: string }; previous: { version: string } | null }>;
      };
    },
    report: (version: string, address: string, stage = 'render', remote = 'sample', page = '/') =>
      request('/api/composition/reports', {
        method: 'POST',
        address,
        json: { remote, version, stage, cause: 'it broke', page },
      }),
    async close() {
      media.close();
      await remotes.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
