import { existsSync } from 'node:fs';
import disk, { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  compositionSchema,
  type DeployToken,
  type GateCheck,
  NEVER_PROMOTED,
  type Promotion,
  type PublishResponse,
  type Remote,
  type Rollback,
} from '@godhuli/contracts/releases';
import {
  FAKE_SERVER,
  type FakeRelease,
  type FakeReleaseOptions,
  fakeRelease,
  packEntries,
  packRelease,
  writeRelease,
} from '@godhuli/release-gate/testing/fake-release';
import { deployToken } from '@godhuli/remote-kit/cli/deploy-token';
import { main } from '@godhuli/remote-kit/cli/main';
import { sql } from 'kysely';
import { remotesApp } from '../../testing/remotes-app.js';
import { FRONT_DOOR_TOKEN, jsonOf } from '../../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../../testing/test-database.js';
import { promoteRelease, withdrawLive } from './channels.service.js';
import { ReleaseRefused } from './release-refused.js';

// The database is made afresh, and every publish runs the gate.
jest.setTimeout(180_000);

let studio: Awaited<ReturnType<typeof remotesApp>>;
const buildFolders: string[] = [];
/** Writes a release like a build, until the end of this file. */
async function built(release: FakeRelease): Promise<string> {
  const folder = await writeRelease(release);
  buildFolders.push(folder);
  return folder;
}
beforeAll(async () => {
  studio = await remotesApp();
});
afterAll(async () => {
  await studio.close();
  for (const folder of buildFolders) await rm(folder, { recursive: true });
});

const bytes = async (release: Parameters<typeof fakeRelease>[0]) =>
  new Uint8Array(await packRelease(fakeRelease(release)));
const json = async <T>(response: Response | Promise<Response>): Promise<T> => (await (await response).json()) as T;
/** Everything that the object store holds, folders that are still arriving included. */
const stored = async () => {
  const folder = join(studio.dataDir, 'releases');
  return (await readdir(folder, { recursive: true })).filter((path) => path !== '.incoming');
};

describe('publishing', () => {
  it('CARD-7 a container name that a release of another remote has blocks no release', async () => {
    const victim = { name: 'name-owner', text: 'mine' };
    const { container } = fakeRelease(victim).manifest;
    await studio.insertRelease({ name: 'name-taker', text: 'older', manifest: { container } });
    expect((await studio.upload('name-owner', await bytes(victim))).status).toBe(201);
  });

  it('CARD-7 a new release is 201, the same content again 200 and the same release; files are served', async () => {
    const release = { name: 'ship', text: 'one' };
    const first = await studio.upload('ship', await bytes(release));
    const response = await json<PublishResponse>(first);
    expect(first.status).toBe(201);
    expect(response.version).toMatch(/^1\.0\.0-[0-9a-f]{12}$/);
    expect(response.checks.every((check) => check.ok)).toBe(true);
    const again = await studio.upload('ship', await bytes(release));
    expect(again.status).toBe(200);
    expect((await json<PublishResponse>(again)).version).toEqual(response.version);

    const manifest = await json(studio.request(`/api/remotes/ship/releases/${response.version}`));
    expect(manifest).toEqual(fakeRelease(release).manifest);
    expect((await studio.request('/api/remotes/ship/releases/9.9.9-0123456789ab')).status).toBe(404);
    const file = await studio.request(`/api/remotes/ship/releases/${response.version}/files/remoteEntry.js`);
    expect(await file.text()).toBe(fakeRelease(release).files['remoteEntry.js']);
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(file.headers.get('cache-control')).toContain('immutable');
    const rows = await studio.db.selectFrom('releases').select('version').where('remote', '=', 'ship').execute();
    expect(rows).toEqual([{ version: response.version }]);
    await expect(studio.db.deleteFrom('releases').where('remote', '=', 'ship').execute()).rejects.toThrow(
      /append-only/,
    );
  });

  it('sends the server build of a release to front doors only', async () => {
    const version = await studio.publish({
      name: 'rendered',
      server: 'exports.render = ({ data }) => ({ html: "<p>page</p>", head: "", data });',
    });
    const get = (headers: Record<string, string> = {}) =>
      studio.request(`/api/remotes/rendered/releases/${version}/files/server.cjs`, { headers });
    expect((await get()).status).toBe(404);
    expect((await get(studio.admin)).status).toBe(404);
    expect((await get(await studio.tokenOf('rendered'))).status).toBe(404);
    const forFrontDoor = await get({ authorization: `Bearer ${FRONT_DOOR_TOKEN}` });
    expect(await forFrontDoor.text()).toContain('exports.render');
    expect(forFrontDoor.headers.get('cache-control')).toBe('no-store');
  });

  it('a dry run gives the verdict and keeps nothing', async () => {
    const before = await stored();
    const response = await studio.upload('dry', await bytes({ name: 'dry' }), '?dryRun=1');
    expect(response.status).toBe(200);
    expect((await json<PublishResponse>(response)).dryRun).toBe(true);
    expect(await stored()).toEqual(before);
  });

  it('a release that does not fit is refused with every check, and nothing of it stays', async () => {
    const before = await stored();
    const bad = { name: 'bad', prelude: 'eval("1");', manifest: { contract: 9, shared: { react: '^18.0.0' } } };
    const response = await studio.upload('bad', await bytes(bad));
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const { checks, detail } = await json<{ checks: GateCheck[]; detail: string }>(response);
    expect(checks.filter((check) => !check.ok).map((check) => check.name)).toEqual(['contract', 'shared', 'no-eval']);
    expect(detail).toContain('contract: It was built for contract 9');
    expect(await stored()).toEqual(before);
  });

  it('concurrent publishes of one remote, of the same and of other content, all end well', async () => {
    const packed = await Promise.all(['a', 'a', 'b', 'a', 'b'].map((text) => bytes({ name: 'busy', text })));
    const responses = await Promise.all(packed.map((body) => studio.upload('busy', body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201, 201]);
    const versions = new Set(
      await Promise.all(responses.map(async (response) => (await json<PublishResponse>(response)).version)),
    );
    expect(versions.size).toBe(2);
    expect(await readdir(join(studio.dataDir, 'releases', 'busy'))).toHaveLength(2);
    expect(await readdir(join(studio.dataDir, 'releases', '.incoming'))).toEqual([]);
  });

  const PART = 'assets/part.0123456789ab.js';
  const partBy = async (name: string) =>
    json<{ version?: string; status?: number }>(studio.request(`/api/remotes/${name}/${PART}`));

  it('CARD-7 a file that is named by its content keeps its bytes in every release of its remote', async () => {
    const first = await studio.publish({
      name: 'kept',
      files: { [PART]: 'var part = 1;', 'assets/logo.svg': '<svg/>' },
    });
    const other = { name: 'kept', text: 'two', files: { [PART]: 'var part = 2;' } };
    for (const query of ['?dryRun=1', '']) {
      const response = await studio.upload('kept', await bytes(other), query);
      const { checks, detail } = await json<{ checks: GateCheck[]; detail: string }>(response);
      expect(response.status).toBe(422);
      expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['files']);
      expect(detail).toContain(`${PART} differs from the same file in release ${first}`);
    }
    // The same bytes, a file with another kind of name, and another remote are nobody's business.
    const third = { name: 'kept', text: 'three', files: { [PART]: 'var part = 1;', 'assets/logo.svg': '<svg></svg>' } };
    expect((await studio.upload('kept', await bytes(third))).status).toBe(201);
    expect((await studio.upload('keeper', await bytes({ ...other, name: 'keeper' }))).status).toBe(201);
  });

  it('CARD-7 finds the release of a file that is named by its content: the newest whose files exist', async () => {
    const files = { [PART]: 'var part = 1;', 'assets/logo.svg': '<svg/>' };
    const first = await studio.publish({ name: 'found', text: 'one', files });
    const second = await studio.publish({ name: 'found', text: 'two', files });
    await studio.publish({ name: 'found', text: 'three' });
    expect(await partBy('found')).toEqual({ version: second });
    await studio.db
      .updateTable('releases')
      .set({ files_removed_at: studio.clock.now })
      .where('version', '=', second)
      .execute();
    expect(await partBy('found')).toEqual({ version: first });
    expect(await partBy('nobody')).toMatchObject({ status: 404 });
    for (const path of ['assets/logo.svg', 'assets/none.0123456789ab.js', 'assets/..%2fremoteEntry.js'])
      expect((await studio.request(`/api/remotes/found/${path}`)).status).toBe(404);
  });

  it.each(engines())(
    'CARD-7 two processes publish other bytes under one such name at once: one is refused (%s)',
    async (engine) => {
      const racing = await remotesApp({}, engine);
      const other = await racing.openRemotes();
      // Each process has a gate of its own, and both let their release pass before either is stored.
      const publishes = [racing.remotes, other].map(async ({ releases }, index) => {
        const release = fakeRelease({ name: 'race', text: `${index}`, files: { [PART]: `var part = ${index};` } });
        return releases.publishFromDirectory({ directory: await built(release), remote: 'race' });
      });
      const ended = await Promise.allSettled(publishes);
      const kept = await readdir(join(racing.dataDir, 'releases', 'race'));
      await other.close();
      await racing.close();
      const [published] = ended.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
      const [refused] = ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
      expect(refused).toBeInstanceOf(ReleaseRefused);
      expect(refused.message).toContain(`${PART} differs from the same file in release ${published?.version}`);
      expect(kept).toEqual([published?.version]);
    },
  );

  it('what a killed publish left behind is invisible, and does not stand in the way', async () => {
    const release = fakeRelease({ name: 'killed' });
    const version = await studio.publish({ name: 'killed', text: 'first' });
    // A process ended after the rename, before the row: half a folder of the next release.
    const dry = await studio.upload('killed', await bytes({ name: 'killed' }), '?dryRun=1');
    const next = (await json<PublishResponse>(dry)).version;
    const folder = join(studio.dataDir, 'releases', 'killed', next);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'remoteEntry.js'), 'half');
    expect((await studio.request(`/api/remotes/killed/releases/${next}/files/remoteEntry.js`)).status).toBe(404);
    const listed = await json<{ version: string }[]>(
      studio.request('/api/remotes/killed/releases', { headers: studio.admin }),
    );
    expect(listed.map((row) => row.version)).toEqual([version]);
    expect((await studio.upload('killed', new Uint8Array(await packRelease(release)))).status).toBe(201);
    const file = await studio.request(`/api/remotes/killed/releases/${next}/files/remoteEntry.js`);
    expect(await file.text()).toBe(release.files['remoteEntry.js']);
  });

  it('a damaged file is a 503, never wrong bytes', async () => {
    const version = await studio.publish({ name: 'damaged' });
    await writeFile(join(studio.dataDir, 'releases', 'damaged', version, 'remoteEntry.js'), 'alert(1)');
    const response = await studio.request(`/api/remotes/damaged/releases/${version}/files/remoteEntry.js`);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('alert');
    for (const path of ['release.json', '../x', '..%2f..%2fpackage.json', 'nothing.js']) {
      const other = await studio.request(`/api/remotes/damaged/releases/${version}/files/${path}`);
      expect(other.status).toBe(404);
    }
  });

  it('the newest 20 stay, and all of the last 30 days, and what a channel points at', async () => {
    const first = await studio.publish({ name: 'many', text: '0' });
    await studio.promote('many', first);
    const second = await studio.publish({ name: 'many', text: '1' });
    const row = await studio.db
      .selectFrom('releases')
      .selectAll()
      .where('version', '=', second)
      .executeTakeFirstOrThrow();
    const filler = Array.from({ length: 19 }, (_, index) => ({
      remote: 'many',
      version: `1.0.0-${String(index).padStart(12, '0')}`,
      manifest: JSON.stringify(row.manifest),
      size: 1,
      published_by: 'test',
      published_at: studio.clock.now,
      checks: '[]',
    }));
    await studio.db.insertInto('releases').values(filler).execute();
    const kept = () => readdir(join(studio.dataDir, 'releases', 'many'));
    const third = await studio.publish({ name: 'many', text: '2' });
    expect((await kept()).sort()).toEqual([first, second, third].sort());
    studio.clock.now = new Date(studio.clock.now.getTime() + 31 * 24 * 3600 * 1000);
    const fourth = await studio.publish({ name: 'many', text: '3' });
    expect((await kept()).sort()).toEqual([first, third, fourth].sort());
    expect((await studio.promote('many', second)).status).toBe(409);
  });

  it('CARD-7 an older release that newer rules would refuse is published again after a removal', async () => {
    const { manifest, files } = fakeRelease({
      name: 'older',
      module: `{ remote: { contract: 1, name: 'older', App: () => null } }`,
    });
    const [entry = ''] = Object.values(files);
    const renamed = entry.replace(manifest.container, 'old_0123456789ab');
    const old = {
      ...{ name: 'older', files: { 'remoteEntry.js': renamed } },
      manifest: { container: 'old_0123456789ab', serverData: ['/api/remotes/older'] },
    };
    const version = await studio.insertRelease(old);
    const removed = studio.db.updateTable('releases').set({ files_removed_at: studio.clock.now });
    await removed.where('version', '=', version).execute();
    const response = await studio.upload('older', await bytes(old));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ version, created: false });
  });

  it('CARD-7 a release that is published again while its files are removed keeps them', async () => {
    const first = await studio.publish({ name: 'again', text: 'first' });
    await sql`
      insert into releases (remote, version, manifest, size, published_by, published_at, checks)
      select remote, '1.0.0-' || lpad(n::text, 12, '0'), manifest, size, published_by, published_at, checks
      from releases, generate_series(1, 19) n where remote = 'again'`.execute(studio.db);
    studio.clock.now = new Date(studio.clock.now.getTime() + 31 * 24 * 3600 * 1000);
    // A disk on which the removal takes as long as the publish. That the publish waits for it can only be seen by a time limit.
    let again: Promise<string> | undefined;
    const { rename } = disk;
    const slow = jest.spyOn(disk, 'rename').mockImplementation(async (from, to) => {
      if (again === undefined && from === join(studio.dataDir, 'releases', 'again', first)) {
        again = studio.publish({ name: 'again', text: 'first' });
        await Promise.race([again, setTimeout(2000)]);
      }
      return rename(from, to);
    });
    try {
      await studio.publish({ name: 'again', text: 'second' });
      expect(await again).toBe(first);
    } finally {
      slow.mockRestore();
    }
    expect((await studio.promote('again', first)).status).toBe(200);
    const file = await studio.request(`/api/remotes/again/releases/${first}/files/remoteEntry.js`);
    expect(file.status).toBe(200);
  });
});

