import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from '@godhuli/contracts/integrity';
import { type Release, type ReleaseManifest, remoteSchema } from '@godhuli/contracts/releases';
import { main } from './main.js';

const release = (version: string, more: Partial<Release> = {}): Release => ({
  ...{
    remote: 'public-site',
    version,
    publishedAt: '2026-11-20T10:00:00.000Z',
    publishedBy: 'public team',
    size: 4096,
  },
  ...{ checks: [], channels: [], withdrawn: false, ...more },
});

const MANIFEST: ReleaseManifest = {
  ...{ name: 'public-site', packageVersion: '1.0.0', contract: 1, container: 'site_0', entry: 'entry.js' },
  ...{ exposes: ['./remote'], remoteFiles: [], shared: {}, routes: ['/'], server: null, serverData: [] },
  files: [{ path: 'entry.js', size: 0, integrity: integrityOf(Buffer.alloc(0)) }],
};

let releases: Release[] = [];
/** The first page, as `GET /api/remotes` has it. */
const SHOWN = 4;
let requests: string[] = [];
/** The remote of the deploy token. */
let tokenRemote = 'public-site';
let isBusy = false;
let isChannelChanged = false;
let installation: Server;

beforeAll(async () => {
  installation = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (isBusy) {
      response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '60' });
      return response.end(JSON.stringify({ detail: 'This machine is busy. Try again in a minute.' }));
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const remote = remoteSchema.parse({
      ...{ name: tokenRemote, live: null, releases: releases.slice(0, SHOWN), releaseCount: releases.length },
    });
    if (pathname === '/api/remotes') return response.end(JSON.stringify([remote]));
    if (!pathname.startsWith(`/api/remotes/${tokenRemote}/`)) {
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      return response.end(JSON.stringify({ detail: `This deploy token is for ${tokenRemote}.` }));
    }
    if (request.method === 'PUT' && isChannelChanged) {
      response.writeHead(409, { 'content-type': 'application/problem+json' });
      return response.end(JSON.stringify({ detail: 'Someone else changed this channel.' }));
    }
    if (request.method === 'POST')
      return response.end(JSON.stringify({ version: '1.0.0-3f9a1c0b77aa', created: true, dryRun: false, checks: [] }));
    if (request.method === 'PUT') return response.end(JSON.stringify(remote));
    const from = Number(searchParams.get('cursor') ?? 0);
    if (from + SHOWN < releases.length)
      response.setHeader('link', `<${pathname}?limit=200&cursor=${from + SHOWN}>; rel="next"`);
    return response.end(JSON.stringify(releases.slice(from, from + SHOWN)));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => installation.once('listening', done));
});
beforeEach(() => {
  releases = [];
  requests = [];
  tokenRemote = 'public-site';
  isBusy = false;
  isChannelChanged = false;
});
afterAll(() => {
  installation.close();
  installation.closeAllConnections();
});

async function run(line: string, folder = '.') {
  const said = { out: '', progress: '' };
  const to = `http://127.0.0.1:${(installation.address() as AddressInfo).port}`;
  const code = await main([...line.split(' '), '--remote', 'public-site', '--to', to], {
    out: (text) => {
      said.out += text;
    },
    progress: (text) => {
      said.progress += text;
    },
    env: { DEPLOY_TOKEN: `deploy_${'a'.repeat(43)}` },
    folder,
  });
  return { code, ...said };
}

/** Twelve hexadecimal digits. */
const hash = (number: number) => number.toString(16).padStart(12, '0');
const manyReleases = () => Array.from({ length: 10 }, (_, index) => release(`1.0.${index}-${hash(index + 0xa0)}`));

it('CARD-7 list says where each release is used, if it was withdrawn and if its files were removed', async () => {
  releases = [
    release('1.0.3-3f9a1c0b77aa', { channels: ['live'] }),
    release('1.0.2-4f9a1c0b77aa', { channels: ['previous'], withdrawn: true }),
    release('1.0.1-5f9a1c0b77aa', { withdrawn: true, filesRemoved: true }),
    release('1.0.0-6f9a1c0b77aa', { filesRemoved: true }),
  ];
  const { out } = await run('list');
  expect(out.split('\n')).toEqual([
    'VERSION             STATE                     PUBLISHED (UTC)   BY           SIZE',
    '------------------  ------------------------  ----------------  -----------  ----',
    '1.0.3-3f9a1c0b77aa  live                      2026-11-20 10:00  public team  4 KB',
    '1.0.2-4f9a1c0b77aa  previous, withdrawn       2026-11-20 10:00  public team  4 KB',
    '1.0.1-5f9a1c0b77aa  withdrawn, files removed  2026-11-20 10:00  public team  4 KB',
    '1.0.0-6f9a1c0b77aa  files removed             2026-11-20 10:00  public team  4 KB',
  ]);
});

