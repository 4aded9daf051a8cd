import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import { createFakeApi, publish, quiet, release, temporaryFolders } from '../testing/fake-site.js';
import { createReleaseFiles, type ReleaseFiles } from './release-files.js';
import { writeAtomically } from './write-atomically.js';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

const NAME = 'public-site';
const FILES = { 'remoteEntry.js': 'entry', 'lazy.js': 'chunk' };
const versionOf = (number: number) => `1.0.${number}-${number.toString(16).padStart(12, '0')}`;
const releaseNumber = (number: number) => release(NAME, versionOf(number), FILES);
const compositionOf = (live: ComposedRelease, previous: ComposedRelease | null = null): Composition => ({
  generation: 1,
  remotes: { [NAME]: { live, previous } },
});

const manifestOf = ({ version: _version, baseUrl: _baseUrl, ...manifest }: ComposedRelease) => manifest;

const textOf = async (file: ReturnType<ReleaseFiles['get']>) => Buffer.from((await file)?.plain ?? []).toString();

function openFiles(oldCopiesBytes?: number) {
  const fake = createFakeApi(compositionOf(releaseNumber(1)));
  for (let number = 1; number <= 6; number += 1) {
    const each = releaseNumber(number);
    publish(fake, each, { ...FILES, 'release.json': JSON.stringify(manifestOf(each)) });
  }
  const directory = folders.create();
  const files = createReleaseFiles(fake.api, directory, quiet, { oldCopiesBytes });
  const copies = () => readdirSync(join(directory, NAME)).sort();
  return { fake, files, directory, copies };
}

it('CARD-5 a file of a release that was never live is served, and not copied to the disk', async () => {
  const { files, copies } = openFiles();
  await files.prefetch(compositionOf(releaseNumber(1)));
  expect(await textOf(files.get(NAME, versionOf(2), 'lazy.js'))).toBe('chunk');
  expect(copies()).toEqual([versionOf(1)]);
});

it('CARD-5 a file of a release of a later version is served', async () => {
  const { fake, files } = openFiles();
  const { version, ...manifest } = releaseNumber(2);
  const later = { ...manifest, futureField: [], files: manifest.files.map((file) => ({ ...file, mediaType: 'x' })) };
  fake.files.set(`${NAME}/${version}/release.json`, JSON.stringify(later));
  expect(await textOf(files.get(NAME, version, 'lazy.js'))).toBe('chunk');
});

it('CARD-5 the copies of a release stay on the disk when another one replaces it', async () => {
  const { fake, files } = openFiles();
  await files.prefetch(compositionOf(releaseNumber(1)));
  await files.prefetch(compositionOf(releaseNumber(2)));
  fake.isUnavailable = true;
  expect(await textOf(files.get(NAME, versionOf(1), 'lazy.js'))).toBe('chunk');
});

it('CARD-5 old copies beyond the limit are removed, those first that were in use the longest ago', async () => {
  // Two files of one block each: two releases fit.
  const { files, copies, directory } = openFiles(4 * 4200);
  for (const number of [1, 2, 3]) await files.prefetch(compositionOf(releaseNumber(number)));
  for (const number of [1, 2]) utimesSync(join(directory, NAME, versionOf(number)), 10 - number, 10 - number);
  await files.prefetch(compositionOf(releaseNumber(5), releaseNumber(4)));
  expect(copies()).toEqual([1, 3, 4, 5].map(versionOf));
});

it('CARD-5 a removed copy is fetched again when its release is live again', async () => {
  const { fake, files, copies } = openFiles(0);
  await files.prefetch(compositionOf(releaseNumber(1)));
  await files.prefetch(compositionOf(releaseNumber(2)));
  expect(copies()).toEqual([versionOf(2)]);
  await files.prefetch(compositionOf(releaseNumber(1), releaseNumber(2)));
  fake.isUnavailable = true;
  expect(await textOf(files.get(NAME, versionOf(1), 'lazy.js'))).toBe('chunk');
});

const PAGES = { 'remoteEntry.js': 'entry', 'large.json': JSON.stringify({ text: 'again '.repeat(1000) }) };

/** Opens the files of two releases with the same compressible file; the first one is live. */
async function openPages() {
  const opened = openFiles();
  const releases = [1, 2].map((number) => release(NAME, versionOf(number), PAGES));
  for (const each of releases)
    publish(opened.fake, each, { ...PAGES, 'release.json': JSON.stringify(manifestOf(each)) });
  const [live, next] = releases as [ComposedRelease, ComposedRelease];
  const encodingOf = async (of: ComposedRelease) =>
    (await opened.files.get(NAME, of.version, 'large.json'))?.encodingFor('br');
  return { ...opened, live, next, encodingOf };
}

it('CARD-5 files of the live and the previous release are compressed, those of others are not', async () => {
  const { files, live, next, encodingOf } = await openPages();
  await files.prefetch(compositionOf(releaseNumber(3), releaseNumber(4)));
  expect(await encodingOf(live)).toBe('identity');
  await files.prefetch(compositionOf(next, live));
  expect(await encodingOf(live)).toBe('br');
  expect(await encodingOf(next)).toBe('br');
});

it('CARD-5 many files of other releases leave those of the live release in memory', async () => {
  const { fake, files, live } = await openPages();
  await files.prefetch(compositionOf(live));
  const before = await files.get(NAME, live.version, 'large.json');
  const big = Object.fromEntries(
    Array.from({ length: 50 }, (_, number) => [`big${number}.json`, JSON.stringify(`${number}`.padEnd(1024 ** 2))]),
  );
  const other = release(NAME, versionOf(7), { ...FILES, ...big });
  publish(fake, other, { ...FILES, ...big, 'release.json': JSON.stringify(manifestOf(other)) });
  for (const path of Object.keys(big)) await files.get(NAME, other.version, path);
  expect(await files.get(NAME, live.version, 'large.json')).toBe(before);
});

it('CARD-5 unfinished files of an ended process are removed, and those of a running one stay', async () => {
  const { files, directory } = openFiles();
  const part = (age: string) =>
    join(directory, NAME, versionOf(1), `lazy.js.${age.repeat(8)}-0000-4000-8000-000000000000.part`);
  mkdirSync(join(directory, NAME, versionOf(1)), { recursive: true });
  for (const each of ['a', 'b']) writeFileSync(part(each), 'half');
  utimesSync(part('a'), 0, 0);
  await files.prefetch(compositionOf(releaseNumber(1)));
  expect(existsSync(part('a'))).toBe(false);
  expect(existsSync(part('b'))).toBe(true);
});

it('CARD-5 a write that fails leaves no unfinished file', async () => {
  const folder = folders.create();
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
  await expect(writeAtomically(join(folder, 'taken'), 'text')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
});