describe('hostile archives', () => {
  const honest = fakeRelease({ name: 'hostile' });
  const first = { name: 'release.json', content: JSON.stringify(honest.manifest) };
  const cases: [string, Parameters<typeof packEntries>[0], RegExp][] = [
    ['a path out of the folder', [first, { name: '../../evil.js', content: 'x' }], /not allowed/],
    ['an absolute path', [first, { name: '/etc/evil.js', content: 'x' }], /not allowed/],
    ['a backslash path', [first, { name: '..\\evil.js', content: 'x' }], /not allowed/],
    ['a symbolic link', [first, { name: 'a.js', type: 'symlink', linkname: '/etc/passwd' }], /not a regular file/],
    ['a hard link', [first, { name: 'a.js', type: 'link', linkname: 'release.json' }], /not a regular file/],
    ['a device', [first, { name: 'a.js', type: 'character-device' }], /not a regular file/],
    ['one file twice', [first, { name: 'a.js', content: '1' }, { name: 'A.js', content: '2' }], /twice/],
    [
      'a file that is a folder too',
      [first, { name: 'a', content: '1' }, { name: 'a/b', content: '2' }],
      /a as a file and/,
    ],
    [
      'a folder that is a file too',
      [first, { name: 'A/b/c', content: '1' }, { name: 'a/B', content: '2' }],
      /a\/b as a/,
    ],
    ['too deep folders', [first, { name: `${'d/'.repeat(12)}a.js`, content: '1' }], /levels/],
    [
      'a path out of the folder in an extended header',
      [first, { name: 'a.js', content: 'x', pax: { path: '../../evil.js' } }],
      /not allowed/,
    ],
    [
      'an extended header without end',
      [first, { name: 'a.js', pax: { comment: 'x'.repeat(1_000_000) } }],
      /extended header that is too long/,
    ],
    [
      'a folder whose name is 110,000 slashes',
      [first, { name: 'd', type: 'directory', pax: { path: `${'/'.repeat(110_000)}x` } }],
      /not allowed|too long|invalid/i,
    ],
    ['a release.json above 256 KB', [{ ...first, content: first.content.padEnd(262_145) }], /256 KB at most/],
    ['nothing', [], /empty/],
  ];
  it.each(cases)(
    '%s',
    async (_title, entries, message) => {
      const before = await stored();
      const response = await studio.upload('hostile', new Uint8Array(await packEntries(entries)));
      const { checks } = await json<{ checks: GateCheck[] }>(response);
      expect(response.status).toBe(422);
      expect(checks[0]?.name).toBe('archive');
      expect(checks[0]?.message).toMatch(message);
      expect(await stored()).toEqual(before);
      // A name that takes quadratic time would take 27 s.
    },
    15_000,
  );

  it('a file that is no script is refused as one that loading needs, and as the container entry', async () => {
    const files = { 'look.css': 'p {}', 'more.cjs': 'eval("1")' };
    for (const manifest of [{ remoteFiles: ['look.css'] }, { remoteFiles: ['more.cjs'] }, { entry: 'more.cjs' }]) {
      const response = await studio.upload('hostile', await bytes({ name: 'hostile', files, manifest }));
      const { detail } = await json<{ detail: string }>(response);
      expect(response.status).toBe(422);
      expect(detail).toEqual(expect.stringContaining('Must be a script whose name ends with .js or .mjs'));
    }
  });

  it('100,000 files are cut early: most of them are never read', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const headers = Array.from({ length: 250 }, (_, index) => headerOf(`f${sent}-${index}.js`, 0));
        controller.enqueue(new Uint8Array(gzipSync(Buffer.concat(headers))));
        sent += 1;
        if (sent === 400) controller.close();
      },
    });
    const response = await studio.upload('hostile', body);
    expect(response.status).toBe(422);
    expect((await json<{ detail: string }>(response)).detail).toMatch(/502 files at most/);
    expect(sent).toBeLessThan(100);
  });

  it('10 GB of zeros are cut early: no more is read than the limit allows', async () => {
    const header = headerOf('large.js', 8 * 1024 ** 3 - 1);
    const zeros = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        // Gzip members follow each other; together they would unpack to 10 GB.
        controller.enqueue(sent === 0 ? new Uint8Array(gzipSync(header)) : new Uint8Array(zeros));
        sent += 1;
        if (sent > 640) controller.close();
      },
    });
    const response = await studio.upload('hostile', body);
    expect(response.status).toBe(422);
    expect((await json<{ detail: string }>(response)).detail).toMatch(/60 MB unpacked/);
    expect(sent).toBeLessThan(40);
    expect(await readdir(join(studio.dataDir, 'releases', '.incoming'))).toEqual([]);
  });

  it('CARD-7 an upload whose connection breaks is 400, no failure of the server', async () => {
    const packed = await bytes({ name: 'hostile' });
    const parts = [packed.slice(0, packed.length / 2)];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.pop();
        if (part) controller.enqueue(part);
        else controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      },
    });
    const response = await studio.upload('hostile', body);
    expect(response.status).toBe(400);
    expect((await json<{ detail: string }>(response)).detail).toBe('The upload was interrupted. Please send it again.');
    expect(await readdir(join(studio.dataDir, 'releases', '.incoming'))).toEqual([]);
  });

  it('more than 20 MB packed is 413; what is no archive, or half of one, is refused', async () => {
    const noise = new Uint8Array(1024 * 1024).map((_, index) => (index * 2654435761) >>> 24);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(
          sent === 0
            ? new Uint8Array(gzipSync(headerOf('large.js', 50_000_000)))
            : new Uint8Array(gzipSync(noise, { level: 0 })),
        );
        sent += 1;
        if (sent > 60) controller.close();
      },
    });
    expect((await studio.upload('hostile', body)).status).toBe(413);
    expect((await studio.upload('hostile', new Uint8Array([1, 2, 3]))).status).toBe(422);
    const packed = await bytes({ name: 'hostile' });
    expect((await studio.upload('hostile', packed.slice(0, packed.length / 2))).status).toBe(422);
    const headers = { ...(await studio.tokenOf('hostile')), 'content-type': 'text/plain' };
    const init = { method: 'POST', headers, body: 'x' };
    expect((await studio.request('/api/remotes/hostile/releases', init)).status).toBe(415);
  });
});

