import { readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createFrontDoor, type FrontDoor } from './front-door.js';
import { openShellAssets, type ShellAssets } from './http/shell-assets.js';
import { readStaticFiles } from './http/static-files.js';
import type { Logger } from './logger.js';
import { createFakeApi, publish, quiet, release, temporaryFolders, writeShell } from './testing/fake-site.js';

const FILES = { 'remoteEntry.js': 'var a;' };
const DAY_MS = 24 * 60 * 60 * 1000;
/** The hashes in the names of two builds. */
const FORMER = '0123456789ab';
const NEXT = 'ba9876543210';

const folders = temporaryFolders();
const open: (FrontDoor | ShellAssets)[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});
afterAll(() => folders.removeAll());

/** Returns a folder like a build of the shell, whose script has this hash in its name. */
function buildShell(hash: string): string {
  const directory = folders.create();
  writeShell(directory);
  const assets = join(directory, 'assets');
  for (const name of readdirSync(assets)) renameSync(join(assets, name), join(assets, name.replace(FORMER, hash)));
  const description = join(directory, 'shell.json');
  writeFileSync(description, readFileSync(description, 'utf8').replaceAll(FORMER, hash));
  return directory;
}
const formerBuild = buildShell(FORMER);
const nextBuild = buildShell(NEXT);

/** Starts a front door with a build of the shell, on the data of the site. */
async function start(shellDirectory: string, dataDirectory: string, logger: Logger = quiet) {
  const live = release('legacy-admin', '1.0.0-aaaaaaaaaaaa', FILES);
  const fake = createFakeApi({ generation: 1, remotes: { 'legacy-admin': { live, previous: null } } });
  publish(fake, live, FILES);
  const door = await createFrontDoor({ api: fake.api, shellDirectory, dataDirectory, logger });
  open.push(door);
  const get = (path: string) => Promise.resolve(door.app.request(path, { headers: { 'accept-encoding': 'br' } }));
  const scriptOfDocument = async () => {
    const html = brotliDecompressSync(await (await get('/admin-old')).arrayBuffer()).toString();
    return /\/assets\/shell\.\w{12}\.js/.exec(html)?.[0] ?? 'none';
  };
  return { get, scriptOfDocument, close: door.close };
}

const copyOf = (data: string, hash: string) => join(data, `shell/assets/shell.${hash}.js`);
/** As if a process had used the build this many days ago for the last time. */
function age(copy: string, days: number): void {
  const usedAt = new Date(Date.now() - days * DAY_MS);
  utimesSync(copy, usedAt, usedAt);
}
const daysSinceUse = (copy: string) => Math.round((Date.now() - statSync(copy).mtimeMs) / DAY_MS);

it('RUN-6 a document of the former build gets its scripts after an update, as those of the new build', async () => {
  const data = folders.create();
  const former = await start(formerBuild, data);
  const script = await former.scriptOfDocument();
  const before = await former.get(script);
  former.close();
  const next = await start(nextBuild, data);
  expect(await next.scriptOfDocument()).not.toBe(script);
  const after = await next.get(script);
  expect(after.status).toBe(200);
  for (const name of ['content-type', 'content-encoding', 'cache-control'])
    expect({ name, value: after.headers.get(name) }).toEqual({ name, value: before.headers.get(name) });
  expect(brotliDecompressSync(await after.arrayBuffer())).toEqual(brotliDecompressSync(await before.arrayBuffer()));
});

it('RUN-6 two processes that are updated one after the other serve the scripts of each other', async () => {
  const data = folders.create();
  const former = await start(formerBuild, data);
  const next = await start(nextBuild, data);
  expect((await former.get(await next.scriptOfDocument())).status).toBe(200);
  expect((await next.get(await former.scriptOfDocument())).status).toBe(200);
});

it('RUN-6 a disk that cannot be written costs the copies, not the start; a file of no build is not found', async () => {
  const data = folders.create();
  writeFileSync(join(data, 'shell'), '');
  const warnings: string[] = [];
  const logger = { ...quiet, warn: (_: object, message: string) => void warnings.push(message) };
  const { get, scriptOfDocument } = await start(nextBuild, data, logger);
  expect(warnings).toContain('could not save files of the shell to disk; pages will lack them after the next update');
  expect((await get(await scriptOfDocument())).status).toBe(200);
  for (const path of [`/assets/shell.${FORMER}.js`, '/assets/shell.js'])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
});

it('RUN-6 files of a former build are removed a week after a process last had that build', async () => {
  const data = folders.create();
  const former = copyOf(data, FORMER);
  await start(formerBuild, data);
  age(former, 8);
  await start(formerBuild, data);
  const second = await start(nextBuild, data);
  expect((await second.get(`/assets/shell.${FORMER}.js`)).status).toBe(200);
  age(former, 8);
  age(copyOf(data, NEXT), 8);
  const third = await start(nextBuild, data);
  expect((await third.get(`/assets/shell.${FORMER}.js`)).status).toBe(404);
  expect(readdirSync(join(data, 'shell/assets'))).toEqual([`shell.${NEXT}.js`]);
});

it('RUN-6 a process that runs for long says each day that its build is in use', async () => {
  jest.useFakeTimers({
    doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout'],
  });
  try {
    const data = folders.create();
    await start(formerBuild, data);
    const copy = copyOf(data, FORMER);
    age(copy, 6);
    jest.advanceTimersByTime(DAY_MS);
    while (daysSinceUse(copy) > 0) await new Promise(setImmediate);
    expect(daysSinceUse(copy)).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

it('RUN-6 copies of other builds beyond the limit are removed, the least recently used first', async () => {
  const directory = folders.create();
  // Room for two, each of one block and a little more.
  const use = async (hash: string) => {
    const statics = await readStaticFiles(buildShell(hash));
    open.push(await openShellAssets({ statics, directory, logger: quiet, otherBuildsBytes: 10_000 }));
  };
  const hashes = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(12));
  for (const [index, hash] of hashes.entries()) {
    await use(hash);
    age(join(directory, `assets/shell.${hash}.js`), 6 - index);
  }
  expect(readdirSync(join(directory, 'assets'))).toEqual(hashes.slice(1).map((hash) => `shell.${hash}.js`));
});
