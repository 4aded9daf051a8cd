import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Composition } from '@godhuli/contracts/releases';
import { createFakeApi, type FakeApi, quiet, release, temporaryFolders } from '../testing/fake-site.js';
import { type CompositionSource, openCompositionSource } from './composition-source.js';

const folders = temporaryFolders();
const sources: CompositionSource[] = [];
afterEach(() => {
  for (const source of sources.splice(0)) source.close();
});
afterAll(() => folders.removeAll());

const FILES = { 'remoteEntry.js': 'entry' };
const ROUTE_DATA = [{ route: '/p/*', serverData: ['/api/photos/{1}'], sitemap: 'photos', lang: 'mr' as const }];
const OLD = release('public-site', '1.0.0-aaaaaaaaaaaa', FILES);
const NEW = release('public-site', '2.0.0-bbbbbbbbbbbb', FILES, { routeData: ROUTE_DATA });
const STAFF = release('admin-portal', '1.0.0-cccccccccccc', FILES);
/** As a later version publishes it. */
const LATER = {
  ...NEW,
  futureField: [],
  files: NEW.files.map((file) => ({ ...file, mediaType: 'text/javascript' })),
  routeData: ROUTE_DATA.map((data) => ({ ...data, cache: 60 })),
};
const UNREADABLE = { ...NEW, files: NEW.files.map((file) => ({ ...file, integrity: 'sha1-none' })) };

const sent = (generation: number, site: unknown) =>
  ({ generation, remotes: { 'public-site': site, 'admin-portal': { live: STAFF, previous: null } } }) as Composition;
const siteOf = (composition: Composition | null) => composition?.remotes['public-site'];

async function open(fake: FakeApi, { logger = quiet, file = join(folders.create(), 'composition.json') } = {}) {
  const wait = () => new Promise<void>((resolve) => setImmediate(resolve));
  const source = await openCompositionSource({ api: fake.api, file, logger, elapsed: () => 0, wait });
  sources.push(source);
  return { source, file };
}

const nextOf = (source: CompositionSource, generation: number) =>
  new Promise<Composition>((resolve) =>
    source.onChange((composition) => composition.generation === generation && resolve(composition)),
  );

it('reads a release of a later version without the fields that it does not know', async () => {
  const { source } = await open(createFakeApi(sent(1, { live: LATER, previous: LATER })));
  expect(source.current()).toEqual(sent(1, { live: NEW, previous: NEW }));
});

it('follows a change to a release of a later version', async () => {
  const fake = createFakeApi(sent(1, { live: OLD, previous: null }));
  const { source } = await open(fake);
  const next = nextOf(source, 2);
  fake.composition = sent(2, { live: LATER, previous: OLD });
  fake.announce();
  expect(siteOf(await next)).toEqual({ live: NEW, previous: OLD });
});

it('starts with a stored composition of a later version while the API is unavailable', async () => {
  const file = join(folders.create(), 'composition.json');
  writeFileSync(file, JSON.stringify(sent(1, { live: LATER, previous: null })));
  const fake = createFakeApi(sent(1, { live: OLD, previous: null }));
  fake.isUnavailable = true;
  const { source } = await open(fake, { file });
  expect(siteOf(source.current())).toEqual({ live: NEW, previous: null });
});

it('keeps a page whose language it does not know, without its place in the sitemap', async () => {
  const live = { ...NEW, routeData: [{ ...ROUTE_DATA[0], lang: 'ta' }] };
  const { source } = await open(createFakeApi(sent(1, { live, previous: null })));
  expect(siteOf(source.current())?.live.routeData).toEqual([{ route: '/p/*', serverData: ['/api/photos/{1}'] }]);
});

it('leaves out a previous release that it cannot read', async () => {
  const { source } = await open(createFakeApi(sent(1, { live: OLD, previous: UNREADABLE })));
  expect(source.current()).toEqual(sent(1, { live: OLD, previous: null }));
});

it('shows the previous release of a remote whose live release it cannot read', async () => {
  const { source } = await open(createFakeApi(sent(1, { live: UNREADABLE, previous: OLD })));
  expect(source.current()).toEqual(sent(1, { live: OLD, previous: null }));
});

it.each([
  ['live release', { live: UNREADABLE, previous: null }],
  ['channels', 'none'],
])('a remote whose %s cannot be read costs that remote alone', async (_what, site) => {
  const { source, file } = await open(createFakeApi(sent(1, site)));
  expect(Object.keys(source.current()?.remotes ?? {})).toEqual(['admin-portal']);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(source.current());
});

it('leaves out a remote whose name it does not allow', async () => {
  const fake = createFakeApi(sent(1, { live: OLD, previous: null }));
  fake.composition.remotes.Later = { live: OLD, previous: null };
  const { source } = await open(fake);
  expect(source.current()).toEqual(sent(1, { live: OLD, previous: null }));
});

it('logs a release that it cannot read once, and names it as a problem while it lasts', async () => {
  const fake = createFakeApi(sent(1, { live: OLD, previous: UNREADABLE }));
  const errors: object[] = [];
  const { source } = await open(fake, { logger: { ...quiet, error: (details) => void errors.push(details) } });
  const third = nextOf(source, 3);
  for (const generation of [2, 3]) {
    fake.composition = sent(generation, { live: OLD, previous: UNREADABLE });
    fake.announce();
  }
  await third;
  expect(errors).toEqual([{ err: expect.any(Error), remote: 'public-site', version: '2.0.0-bbbbbbbbbbbb' }]);
  expect(source.problems()).toEqual([
    expect.stringMatching(/^public-site 2\.0\.0-bbbbbbbbbbbb cannot be read .* fall back/),
  ]);
  const fourth = nextOf(source, 4);
  fake.composition = sent(4, { live: OLD, previous: null });
  fake.announce();
  await fourth;
  expect(source.problems()).toEqual([]);
});