/** The header block of a file. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

describe('deploy tokens', () => {
  it('a token of another remote is 403, a revoked or unknown one 401, and none 401', async () => {
    const version = await studio.insertRelease({ name: 'mine' });
    const created = await studio.createToken('mine');
    const put = (token: string, remote: string) =>
      studio.request(`/api/remotes/${remote}/channels/live`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        json: { version, reason: 'mine', expected: NEVER_PROMOTED },
      });
    const body = await bytes({ name: 'theirs' });
    expect((await studio.upload('theirs', body, '', created.token)).status).toBe(403);
    expect((await put(created.token, 'theirs')).status).toBe(403);
    expect((await put(created.token, 'mine')).status).toBe(200);
    const revoke = { method: 'DELETE', headers: studio.admin };
    expect((await studio.request(`/api/remotes/mine/deploy-tokens/${created._id}`, revoke)).status).toBe(204);
    expect((await put(created.token, 'mine')).status).toBe(401);
    expect((await studio.upload('mine', await bytes({ name: 'mine', text: '2' }), '', created.token)).status).toBe(401);
    expect((await put('deploy_guess', 'mine')).status).toBe(401);
    expect((await studio.request('/api/remotes/mine/releases', { method: 'POST' })).status).toBe(401);
    expect((await studio.request('/api/remotes')).status).toBe(401);
  });

  it('is shown once and kept as a hash; an admin sees when it was used', async () => {
    const { token, _id } = await studio.createToken('shown');
    await studio.request('/api/remotes', { headers: { authorization: `Bearer ${token}` } });
    const list = await json<DeployToken[]>(
      studio.request('/api/remotes/shown/deploy-tokens', { headers: studio.admin }),
    );
    expect(list).toEqual([
      expect.objectContaining({ _id, remote: 'shown', lastUsedAt: studio.clock.now.toISOString() }),
    ]);
    const rows = await studio.db.selectFrom('deploy_tokens').selectAll().execute();
    expect(JSON.stringify([list, rows])).not.toContain(token);
  });

  it('another site cannot make one with an admin’s cookie', async () => {
    const headers = { ...studio.admin, origin: 'https://evil.example' };
    const response = await studio.request('/api/remotes/mine/deploy-tokens', { method: 'POST', headers });
    expect(response.status).toBe(403);
  });

  it('lists the token’s own remote alone, and all of them to an admin', async () => {
    await studio.insertRelease({ name: 'alpha' });
    await studio.insertRelease({ name: 'beta' });
    const own = await json<Remote[]>(studio.request('/api/remotes', { headers: await studio.tokenOf('alpha') }));
    expect(own.map(({ name }) => name)).toEqual(['alpha']);
    const all = await json<Remote[]>(studio.request('/api/remotes', { headers: studio.admin }));
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['alpha', 'beta']));
  });

  it('API-1 releases and promotions come in pages, also while releases are published', async () => {
    const versions: string[] = [];
    for (const text of ['1', '2', '3', '4', '5']) versions.unshift(await studio.insertRelease({ name: 'paged', text }));
    for (const version of versions.toReversed()) await studio.promote('paged', version);
    const read = async <Row>(path: string) => {
      const response = await studio.request(path, { headers: studio.admin });
      const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      return { rows: (await response.json()) as Row[], next };
    };
    for (const list of ['releases', 'moves']) {
      const first = await read<{ version: string }>(`/api/remotes/paged/${list}?limit=2`);
      await studio.insertRelease({ name: 'paged', text: `while ${list} are read` });
      const second = await read<{ version: string }>(first.next ?? '');
      const third = await read<{ version: string }>(second.next ?? '');
      const seen = [first, second, third].flatMap(({ rows }) => rows.map(({ version }) => version));
      expect(seen).toEqual(versions);
      expect(third.next).toBeUndefined();
      for (const bad of ['cursor=x', 'limit=0', 'limit=201'])
        expect((await studio.request(`/api/remotes/paged/${list}?${bad}`, { headers: studio.admin })).status).toBe(422);
    }
  });

  it('names the newest 50 releases of a remote and those of its channels, and how many there are', async () => {
    const oldest = await studio.insertRelease({ name: 'numerous', text: 'oldest' });
    expect((await studio.promote('numerous', oldest)).status).toBe(200);
    await sql`
      insert into releases (remote, version, manifest, size, published_by, published_at, checks)
      select remote, '1.0.0-' || lpad(n::text, 12, '0'), manifest, size, published_by, published_at, checks
      from releases, generate_series(1, 70) n where remote = 'numerous'`.execute(studio.db);
    const all = await json<Remote[]>(studio.request('/api/remotes', { headers: studio.admin }));
    const numerous = all.find(({ name }) => name === 'numerous');
    expect(numerous?.releaseCount).toBe(71);
    expect(numerous?.live).toBe(oldest);
    expect(numerous?.releases).toHaveLength(51);
    expect(numerous?.releases.at(-1)?.version).toBe(oldest);
    expect(numerous?.releases[0]?.version).toBe('1.0.0-000000000070');
  });
});

describe('channels and the composition', () => {
  it('CARD-7 promote makes a release live and the former one previous; rollback reverts it; both audited', async () => {
    const [one, two] = [
      await studio.insertRelease({ name: 'team', text: '1' }),
      await studio.insertRelease({ name: 'team', text: '2' }),
    ];
    expect((await studio.composition()).remotes.team).toBeUndefined();
    await studio.promote('team', one);
    const before = await studio.composition();
    expect(before.remotes.team).toMatchObject({ live: { version: one }, previous: null });
    await studio.promote('team', two);
    const after = await studio.composition();
    expect(after.generation).toBe(before.generation + 1);
    expect(compositionSchema.safeParse(after).success).toBe(true);
    expect(after.remotes.team).toMatchObject({
      live: { version: two, baseUrl: `/remotes/team/${two}/` },
      previous: { version: one },
    });
    // The same again changes nothing.
    await studio.promote('team', two);
    expect((await studio.composition()).generation).toBe(after.generation);
    await studio.promote('team', one);
    expect((await studio.composition()).remotes.team).toMatchObject({ live: { version: one }, previous: null });
    const moves = await json<Promotion[]>(studio.request('/api/remotes/team/moves', { headers: studio.admin }));
    expect(moves.map(({ version, from }) => [version, from])).toEqual([
      [one, two],
      [two, one],
      [one, null],
    ]);
    expect(moves[0]).toMatchObject({ reason: 'a test says so', automatic: false });
    const audit = await studio.db.selectFrom('audit').selectAll().where('entity_id', '=', 'team/live').execute();
    expect(audit).toHaveLength(3);
  });

  it('CARD-7 a release whose files are lost cannot go live until it is published again', async () => {
    const [one, two] = [
      await studio.publish({ name: 'restored', text: '1' }),
      await studio.publish({ name: 'restored', text: '2' }),
    ];
    await studio.promote('restored', one);
    await studio.promote('restored', two);
    await rm(join(studio.dataDir, 'releases', 'restored', one), { recursive: true });
    const refused = await studio.promote('restored', one);
    expect(refused.status).toBe(409);
    expect(await json(refused)).toMatchObject({
      detail: 'Files of this release are missing or damaged. Please publish it again.',
    });
    expect((await studio.composition()).remotes.restored?.live.version).toBe(two);
    await studio.publish({ name: 'restored', text: '1' });
    expect((await studio.promote('restored', one)).status).toBe(200);
  });

  it('CARD-7 a rollback works while the object store is not available', async () => {
    const [one, two] = [
      await studio.publish({ name: 'away', text: '1' }),
      await studio.publish({ name: 'away', text: '2' }),
    ];
    await studio.promote('away', one);
    await studio.promote('away', two);
    await rm(join(studio.dataDir, 'releases', 'away'), { recursive: true });
    expect((await studio.promote('away', one)).status).toBe(200);
    expect((await studio.composition()).remotes.away?.live.version).toBe(one);
  });

  it('CARD-7 a release that a later version published is promoted, read and rolled back', async () => {
    const [one, two] = [
      await studio.insertRelease({ name: 'later', text: '1' }),
      await studio.insertRelease({ name: 'later', text: '2' }),
    ];
    await studio.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`
        update releases set manifest = manifest || '{"futureField":[]}'
          || jsonb_build_object('files', jsonb_build_array(manifest->'files'->0 || '{"mediaType":"text/javascript"}'))
        where version = ${two}`.execute(transaction);
    });
    await studio.promote('later', one);
    expect((await studio.promote('later', two)).status).toBe(200);
    const composition = compositionSchema.parse(await studio.composition());
    expect(composition.remotes.later?.live).toMatchObject({ version: two, files: [{ path: 'remoteEntry.js' }] });
    expect((await studio.request(`/api/remotes/later/releases/${two}`)).status).toBe(200);
    expect((await studio.promote('later', one)).status).toBe(200);
  });

  it('a named channel touches nothing that is live; previous cannot be moved; an unknown release is 404', async () => {
    const one = await studio.insertRelease({ name: 'named' });
    const { generation } = await studio.composition();
    expect((await studio.promote('named', one, 'next')).status).toBe(200);
    expect((await studio.promote('named', one, 'previous')).status).toBe(422);
    expect((await studio.promote('named', '9.9.9-0123456789ab')).status).toBe(404);
    expect((await studio.promote('named', 'latest')).status).toBe(422);
    expect((await studio.composition()).generation).toBe(generation);
  });

  it('CARD-7 its team or an admin removes a named channel with its revision; live and previous stay', async () => {
    const one = await studio.insertRelease({ name: 'removal' });
    await studio.tokenOf('removal');
    const set = async (channel: string) => (await jsonOf(await studio.promote('removal', one, channel))).revisions;
    const remove = (channel: string, expected: string, headers: Record<string, string> = studio.admin) =>
      studio.request(`/api/remotes/removal/channels/${channel}?expected=${expected}`, { method: 'DELETE', headers });
    const first = await set('pr-1');
    const second = await set('pr-1');
    expect(second).toEqual(first);
    await set('live');
    for (const channel of ['live', 'previous', 'workspace'])
      expect((await remove(channel, first['pr-1'])).status).toBe(422);
    expect((await remove('pr-2', NEVER_PROMOTED)).status).toBe(404);
    expect((await remove('pr-1', NEVER_PROMOTED)).status).toBe(409);
    const foreign = await studio.createToken('another');
    expect((await remove('pr-1', first['pr-1'], { authorization: `Bearer ${foreign.token}` })).status).toBe(403);

    const { token } = await studio.createToken('removal');
    const removed = await remove('pr-1', first['pr-1'], { authorization: `Bearer ${token}` });
    expect(removed.status).toBe(200);
    const [release] = (await jsonOf(removed)).releases;
    expect(release.channels).toEqual(['live']);
    expect((await remove('pr-1', first['pr-1'])).status).toBe(404);
    // A change that is based on the removed channel is refused, a new channel is not.
    const json = { version: one, reason: 'again', expected: first['pr-1'] };
    const put = { method: 'PUT', headers: studio.admin };
    const late = await studio.request('/api/remotes/removal/channels/pr-1', { ...put, json });
    expect(late.status).toBe(409);
    expect((await jsonOf(late)).detail).toBe("There is no channel 'pr-1', or no longer. Nothing was changed.");
    expect((await set('pr-1'))['pr-1']).not.toBe(first['pr-1']);
  });

  it.each(engines())(
    'CARD-7 a remote has at most 50 named channels, also when they are set at once (%s)',
    async (engine) => {
      const full = await remotesApp({}, engine);
      try {
        const version = await full.insertRelease({ name: 'many' });
        await full.tokenOf('many');
        const row = { remote: 'many', version, moved_at: full.clock.now, automatic: false };
        const named = Array.from({ length: 49 }, (_, at) => ({ ...row, channel: `pr-${at}` }));
        await full.db.insertInto('channels').values(named).execute();
        const responses = await Promise.all(['a', 'b', 'c'].map((channel) => full.promote('many', version, channel)));
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
        const refused = responses.find(({ status }) => status === 409) as Response;
        expect((await jsonOf(refused)).detail).toBe(
          'many has 50 channels besides live. Remove one that is no longer needed.',
        );
        expect((await full.promote('many', version)).status).toBe(200);
        expect((await full.promote('many', version, 'pr-7')).status).toBe(200);
      } finally {
        await full.close();
      }
    },
  );

  it.each(engines())(
    'simultaneous promotions, also from another process, leave one consistent state (%s)',
    async (engine) => {
      const racing = await remotesApp({}, engine);
      const texts = ['1', '2', '3', '4', '5'];
      const versions = await Promise.all(texts.map((text) => racing.insertRelease({ name: 'race', text })));
      await racing.tokenOf('race');
      // Each tries again after another promotion, from the new revision.
      const promote = async (version: string) => {
        let { status } = await racing.promote('race', version);
        while (status === 409) ({ status } = await racing.promote('race', version));
        return status;
      };
      expect(await Promise.all(versions.map(promote))).toEqual(texts.map(() => 200));
      const { generation, remotes } = await racing.composition();
      const moves = await racing.db.selectFrom('channel_moves').selectAll().orderBy('id', 'desc').execute();
      expect(generation).toBe(5);
      expect(moves).toHaveLength(5);
      const rows = await racing.db.selectFrom('releases').select(['version', 'withdrawn']).orderBy('id').execute();
      // Each is live for the first time, so none is rolled back.
      expect(rows.map(({ withdrawn }) => withdrawn)).toEqual(texts.map(() => false));
      expect(remotes.race?.live.version).toEqual(moves[0]?.version);
      expect(remotes.race?.previous?.version).toEqual(moves[1]?.version);
      // Another process says so by notification alone.
      const told = new Promise((resolve) => racing.remotes.composition.subscribe(resolve));
      await promoteRelease(racing.db, {
        ...{ remote: 'race', channel: 'live', version: moves[4]?.version ?? '', reason: 'elsewhere' },
        expected: moves[0]?.id ?? '',
        actor: { id: null, name: 'test', network: null },
        at: racing.clock.now,
      });
      expect(await told).toMatchObject({ generation: 6 });
      await racing.close();
    },
  );

  it('CARD-7 a release that was rolled back is never shown again until someone promotes it', async () => {
    const [one, two, three] = await Promise.all(
      ['1', '2', '3'].map((text) => studio.insertRelease({ name: 'bad', text })),
    );
    const [first, second, third] = [one ?? '', two ?? '', three ?? ''];
    const picture = async () => {
      const remote = (await studio.composition()).remotes.bad;
      return [remote?.live.version, remote?.previous?.version];
    };
    const rollbackTo = (version: string) =>
      json<Rollback>(studio.request(`/api/remotes/bad/releases/${version}/rollback`, { headers: studio.admin }));
    for (const version of [first, second]) await studio.promote('bad', version);
    expect(await rollbackTo(third)).toEqual({ count: 0, newest: [] });
    await studio.promote('bad', third);
    expect(await rollbackTo(third)).toEqual({ count: 0, newest: [] });
    expect(await rollbackTo(second)).toEqual({ count: 1, newest: [third] });
    expect(await rollbackTo(first)).toEqual({ count: 2, newest: [third, second] });
    expect(await picture()).toEqual([third, second]);
    await studio.promote('bad', second);
    expect(await picture()).toEqual([second, first]);
    await studio.promote('bad', first);
    expect(await picture()).toEqual([first, undefined]);
    const listed = await json<Remote[]>(studio.request('/api/remotes', { headers: await studio.tokenOf('bad') }));
    expect(listed[0]?.releases.map(({ withdrawn }) => withdrawn)).toEqual([true, true, false]);
    // A person says that it is good.
    await studio.promote('bad', third);
    expect(await picture()).toEqual([third, first]);
  });

  it.each(engines())('CARD-7 a release that was rolled back past `previous` is no fallback (%s)', async (engine) => {
    const rolled = await remotesApp({}, engine);
    const versions: string[] = [];
    for (const text of ['1', '2', '3', '4']) versions.push(await rolled.insertRelease({ name: 'past', text }));
    const [first = '', second = '', third = '', fourth = ''] = versions;
    const move = async (version: string) => {
      expect((await rolled.promote('past', version)).status).toBe(200);
      const { live, previous } = (await rolled.composition()).remotes.past ?? {};
      return [live?.version, previous?.version];
    };
    for (const version of [first, second, third]) await move(version);
    // Past `previous`: the live release and the one that was skipped are both rolled back.
    expect(await move(first)).toEqual([first, undefined]);
    // Later releases do not bring them back.
    expect(await move(fourth)).toEqual([fourth, first]);
    expect(await move(first)).toEqual([first, undefined]);
    // A person says that they are good.
    expect(await move(fourth)).toEqual([fourth, first]);
    expect(await move(third)).toEqual([third, first]);
    const audit = await rolled.db.selectFrom('audit').select('after').where('entity_id', '=', 'past/live').execute();
    expect(audit.map(({ after }) => (after as { withdrawn?: string[] }).withdrawn)).toEqual([
      ...[undefined, undefined, undefined, [second, third], undefined, [fourth], undefined, [fourth]],
    ]);
    await rolled.close();
  });

  it.each(engines())('CARD-7 a rolled-back release in a named channel is still no fallback (%s)', async (engine) => {
    const site = await remotesApp({}, engine);
    const versions: string[] = [];
    for (const text of ['1', '2', '3']) versions.push(await site.insertRelease({ name: 'named', text }));
    const [good = '', bad = '', next = ''] = versions;
    const picture = async () => {
      const channels = site.db.selectFrom('channels').select('version').where('channel', 'in', ['live', 'previous']);
      return (await channels.orderBy('channel').execute()).map(({ version }) => version);
    };
    for (const version of [good, bad, good]) await site.promote('named', version);
    expect((await site.promote('named', bad, 'debug')).status).toBe(200);
    await site.promote('named', next);
    expect(await picture()).toEqual([next, good]);
    await withdrawLive(site.db, { remote: 'named', version: next, reason: 'failures', at: site.clock.now });
    expect(await picture()).toEqual([good]);
    // A person says that it is good.
    await site.promote('named', bad);
    expect(await picture()).toEqual([bad, good]);
    await site.close();
  });

  it.each(engines())('CARD-7 the first promotion of an older release keeps the fallback (%s)', async (engine) => {
    const site = await remotesApp({}, engine);
    const versions: string[] = [];
    for (const text of ['1', '2', '3']) versions.push(await site.insertRelease({ name: 'late', text }));
    const [older = '', newer = '', newest = ''] = versions;
    const move = async (version: string) => {
      expect((await site.promote('late', version)).status).toBe(200);
      const { live, previous } = (await site.composition()).remotes.late ?? {};
      return [live?.version, previous?.version];
    };
    expect(await move(newer)).toEqual([newer, undefined]);
    expect(await move(older)).toEqual([older, newer]);
    // Now it was live: back to `previous`, and later back to it, are rollbacks.
    expect(await move(newer)).toEqual([newer, undefined]);
    expect(await move(newest)).toEqual([newest, newer]);
    expect(await move(older)).toEqual([older, undefined]);
    await site.close();
  });

  it.each(engines())(
    'CARD-7 a decision on an older picture changes nothing: 409 that names the last move (%s)',
    async (engine) => {
      const racing = await remotesApp({}, engine);
      const headers = await racing.tokenOf('seen');
      const versions = await Promise.all(
        ['1', '2', '3', '4', '5', '6'].map((text) => racing.insertRelease({ name: 'seen', text })),
      );
      const revision = async () =>
        (await json<Remote[]>(racing.request('/api/remotes', { headers })))[0]?.revisions.live;
      const put = (version: string | undefined, expected: string | undefined, reason = 'a test says so') =>
        racing.request('/api/remotes/seen/channels/live', {
          ...{ method: 'PUT', headers, json: { version, reason, expected } },
        });
      const seen = await revision();
      expect(seen).toBe('0');
      expect((await put(versions[0], seen)).status).toBe(200);
      // A publish that began before a rollback does not overwrite it.
      await put(versions[1], await revision());
      const atBegin = await revision();
      expect((await put(versions[0], atBegin, 'the hero is dark')).status).toBe(200);
      const late = await put(versions[2], atBegin);
      expect(late.status).toBe(409);
      expect((await json<{ detail: string }>(late)).detail).toEqual(
        expect.stringMatching(new RegExp(`deploy token .* changed 'live' to ${versions[0]} .*the hero is dark`)),
      );
      // Of many at the same moment, one.
      const now = await revision();
      const responses = await Promise.all(versions.slice(1).map((version) => put(version, now)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expect((await put(versions[0], 'no revision')).status).toBe(422);
      await racing.close();
    },
  );

  it('CARD-7 a promotion without the revision that it is based on is 422 and changes nothing', async () => {
    const [one, two] = [
      await studio.insertRelease({ name: 'blind', text: '1' }),
      await studio.insertRelease({ name: 'blind', text: '2' }),
    ];
    await studio.promote('blind', one);
    const before = await studio.composition();
    const headers = await studio.tokenOf('blind');
    const revision = await studio.revision('blind');
    const response = await studio.request('/api/remotes/blind/channels/live', {
      ...{ method: 'PUT', headers, json: { version: two, reason: 'a publish that read nothing' } },
    });
    expect(response.status).toBe(422);
    expect((await json<{ errors: unknown }>(response)).errors).toEqual([
      {
        field: 'expected',
        message:
          'Please send the revision of the channel from GET /api/remotes, so that a change in between is not overwritten.',
      },
    ]);
    expect(await studio.composition()).toEqual(before);
    expect(await studio.revision('blind')).toBe(revision);
  });

  it.each([
    ['nobody', {}],
    ['a session', { cookie: () => studio.admin.cookie }],
    ['a deploy token', { authorization: async () => (await studio.tokenOf('told')).authorization }],
    ['another token', { authorization: () => `Bearer ${FRONT_DOOR_TOKEN}x` }],
    ['another scheme', { authorization: () => `Basic ${FRONT_DOOR_TOKEN}` }],
  ])('refuses the stream of changes to %s with 401', async (_who, shown) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(shown)) headers.set(name, await value());
    const response = await studio.request('/api/composition/events', { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    await response.body?.cancel();
  });

  it('sends the composition at once, and again after a promote', async () => {
    const version = await studio.insertRelease({ name: 'told' });
    const abort = new AbortController();
    const response = await studio.request('/api/composition/events', {
      signal: abort.signal,
      headers: { authorization: `Bearer ${FRONT_DOOR_TOKEN}` },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => {
      const event = new TextDecoder().decode((await reader.read()).value);
      const data = /event: composition\ndata: (.*)\nid: \d+\n\n/.exec(event)?.[1] ?? 'null';
      return JSON.parse(data) as Awaited<ReturnType<typeof studio.composition>>;
    };
    const now = await next();
    expect(now.remotes.told).toBeUndefined();
    await studio.promote('told', version);
    const later = await next();
    expect(later.generation).toBe(now.generation + 1);
    expect(later.remotes.told?.live.version).toBe(version);
    await reader.cancel();
    abort.abort();
  });
});

describe('what pages report', () => {
  let broken: Awaited<ReturnType<typeof remotesApp>>;
  let verdicts: { ok: boolean; cause: string };
  let probes = 0;
  beforeAll(async () => {
    broken = await remotesApp({
      probe: async () => {
        probes += 1;
        return verdicts;
      },
    });
  });
  afterAll(() => broken.close());
  beforeEach(() => {
    verdicts = { ok: false, cause: 'the probe saw it too' };
    probes = 0;
    broken.clock.now = new Date(broken.clock.now.getTime() + 24 * 3600 * 1000);
  });

  let count = 0;
  /** Two releases of a remote of its own, the second one live since now. */
  async function twoReleases() {
    count += 1;
    const remote = `field-${count}`;
    const good = await broken.insertRelease({ name: remote, text: 'good' });
    const bad = await broken.insertRelease({ name: remote, text: 'bad' });
    await broken.promote(remote, good);
    await broken.promote(remote, bad);
    const report = async (ips: string[], version = bad, stage = 'render') => {
      for (const ip of ips) await broken.report(version, ip, stage, remote);
      await broken.remotes.reports.settled();
    };
    return { remote, good, bad, report, live: async () => (await broken.composition()).remotes[remote] };
  }
  const three = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];

  it('CARD-7 a fresh release that fails for enough visitors goes back by itself, and stays withdrawn', async () => {
    const { remote, good, bad, report, live } = await twoReleases();
    await report(three.slice(0, 2));
    expect((await live())?.live.version).toBe(bad);
    await report(three.slice(2));
    expect(await live()).toMatchObject({ live: { version: good }, previous: null });
    const [move] = await json<Promotion[]>(broken.request(`/api/remotes/${remote}/moves`, { headers: broken.admin }));
    expect(move).toMatchObject({ version: good, from: bad, automatic: true, by: 'this installation' });
    expect(move?.reason).toContain('the probe saw it too');
    // Failures of the release that came back move nothing: it never flaps.
    await report(three, good);
    expect((await live())?.live.version).toBe(good);
    const [row] = await json<Remote[]>(broken.request('/api/remotes', { headers: await broken.tokenOf(remote) }));
    expect(row?.releases.find(({ version }) => version === bad)).toMatchObject({
      withdrawn: true,
      reportedFailures: 3,
    });
    // A person may promote it again.
    await broken.promote(remote, bad);
    expect((await live())?.live.version).toBe(bad);
  });

  it('forged reports do nothing: one IP, one IPv6 network, an unknown release, a probe that disagrees', async () => {
    const { bad, report, live } = await twoReleases();
    await report(Array(10).fill('198.51.100.1'));
    await report(['2001:db8::1', '2001:db8::2', '2001:db8:0:0:9::3']);
    await report(three, '1.0.0-0123456789ab');
    expect(probes).toBe(0);
    verdicts = { ok: true, cause: '' };
    await report(three);
    await report(three);
    expect(probes).toBe(1);
    expect((await live())?.live.version).toBe(bad);
  });

  it('failures of event handlers, old failures and proven releases do not count', async () => {
    const { bad, report, live } = await twoReleases();
    await report(three, bad, 'event');
    await report(three.slice(0, 2));
    broken.clock.now = new Date(broken.clock.now.getTime() + 6 * 60_000);
    await report(three.slice(2));
    broken.clock.now = new Date(broken.clock.now.getTime() + 60 * 60_000);
    await report(three);
    expect(probes).toBe(0);
    expect((await live())?.live.version).toBe(bad);
  });

  it('without a good release to go back to, the live one stays', async () => {
    const only = await broken.insertRelease({ name: 'only' });
    await broken.promote('only', only);
    for (const address of three) await broken.report(only, address, 'entry', 'only');
    await broken.remotes.reports.settled();
    expect((await broken.composition()).remotes.only?.live.version).toBe(only);
  });

  it('one network may send 20 reports a minute and 200 a day', async () => {
    const { remote, bad } = await twoReleases();
    const statuses = [];
    for (let minute = 0; minute < 11; minute += 1) {
      for (let sent = 0; sent < 21; sent += 1)
        statuses.push((await broken.report(bad, '203.0.113.9', 'event', remote)).status);
      broken.clock.now = new Date(broken.clock.now.getTime() + 60_000);
    }
    expect(statuses.slice(0, 21)).toEqual([...Array(20).fill(204), 429]);
    expect(statuses.filter((status) => status === 204)).toHaveLength(200);
  });

  it('the networks of one IPv6 /48 may send 500 reports a day together', async () => {
    const { remote, bad } = await twoReleases();
    let stored = 0;
    for (let network = 0; network < 30; network += 1)
      for (let sent = 0; sent < 20; sent += 1) {
        const address = `2001:db8:77:${network.toString(16)}::1`;
        if ((await broken.report(bad, address, 'event', remote)).status === 204) stored += 1;
      }
    expect(stored).toBe(500);
  });

  it('CARD-7 the usual probe is the gate over the stored files: a damaged live release goes back', async () => {
    const good = await studio.publish({ name: 'probed', text: 'good' });
    const bad = await studio.publish({ name: 'probed', text: 'bad' });
    await studio.promote('probed', good);
    await studio.promote('probed', bad);
    const everyone = async () => {
      for (const address of three) await studio.report(bad, address, 'entry', 'probed');
      await studio.remotes.reports.settled();
      return (await studio.composition()).remotes.probed?.live.version;
    };
    expect(await everyone()).toBe(bad);
    await rm(join(studio.dataDir, 'releases', 'probed', bad, 'remoteEntry.js'));
    studio.clock.now = new Date(studio.clock.now.getTime() + 60_000);
    expect(await everyone()).toBe(good);
  });
});