it('CARD-7 list says how many older releases it does not show', async () => {
  releases = manyReleases();
  const { out } = await run('list');
  expect(out).toContain('\n\n6 older releases are not listed.');
  const json = await run('list --json');
  expect(JSON.parse(json.out)).toHaveLength(SHOWN);
  expect(json.progress).toBe('6 older releases are not listed.');
});

it.each(['list', 'rollback', 'promote 1.0.0-3f9a1c0b77aa', 'remove-channel pr-7', 'ship'])(
  'CARD-7 %s with the deploy token of another remote is refused before anything else happens',
  async (line) => {
    tokenRemote = 'legacy-admin';
    releases = [release('1.0.0-3f9a1c0b77aa', { remote: 'legacy-admin', channels: ['live'] })];
    const { code, out, progress } = await run(line, tmpdir());
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(progress).toBe('This deploy token is for legacy-admin.');
  },
);

it('CARD-7 a busy installation is exit code 3, with its message', async () => {
  isBusy = true;
  const { code, progress } = await run('list');
  expect(code).toBe(3);
  expect(progress).toBe('This machine is busy. Try again in a minute.');
});

it.each([
  'rollback --channel pr-7',
  'publish --channel pr-7',
  'preview --channel pr-7',
  'list --channel pr-7',
  'check --channel pr-7',
  'remove-channel pr-7 --channel pr-8',
  'remove-channel pr-7 --reason done',
  'publish --reason done',
  'list --reason done',
  'rollback --dir build',
  'promote 1.0.0-3f9a1c0b77aa --dir build',
  'preview --dev http://127.0.0.1:4000 --dir build',
])('CARD-7 %s is refused as wrong usage, and nothing is requested', async (line) => {
  releases = [
    release('1.0.1-3f9a1c0b77aa', { channels: ['live'] }),
    release('1.0.0-4f9a1c0b77aa', { channels: ['previous'] }),
  ];
  const { code, progress } = await run(line);
  expect(code).toBe(2);
  expect(progress).toMatch(/unknown option|cannot be used with option/);
  expect(requests).toEqual([]);
});

it('CARD-7 the build of another remote than --remote names is neither checked nor published', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  await writeFile(join(folder, 'release.json'), JSON.stringify({ ...MANIFEST, name: 'legacy-admin' }));
  await writeFile(join(folder, 'entry.js'), '');
  try {
    const { code, progress } = await run(`publish --dir ${folder}`);
    expect(code).toBe(2);
    expect(progress).toBe(`The build in ${folder} is of legacy-admin, not of public-site.`);
    expect(requests).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('CARD-7 a release.json above 256 KB is not sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  await writeFile(join(folder, 'release.json'), JSON.stringify(MANIFEST).padEnd(262_145));
  await writeFile(join(folder, 'entry.js'), '');
  try {
    const { code, progress } = await run(`check --dir ${folder}`);
    expect(code).toBe(1);
    expect(progress).toBe('release.json may have 256 KB at most.');
    expect(requests).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each(['live', 'next'])('CARD-7 a ship whose channel %s was changed by then names this channel', async (channel) => {
  isChannelChanged = true;
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  await writeFile(join(folder, 'release.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'entry.js'), '');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { build: 'exit 0' } }));
  try {
    const { code, progress } = await run(`ship --dir ${folder} --channel ${channel}`, folder);
    expect(code).toBe(1);
    expect(progress).toContain(`1.0.0-3f9a1c0b77aa is published, but not promoted to ${channel}. Someone else`);
    const given = channel === 'live' ? '' : ` --channel ${channel}`;
    const next = `npm run studio-remote -- promote 1.0.0-3f9a1c0b77aa${given} --to http://127.0.0.1:`;
    expect(progress).toContain(`To promote it anyway: ${next}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('CARD-7 promote finds a release of any age', () => {
  it('a full version is sent as it is', async () => {
    releases = manyReleases();
    const { code, out } = await run(`promote 0.9.0-${hash(1)} --channel pr-7`);
    expect(code).toBe(0);
    expect(out).toBe(`public-site: pr-7 is now 0.9.0-${hash(1)}.`);
    expect(requests).toEqual(['GET /api/remotes', 'PUT /api/remotes/public-site/channels/pr-7']);
  });

  it('a short version is looked up on every page', async () => {
    releases = manyReleases();
    const { out } = await run(`promote ${hash(0xa9)}`);
    expect(out).toBe(`public-site: live is now 1.0.9-${hash(0xa9)}.`);
  });

  it('a short version of two releases is refused, wherever they are listed', async () => {
    releases = manyReleases();
    const { code, progress } = await run('promote 00000000');
    expect(code).toBe(1);
    expect(progress).toBe('00000000 is more than one release of public-site.');
  });

  it('a short version of no release is refused', async () => {
    releases = manyReleases();
    expect((await run('promote ffff')).progress).toBe('ffff is no release of public-site.');
  });
});