describe('a stop', () => {
  let busy: Awaited<ReturnType<typeof remotesApp>>;
  let endProbe: (verdict: { ok: boolean; cause: string }) => void = () => undefined;
  beforeAll(async () => {
    busy = await remotesApp({ probe: () => new Promise((resolve) => (endProbe = resolve)) });
  });
  afterAll(() => busy.close());

  it('CARD-7 does not wait for a long probe, which withdraws nothing when it ends later', async () => {
    const versions = [await busy.insertRelease({ text: 'good' }), await busy.insertRelease({ text: 'bad' })];
    for (const version of versions) await busy.promote('sample', version);
    const [, bad = ''] = versions;
    const stopping = await busy.openRemotes();
    const report = { remote: 'sample', version: bad, stage: 'render', cause: 'it broke', page: '/' } as const;
    for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await stopping.reports.report(report, ip);
    await stopping.close();
    endProbe({ ok: false, cause: 'too late' });
    await stopping.reports.settled();
    expect((await busy.composition()).remotes.sample?.live.version).toBe(bad);
  });
});

describe('the probe tries a release in a document', () => {
  const three = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
  const effect = (name: string, code: string) =>
    `{ remote: { contract: 1, name: '${name}', App: () => { React.useEffect(() => { ${code} }); return React.createElement('p', null, 'up'); } } }`;
  const live = async (name = 'alive') => (await studio.composition()).remotes[name]?.live.version;
  const releaseAndReport = async (code: string, name = 'alive') => {
    const version = await studio.publish({ name, module: effect(name, code) });
    await studio.promote(name, version);
    for (const address of three) await studio.report(version, address, 'render', name);
    await studio.remotes.reports.settled();
    return version;
  };
  beforeEach(() => {
    studio.clock.now = new Date(studio.clock.now.getTime() + 24 * 3600 * 1000);
  });

  it('CARD-7 a release that passes the gate and breaks in an effect goes back, with the reason', async () => {
    const good = await studio.publish({ name: 'alive', text: 'good' });
    await studio.promote('alive', good);
    await releaseAndReport(`if (document.body) throw new Error('breaks when alive');`);
    expect(await live()).toBe(good);
    const [move] = await json<Promotion[]>(studio.request('/api/remotes/alive/moves', { headers: studio.admin }));
    expect(move?.reason).toContain('the page / breaks in a document: breaks when alive');
  });

  it('however many IPs are forged, a good release stays: it is alive in the document', async () => {
    const good = await releaseAndReport(
      `if (!document.body || !window.matchMedia('all')) throw new Error('no document'); fetch('/api/elsewhere');`,
    );
    expect(await live()).toBe(good);
  });

  it('what the last good release cannot do there either says nothing about this one', async () => {
    await releaseAndReport('document.body.onlyBrowsersHaveThis();', 'modern');
    const next = await releaseAndReport('document.body.onlyBrowsersHaveThis(); void 0;', 'modern');
    expect(await live('modern')).toBe(next);
  });
});

describe('the probe tries the pages that visitors report', () => {
  const three = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
  const routes = ['/', ...Array.from({ length: 12 }, (_, index) => `/rooms/${index}`)];
  beforeEach(() => {
    studio.clock.now = new Date(studio.clock.now.getTime() + 24 * 3600 * 1000);
  });
  const broken = (condition: string) => `${FAKE_SERVER} const { render } = exports; exports.render = (input) => {
    if (${condition}) throw new Error('no page at ' + input.url);
    return render(input);
  };`;
  const appWithEffect = (name: string, code: string) =>
    `{ remote: { contract: 1, name: '${name}', App: ({ host }) => { React.useEffect(() => { ${code} }); return React.createElement('p', null, 'up'); } } }`;

  /** Makes two stored releases live, one after the other, and reports pages of the second. @returns whether it stays live */
  async function staysLive(releases: FakeReleaseOptions[], ...pages: string[]): Promise<boolean> {
    let version = '';
    for (const release of releases) {
      version = await studio.insertRelease(release);
      await studio.promote(release.name as string, version);
    }
    const name = releases[0]?.name as string;
    // The third network starts the probe: by then two have reported every page.
    for (const address of three) for (const page of pages) await studio.report(version, address, 'render', name, page);
    await studio.remotes.reports.settled();
    return (await studio.composition()).remotes[name]?.live.version === version;
  }

  it.each([
    ['/reported/rooms/11', false],
    ['/reported/rooms/11/?type=wedding', false],
    ['/reported/rooms/10', true],
    ['/elsewhere/rooms/11', true],
    ['/reported/rooms/12', true],
  ])('CARD-7 a release that breaks at one page stays live after reports of %s: %s', async (page, stays) => {
    const name = 'reported';
    const isPage = `host.location.pathname === '/rooms/11'`;
    const module = appWithEffect(name, `if (${isPage}) throw new Error('breaks here');`);
    const releases = [
      { name, text: `good ${page}` },
      { name, module, prelude: `/* ${page} */` },
    ];
    const manifest = { routes };
    expect(
      await staysLive(
        releases.map((release) => ({ ...release, manifest })),
        page,
      ),
    ).toBe(stays);
  });

  it('CARD-7 a release goes back whose server build fails at a reported page with its data', async () => {
    const release = { name: 'rendered', manifest: { routes } };
    const server = broken(`input.url === '/rendered/rooms/9'`);
    expect(
      await staysLive(
        [
          { ...release, server: FAKE_SERVER },
          { ...release, server },
        ],
        '/rendered/rooms/9',
      ),
    ).toBe(false);
    const [move] = await json<Promotion[]>(studio.request('/api/remotes/rendered/moves', { headers: studio.admin }));
    expect(move?.reason).toContain('no page at /rendered/rooms/9');
  });

  it.each([
    ['in the server build', { server: broken(`input.url.endsWith('/rooms/9')`) }],
    [
      'in the browser',
      { module: appWithEffect('both', `if (host.location.pathname === '/rooms/9') throw new Error('no');`) },
    ],
    ['at a page that every check tries', { server: broken(`input.url.endsWith('/rooms/0')`) }],
  ])('CARD-7 a stored release stays live if the last good one fails there too: %s', async (title, failing) => {
    const releases = ['old', 'new'].map((text) => ({
      ...{ name: 'both', manifest: { routes }, prelude: `/* ${title} ${text} */` },
      ...failing,
    }));
    expect(await staysLive(releases, '/both/rooms/9')).toBe(true);
  });

  describe.each([
    [
      'in the server build',
      (pages: string[]) => ({ server: broken(`${JSON.stringify(pages)}.some((page) => input.url.endsWith(page))`) }),
    ],
    [
      'in the browser',
      (pages: string[]) => ({
        module: appWithEffect(
          'hiding',
          `if (${JSON.stringify(pages)}.includes(host.location.pathname)) throw new Error('no');`,
        ),
      }),
    ],
  ])('%s, a page that fails in both releases', (_place, failingAt) => {
    it.each([
      ['a reported page, named first', '/rooms/8', '/rooms/9', ['/hiding/rooms/8', '/hiding/rooms/9']],
      ['a reported page, named last', '/rooms/8', '/rooms/9', ['/hiding/rooms/9', '/hiding/rooms/8']],
      ['a page that every check tries, before it', '/rooms/1', '/rooms/0', ['/elsewhere']],
      ['a page that every check tries, after it', '/rooms/0', '/rooms/1', ['/elsewhere']],
    ])('CARD-7 hides no page that only the new one breaks: %s', async (title, inNew, inBoth, pages) => {
      const shared = { name: 'hiding', manifest: { routes } };
      const releases = [
        { ...shared, prelude: `/* ${title} old */`, ...failingAt([inBoth]) },
        { ...shared, prelude: `/* ${title} new */`, ...failingAt([inBoth, inNew]) },
      ];
      expect(await staysLive(releases, ...pages)).toBe(false);
      const [move] = await json<Promotion[]>(studio.request('/api/remotes/hiding/moves', { headers: studio.admin }));
      expect(move?.reason).toContain(inNew);
    });
  });

  it('CARD-7 damage of the last good release excuses no page that fails', async () => {
    const shared = { name: 'damaged', manifest: { routes } };
    const releases = [
      { ...shared, manifest: { routes, shared: { react: '^1.0.0' } } },
      { ...shared, server: broken(`input.url.endsWith('/rooms/0')`) },
    ];
    expect(await staysLive(releases, '/damaged')).toBe(false);
  });

  it('CARD-7 a check of the browser that fails in both excuses no failure on the server', async () => {
    const module = `{ remote: { contract: 1, name: 'unlike', App: () => { throw new Error('no'); } } }`;
    const shared = { name: 'unlike', module, manifest: { routes } };
    const releases = [
      { ...shared, server: FAKE_SERVER },
      { ...shared, server: broken(`input.url.endsWith('/rooms/0')`) },
    ];
    expect(await staysLive(releases, '/unlike')).toBe(false);
  });

  it.each([
    ['of a route that only the new release has', '/made-up/new/page', `host.location.pathname === '/new/page'`],
    [
      'whose URL is not encoded correctly',
      '/made-up/old/%E0%A4%A',
      `decodeURIComponent(host.location.pathname) === ''`,
    ],
    ['that no link can have', '/made-up/old/a b', `host.location.pathname.includes(' ')`],
  ])('CARD-7 a release stays live after reports of a page %s', async (title, page, condition) => {
    const name = 'made-up';
    const releases = [
      { name, prelude: `/* ${title} */`, manifest: { routes: ['/', '/old/*'] } },
      {
        ...{ name, manifest: { routes: ['/', '/old/*', '/new/*'] } },
        module: appWithEffect(name, `if (${condition}) throw new Error('no');`),
      },
    ];
    expect(await staysLive(releases, page)).toBe(true);
  });
});

describe('the workspace’s own builds', () => {
  const workspace = (remote: string) => ({
    /** Starts the installation with a build of these sources. */
    async start(text: string) {
      const directory = await built(fakeRelease({ name: remote, text }));
      return studio.remotes.releases.publishFromDirectory({ directory, remote, promote: 'live' });
    },
    live: async () => (await studio.composition()).remotes[remote]?.live.version,
  });

  it('CARD-7 go live at the first start; a restart never reverts what a team shipped', async () => {
    const { start, live } = workspace('own');
    const first = await start('1');
    expect(first.created).toBe(true);
    expect(await live()).toEqual(first.version);
    const { generation } = await studio.composition();
    expect(await start('1')).toMatchObject({ created: false, version: first.version });
    expect((await studio.composition()).generation).toBe(generation);
    const second = await start('2');
    expect(await live()).toBe(second.version);
    // Rolled back by a person: the same build does not come back with the next start.
    await studio.promote('own', first.version);
    await start('2');
    expect(await live()).toBe(first.version);
    const team = await studio.publish({ name: 'own', text: 'of the team' });
    await studio.promote('own', team);
    expect((await start('3')).created).toBe(true);
    expect(await live()).toBe(team);
  });

  it('RUN-5 an undone edit goes live again, with the same data and after any number of starts', async () => {
    const { start, live } = workspace('undone');
    const first = await start('1');
    const second = await start('2');
    expect(await start('1')).toMatchObject({ created: false, version: first.version });
    expect(await live()).toBe(first.version);
    expect((await studio.composition()).remotes.undone?.previous?.version).toBe(second.version);
    await start('1');
    await start('2');
    expect(await live()).toBe(second.version);
  });

  it('CARD-7 a restart leaves what a person promoted, and a build that was rolled back waits for a person', async () => {
    const { start, live } = workspace('waiting');
    const [first, second, third] = [await start('1'), await start('2'), await start('3')];
    // Further back than `previous`: neither of the two that were rolled back comes back with a start.
    await studio.promote('waiting', first.version);
    await start('3');
    expect(await live()).toBe(first.version);
    expect(await start('2')).toMatchObject({ version: second.version, isWithdrawn: true });
    expect(await live()).toBe(first.version);
    for (const { version } of [third, second]) await studio.promote('waiting', version);
    expect(await live()).toBe(second.version);
    await start('3');
    await studio.promote('waiting', second.version);
    await start('1');
    expect(await live()).toBe(first.version);
    expect(await start('3')).toMatchObject({ version: third.version, isWithdrawn: true });
    expect(await live()).toBe(first.version);
    await studio.promote('waiting', third.version);
    expect(await live()).toBe(third.version);
    // Of a team: an other build of the workspace, new or not, replaces nothing.
    const team = await studio.publish({ name: 'waiting', text: 'of the team' });
    await studio.promote('waiting', team);
    for (const text of ['1', '4', '2']) await start(text);
    expect(await live()).toBe(team);
  });
});

describe('a build folder', () => {
  it('RUN-4 with files of an earlier build beside it is published as its manifest says', async () => {
    const directory = await built(fakeRelease({ name: 'rebuilt', text: 'now' }));
    await writeFile(join(directory, 'remote.earlier.js'), 'of an earlier build');
    const { version } = await studio.remotes.releases.publishFromDirectory({ directory, remote: 'rebuilt' });
    const stored = await readdir(join(studio.dataDir, 'releases', 'rebuilt', version));
    expect(stored).toContain('remoteEntry.js');
    expect(stored).not.toContain('remote.earlier.js');
  });
});

describe('the commands of a team', () => {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = Object.entries(incoming.headers).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[key, value]] : [],
    );
    const response = await studio.app.request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method,
      headers,
      ...(chunks.length > 0 ? { body: new Uint8Array(Buffer.concat(chunks)) } : {}),
    });
    outgoing.writeHead(response.status, {
      'content-type': 'application/json',
      'set-cookie': response.headers.getSetCookie(),
    });
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  let token = '';
  const run = async (line: string, folder = '.', env: Record<string, string> = { DEPLOY_TOKEN: token }) => {
    const said = { out: '', progress: '' };
    const code = await (line.startsWith('deploy-token ') ? deployToken : main)(
      line.split(' ').slice(line.startsWith('deploy-token ') ? 1 : 0),
      {
        out: (text) => {
          said.out += `${text}\n`;
        },
        progress: (text) => {
          said.progress += `${text}\n`;
        },
        env,
        folder,
      },
    );
    return { code, ...said };
  };

  const CREDENTIALS = { ADMIN_EMAIL: USERS.admin.email, ADMIN_PASSWORD: PASSWORD };

  it.each([
    ['guestbok', 'say that no mount path shows it'],
    ['legacy-admin', 'have no note about its mount path'],
  ])('CARD-7 deploy-token, publish and promote of %s %s', async (name) => {
    const made = await run(`deploy-token --remote ${name} --to ${url}`, '.', CREDENTIALS);
    token = made.out.trim();
    const folder = await built(fakeRelease({ name }));
    const published = await run(`publish --dir ${folder} --json --to ${url}`);
    const { version } = JSON.parse(published.out) as PublishResponse;
    const promoted = await run(`promote ${version} --remote ${name} --to ${url}`);
    const notes = [made, published, promoted].map(({ progress }) => progress.match(/No mount path shows .+/)?.[0]);
    const note =
      'No mount path shows guestbok. Check the name, or ask the team of the shell for a line in packages/contracts/src/mounts.ts.';
    expect(notes).toEqual(Array.from({ length: 3 }, () => (name === 'guestbok' ? note : undefined)));
  });

  it('CARD-7 a token by command, alone on standard output; then publish, promote, list, rollback', async () => {
    const made = await run(`deploy-token --remote crew --to ${url}`, '.', CREDENTIALS);
    expect(made.code).toBe(0);
    token = made.out.trim();
    expect(token).toMatch(/^deploy_[\w-]{43}$/);

    const [one, two] = [
      fakeRelease({ name: 'crew', text: '1' }),
      fakeRelease({ name: 'crew', text: '2', files: { '@odd/name.txt': 'x' } }),
    ];
    const folders = [await built(one), await built(two)] as const;
    const live = async () => (await studio.composition()).remotes.crew?.live.version;
    const asJson = async (line: string, folder?: string) =>
      JSON.parse((await run(`${line} --remote crew --to ${url} --json`, folder)).out);
    const first = await asJson('publish --dir .', folders[0]);
    expect(await live()).toBeUndefined();
    await asJson(`promote ${first.version.slice(-12)}`);
    const second = await asJson('publish --dir .', folders[1]);
    await asJson(`promote ${second.version}`);
    expect(await live()).toBe(second.version);
    const list = await run(`list --remote crew --to ${url}`);
    expect(list.out).toMatch(/VERSION +STATE/);
    const printedByNpm = `\n> godhuli@0.1.0 deploy-token\n> node deploy-token.mjs\n\n${token}`;
    expect(await run(`list --remote crew --to ${url}`, '.', { DEPLOY_TOKEN: printedByNpm })).toMatchObject({ code: 0 });
    expect(list.out).toMatch(new RegExp(`${second.version} +live`));
    expect(list.out).toMatch(new RegExp(`${first.version} +previous`));
    expect(await run(`rollback --remote crew --to ${url}`)).toMatchObject({ code: 0 });
    expect(await live()).toBe(first.version);
    const preview = await asJson('preview --dir .', folders[1]);
    expect(preview.preview).toBe(`${url}/preview?remote=crew&version=${second.version}`);
    const dev = await asJson('preview --dev http://127.0.0.1:4000');
    expect(dev.preview).toBe(`${url}/preview?remote=crew&dev=http%3A%2F%2F127.0.0.1%3A4000`);
    expect(await run(`preview --dev http://evil.example --remote crew --to ${url}`)).toMatchObject({
      code: 2,
      out: '',
    });
  });

  it('CARD-7 a channel by name: promoted, listed, removed', async () => {
    token = (await studio.createToken('crew')).token;
    const version = await studio.publish({ name: 'crew', text: 'reviewed' });
    expect((await run(`promote ${version} --channel pr-7 --remote crew --to ${url}`)).code).toBe(0);
    expect((await run(`list --remote crew --to ${url}`)).out).toMatch(new RegExp(`${version} +pr-7`));
    expect(await run(`remove-channel pr-7 --remote crew --to ${url}`)).toEqual({
      code: 0,
      out: 'crew: the channel pr-7 is removed.\n',
      progress: '',
    });
    expect((await run(`list --remote crew --to ${url}`)).out).not.toContain('pr-7');
    const again = await run(`remove-channel pr-7 --remote crew --to ${url}`);
    expect(again).toEqual({ code: 1, out: '', progress: 'Channel not found.\n' });
    const live = await run(`remove-channel live --remote crew --to ${url}`);
    expect(live.progress).toContain('cannot be removed');
  });

  it('CARD-7 a ship that began before a rollback publishes, shows nothing, and says who changed what', async () => {
    token = (await studio.createToken('crew')).token;
    const [good, bad] = [
      await studio.publish({ name: 'crew', text: 'good' }),
      await studio.publish({ name: 'crew', text: 'bad' }),
    ];
    for (const version of [good, bad]) await studio.promote('crew', version);
    const folder = await built(fakeRelease({ name: 'crew', text: 'next' }));
    const build = `const fs = require('node:fs'); fs.writeFileSync('begun', ''); while (!fs.existsSync('end'));`;
    await writeFile(join(folder, 'build.cjs'), build);
    await writeFile(join(folder, 'package.json'), '{ "name": "crew", "scripts": { "build": "node build.cjs" } }');
    const ship = run(`ship --dir . --to ${url}`, folder);
    while (!existsSync(join(folder, 'begun'))) await new Promise((resolve) => setImmediate(resolve));
    expect(await run(`rollback --remote crew --reason dark --to ${url}`)).toMatchObject({ code: 0 });
    await writeFile(join(folder, 'end'), '');
    const { code, progress } = await ship;
    expect(code).toBe(1);
    expect(progress).toEqual(
      expect.stringMatching(
        /is published, but not promoted to live\. deploy token .* changed 'live' to .* \(dark\).* promote 1\.0\.0-/,
      ),
    );
    expect((await studio.composition()).remotes.crew).toMatchObject({ live: { version: good } });
  });

  it('says what is wrong, with an exit code for each kind', async () => {
    const bad = await built(fakeRelease({ name: 'crew', prelude: 'eval("1");' }));
    const refused = await run(`check --dir . --to ${url}`, bad);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.progress).toMatch(/Refused:\n {2}no-eval: remoteEntry\.js uses eval/);
    const json = JSON.parse((await run(`publish --dir . --dry-run --json --to ${url}`, bad)).out);
    expect(json.checks.some((check: GateCheck) => check.name === 'no-eval' && !check.ok)).toBe(true);
    await writeFile(join(bad, 'remoteEntry.js'), 'changed');
    expect((await run('check --dir .', bad)).progress).toContain('changed after the build');
    expect(await run(`publish --dir . --to ${url}`, '/')).toMatchObject({ code: 2 });
    expect(await run(`list --remote crew --to ${url}`, '.', {})).toMatchObject({ code: 2 });
    expect(await run('list --remote crew --to http://127.0.0.1:1')).toMatchObject({ code: 3 });
    expect(await run('dance')).toMatchObject({ code: 2 });
    const stranger = { ADMIN_EMAIL: USERS.admin.email, ADMIN_PASSWORD: 'wrong' };
    expect(await run(`deploy-token --remote crew --to ${url}`, '.', stranger)).toMatchObject({ code: 1, out: '' });
  });
});
