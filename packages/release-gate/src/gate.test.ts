import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { runGate } from './gate.js';
import { mountInDocument } from './isolated-checks.js';
import { samplePages } from './sample-pages.js';
import { FAKE_SERVER, type FakeReleaseOptions, fakeRelease, writeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

// Two processes per judgement, and a busy machine may be slow to give a loop its processor time.
jest.setTimeout(120_000);

const host = createTestHost({
  readPublic: async (path) => (path === '/api/content' ? '[{"section":"hero"}]' : undefined),
  scriptBudgets: { default: 200 * 1024 },
  assetBudget: 50 * 1024,
  serverBudget: 100 * 1024,
  isolatedCpuLimitMs: 4000,
});

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** The names of the failed checks, and their messages. */
async function judge(
  options: FakeReleaseOptions,
  change: {
    limits?: Partial<typeof host>;
    spoil?: (folder: string) => Promise<unknown>;
    takenBy?: string;
    isFromStore?: boolean;
    isPublished?: boolean;
  } = {},
) {
  const directory = await writeRelease(fakeRelease(options));
  folders.push(directory);
  await change.spoil?.(directory);
  const { checks } = await runGate({
    remote: 'sample',
    directory,
    host: { ...host, ...change.limits },
    containerTakenBy: async () => change.takenBy ?? null,
    pathTakenBy: async () => null,
    ...(change.isFromStore && { isFromStore: true }),
    ...(change.isPublished && { isPublished: async () => true }),
  });
  const failed = checks.filter((check) => !check.ok);
  return { checks, failed: failed.map(({ name }) => name), message: failed.map(({ message }) => message).join(' ') };
}

const app = (render: string, contract = 1) =>
  `{ remote: { contract: ${contract}, name: 'sample', App: ({ host }) => { ${render} } } }`;
const OK_ENTRY = 'return React.createElement("p", null, "hello");';
/** The modules of Node that a server build may require. */
const NODE_MODULES =
  'assert async_hooks buffer crypto events path perf_hooks process punycode querystring stream stream/web string_decoder timers url util util/types';
/** So long that a parser would notice, and all of it harmless. */
const filler = (bytes: number) => `/*${'x'.repeat(bytes)}*/`;

it('CARD-7 the gate lets an honest release in, and says what it has checked', async () => {
  const { checks, failed, message } = await judge({
    server: `'${NODE_MODULES}'.split(' ').forEach((name) => require('node:' + name)); ${FAKE_SERVER}`,
    module: app(
      'if (host.initialData["/api/content"][0].section !== "hero") throw new Error("no data"); return React.createElement(React.Suspense, null, React.createElement("p"));',
    ),
    files: { 'assets/mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    manifest: { serverData: ['/api/content', '/api/unknown'], routes: ['/', '/gallery/*'] },
  });
  expect(message).toBe('');
  expect(failed).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    'manifest',
    'contract',
    'shared',
    'files',
    'budget',
    'syntax',
    'container',
    'second-react',
    'no-eval',
    'server-render',
    'smoke',
  ]);
});

it('CARD-7 the gate serves a release’s files at both URLs: next to its entry, and named by content', async () => {
  const part = 'assets/part.0123456789ab.js';
  const directory = await writeRelease(
    fakeRelease({
      prelude: 'var here = document.currentScript.src;',
      files: { [part]: 'var arrivals = [...(globalThis.arrivals || []), document.currentScript.src];' },
      module: `Promise.all(['${part}', '../${part}'].map((path) => new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.onload = resolve;
        script.onerror = () => reject(new Error(path + ' does not load'));
        script.src = new URL(path, here).href;
        document.head.appendChild(script);
      }))).then(() => {
        if (new Set(arrivals).size !== 2) throw new Error('came from ' + arrivals);
        return ${app(OK_ENTRY)};
      })`,
      manifest: { remoteFiles: [part] },
    }),
  );
  folders.push(directory);
  const { checks, manifest } = await runGate({
    remote: 'sample',
    directory,
    host,
    containerTakenBy: async () => null,
    pathTakenBy: async () => null,
  });
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  const tried = await mountInDocument({
    candidate: { remote: 'sample', directory },
    manifest: manifest as ReleaseManifest,
    host,
    pages: [{ pathname: '/', data: {}, exists: true }],
  });
  expect(tried).toEqual({ ok: true });
});

it('CARD-7 a stored release of a later version is judged without the fields that only that version knows', async () => {
  const { failed } = await judge({ manifest: { surprise: true } as Partial<ReleaseManifest> }, { isFromStore: true });
  expect(failed).toEqual([]);
});

it('CARD-7 a stored release keeps a route that the gate refuses today', async () => {
  const { failed } = await judge({ manifest: { routes: ['/', '//old', '/entries/:id'] } }, { isFromStore: true });
  expect(failed).toEqual([]);
});

describe('CARD-7 the gate refuses by the name of the check', () => {
  const manifestCases: [string, string, Partial<ReleaseManifest> | Record<string, unknown>, RegExp][] = [
    ['a manifest with an unknown field', 'manifest', { surprise: true }, /not valid/],
    ['a manifest whose path leaves the release', 'manifest', { entry: '../remoteEntry.js' }, /entry/],
    ['a route that no URL matches', 'manifest', { routes: ['/', '/entries/:id'] }, /'\/entries\/:id' is not a route/],
    ['a release of another remote', 'manifest', { name: 'other' }, /belongs to other, not to sample/],
    ['a release that exposes something else', 'manifest', { exposes: ['./thing'] }, /does not expose \.\/remote/],
    ['a package version that is none', 'manifest', { packageVersion: 'latest' }, /not a semantic version/],
    ['a contract from the future', 'contract', { contract: 2 }, /contract 2; this host supports only 1/],
    ['a range that the host cannot satisfy', 'shared', { shared: { react: '^18.0.0' } }, /needs react \^18\.0\.0/],
    ['a shared module beyond the policy', 'shared', { shared: { lodash: '^4.0.0' } }, /shares lodash/],
    ['a missing file', 'files', { remoteFiles: ['gone.js'] }, /gone\.js/],
    ['a missing page script', 'files', { pageScript: 'gone.js' }, /gone\.js/],
    ['a page script that is the entry', 'files', { pageScript: 'remoteEntry.js' }, /names a script twice/],
    ['a page script that is none', 'manifest', { pageScript: 'page.css' }, /pageScript/],
    ['a container without a hash', 'container', { container: 'sample' }, /must be sample_ followed by/],
    ['a container named after another remote', 'container', { container: 'other_0123456789ab' }, /must be sample_/],
    ['a container of a longer name', 'container', { container: 'sample_b_0123456789ab' }, /must be sample_/],
    ['an entry without its container', 'container', { container: 'sample_0123456789ab' }, /does not define the global/],
  ];
  it.each(manifestCases)('%s: %s', async (_title, check, manifest, message) => {
    const result = await judge({ manifest: manifest as Partial<ReleaseManifest> });
    expect(result.failed).toContain(check);
    expect(result.message).toMatch(message);
  });

  const codeCases: [string, string, FakeReleaseOptions, RegExp][] = [
    [
      'a second react',
      'second-react',
      { prelude: 'var exports = {}; exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = {};' },
      /bundles its own React/,
    ],
    [
      'a second react-dom',
      'second-react',
      { prelude: 'var devtools = { bundleType: 0, rendererPackageName: "react-dom", reconcilerVersion: "19.3.1" };' },
      /reconcilerVersion|rendererPackageName/,
    ],
    ['eval by another name', 'no-eval', { prelude: 'function later() { return (0, eval)("1"); }' }, /uses eval/],
    [
      'code from text',
      'no-eval',
      { prelude: 'function later(text) { return new Function("a", text); }' },
      /with Function/,
    ],
    [
      'text for a timer',
      'no-eval',
      { prelude: 'function later() { window.setTimeout("go()", 9); }' },
      /passes text to setTimeout/,
    ],
    [
      'a module of another origin',
      'no-eval',
      { prelude: 'function later() { return import("https://cdn.example/x.js"); }' },
      /another origin: https:\/\/cdn\.example/,
    ],
    [
      'a public path of another origin',
      'no-eval',
      { prelude: 'var r = {}; r.p = "//cdn.example/";' },
      /another origin/,
    ],
    [
      'a script that is no JavaScript',
      'syntax',
      { files: { 'broken.js': 'const = 1' } },
      /broken\.js is not valid JavaScript/,
    ],
    [
      'too much JavaScript',
      'budget',
      { files: { 'large.js': filler(210 * 1024) } },
      /of JavaScript; the budget is 200 KB/,
    ],
    ['too large pictures', 'budget', { files: { 'large.png': filler(60 * 1024) } }, /of other files/],
    [
      'too large a server build',
      'budget',
      { server: FAKE_SERVER + filler(110 * 1024) },
      /Its server build has 111 KB; the budget is 100 KB/,
    ],
    ['a server build without render', 'server-render', { server: 'exports.other = 1;' }, /does not export 'render'/],
    [
      'a server build that throws',
      'server-render',
      { server: 'exports.render = () => { throw new Error("no such page"); };' },
      /no such page/,
    ],
    [
      'a server build that renders nothing',
      'server-render',
      { server: 'exports.render = () => ({ html: "", head: "", data: {} });' },
      /came out empty/,
    ],
    [
      'a server build with a script for the head',
      'server-render',
      { server: 'exports.render = () => ({ html: "<p>", head: "<script>1</script>", data: {} });' },
      /script into the head/,
    ],
    [
      'a server build whose markup ends inside a comment',
      'server-render',
      { server: 'exports.render = () => ({ html: "<p>1</p><!-- ", head: "", data: {} });' },
      /its markup ends inside a comment/,
    ],
    [
      'an entry that throws',
      'smoke',
      { prelude: 'throw new Error("broken at load");' },
      /the container entry fails: broken at load/,
    ],
    ['an export that is missing', 'smoke', { module: '{ remote: null }' }, /exports no 'remote'/],
    ['a component of another contract', 'smoke', { module: app(OK_ENTRY, 7) }, /speaks contract 7/],
    [
      'a component that throws in its first render',
      'smoke',
      { module: app('throw new Error("first render");') },
      /page \/ does not render: first render/,
    ],
    [
      'a component that throws where it is lazy',
      'smoke',
      {
        module: app(
          'return React.createElement(React.Suspense, null, React.createElement(React.lazy(() => Promise.reject(new Error("chunk is gone")))));',
        ),
      },
      /chunk is gone/,
    ],
  ];
  it.each(codeCases)('%s: %s', async (_title, check, options, message) => {
    const result = await judge(options);
    expect(result.failed).toEqual([check]);
    expect(result.message).toMatch(message);
  });

  it('files that differ from the manifest, in content, in size, or by being there at all', async () => {
    const [honest, other] = [fakeRelease(), fakeRelease({ text: 'other' })];
    const result = await judge({
      files: { 'remoteEntry.js': `${honest.files['remoteEntry.js']}`, 'extra.js': '1' },
      manifest: { container: honest.manifest.container, files: [...other.manifest.files] },
    });
    expect(result.failed).toEqual(['files']);
    expect(result.message).toMatch(/extra\.js is not in the manifest/);
    expect(result.message).toMatch(/remoteEntry\.js (has|does not match)/);
  });

  it('but not a stored release whose container was named before names began with the remote', async () => {
    const { manifest, files } = fakeRelease();
    const [entry = ''] = Object.values(files);
    const renamed = entry.replace(manifest.container, 'old_0123456789ab');
    const release = fakeRelease({ files: { 'remoteEntry.js': renamed }, manifest: { container: 'old_0123456789ab' } });
    const directory = await writeRelease(release);
    folders.push(directory);
    const { checks } = await runGate({
      ...{ remote: 'sample', directory, host, isPublished: async () => true },
      containerTakenBy: async () => null,
      pathTakenBy: async () => null,
    });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('but not a stored release whose server build is larger than today’s budget', async () => {
    const { failed } = await judge({ server: FAKE_SERVER + filler(110 * 1024) }, { isPublished: true });
    expect(failed).toEqual([]);
  });

  it('a container name that another release holds with other code', async () => {
    const result = await judge({}, { takenBy: '0.9.0-0123456789ab' });
    expect(result.failed).toEqual(['container']);
    expect(result.message).toContain('0.9.0-0123456789ab');
  });

  it('a release.json above 256 KB, without parsing it', async () => {
    const parse = jest.spyOn(JSON, 'parse');
    const shared = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`module${index}`, '1']));
    const result = await judge({ manifest: { shared } });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(result.failed).toEqual(['manifest']);
    expect(result.message).toBe('release.json may have 256 KB at most.');
  });

  it('a script that takes minutes to parse, and the event loop turns in the meantime', async () => {
    // For each name the parser searches all earlier ones.
    const names = Array.from({ length: 90_000 }, (_, index) => `a${index}`);
    let turns = 0;
    let isDone = false;
    const countTurn = () => {
      turns += 1;
      if (!isDone) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    const result = await judge(
      { files: { 'slow.js': `(() => { let ${names}; })()` } },
      { limits: { scriptsCpuLimitMs: 1000, scriptBudgets: { default: 1024 * 1024 } } },
    );
    isDone = true;
    expect(result.message).toBe(
      'Its scripts are too complex to check: slow.js: it did not end within 1 seconds of processor time.',
    );
    expect(result.failed).toEqual(['syntax']);
    expect(turns).toBeGreaterThan(1000);
  });

  it('a release without release.json', async () => {
    const result = await judge({}, { spoil: (folder) => rm(join(folder, 'release.json')) });
    expect(result.checks).toHaveLength(1);
    expect(result.failed).toEqual(['manifest']);
  });

  it('a server build that never ends, within its processor time', async () => {
    const result = await judge(
      { server: 'exports.render = () => { for (;;); };' },
      { limits: { isolatedCpuLimitMs: 1000 } },
    );
    expect(result.failed).toEqual(['server-render']);
    expect(result.message).toMatch(/did not end within 1 seconds of processor time/);
  });

  it('but not one that waits longer than that: a slow machine is no fault of a release', async () => {
    const result = await judge(
      {
        server: `${FAKE_SERVER} const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
          const { render } = exports;
          module.exports = { render: async (input) => { await wait(3500); return render(input); } };`,
        manifest: { routes: ['/'] },
      },
      { limits: { isolatedCpuLimitMs: 1000 } },
    );
    expect(result.message).toBe('');
  });
});

describe('CARD-7 the server build renders every route', () => {
  const routes = ['/', ...Array.from({ length: 12 }, (_, index) => `/rooms/${index}`)];
  const broken = (condition: string) =>
    `${FAKE_SERVER} const { render } = exports; exports.render = (input) => {
      if (${condition}) throw new Error('no page at ' + input.url);
      return render(input);
    };`;

  it('and a release whose last page fails is refused', async () => {
    const { failed, message } = await judge({ server: broken("input.url.endsWith('/11')"), manifest: { routes } });
    expect(failed).toEqual(['server-render']);
    expect(message).toContain('no page at /sample/rooms/11');
  });

  it('but a stored one stays: it was published when only a few pages were tried', async () => {
    const release = { server: broken("input.url.endsWith('/11')"), manifest: { routes } };
    expect((await judge(release, { isPublished: true })).failed).toEqual([]);
  });

  it('at the URLs that the front door gives it', async () => {
    const server = broken("!['/sample', '/sample/b', '/sample/c/anything'].includes(input.url)");
    const { checks } = await judge({ server, manifest: { routes: ['/', '/b', '/c/*'] } });
    expect(checks.find(({ name }) => name === 'server-render')?.message).toBe(
      'The server build renders 3 of its pages.',
    );
  });

  it('with the newest entry of the sitemap, and as a page for which the API has nothing', async () => {
    const answers: Record<string, unknown> = {
      '/api/sitemap': ['photos-1', 'photos-2', 'stories-1'],
      '/api/sitemap/photos-2': ['older', 'dusk'].map((slug) => ({ slug, media: null })),
      '/api/photos/dusk': { title: 'Dusk' },
    };
    const readPublic = async (path: string) => (path in answers ? JSON.stringify(answers[path]) : undefined);
    const release = (condition: string): FakeReleaseOptions => ({
      server: broken(condition),
      manifest: {
        routes: ['/', '/p/*'],
        routeData: [{ route: '/p/*', serverData: ['/api/photos/{1}'], sitemap: 'photos' }],
      },
    });
    const isPhoto = "input.data['/api/photos/dusk']?.title === 'Dusk'";
    expect((await judge(release(isPhoto), { limits: { readPublic } })).message).toContain('no page at /sample/p/dusk');
    const isNothing = "input.data['/api/photos/*'] === null";
    expect((await judge(release(isNothing), { limits: { readPublic } })).message).toContain('no page at /sample/p/*');
    const { checks, failed } = await judge(release('false'), { limits: { readPublic } });
    expect(failed).toEqual([]);
    expect(checks.find(({ name }) => name === 'server-render')?.message).toContain('renders 3 of its pages');
  });

  it('in further processes, so that many pages are not refused for their processor time together', async () => {
    const busy = `${FAKE_SERVER} const { render } = exports; exports.render = (input) => {
      for (const end = Date.now() + 700; Date.now() < end; );
      return render(input);
    };`;
    const { failed } = await judge(
      { server: busy, manifest: { routes: routes.slice(0, 8) } },
      { limits: { isolatedCpuLimitMs: 1000 } },
    );
    expect(failed).toEqual([]);
  });
});

describe('CARD-7 a page that exists has no status 404', () => {
  const server = (condition: string) =>
    `${FAKE_SERVER} const { render } = exports; exports.render = (input) => ({
      ...render(input),
      ...(${condition} ? { status: 404 } : {}),
    });`;
  const answers: Record<string, unknown> = {
    '/api/content': [],
    '/api/sitemap': ['photos-1'],
    '/api/sitemap/photos-1': [{ slug: 'dusk', media: null }],
    '/api/photos/dusk': { title: 'Dusk' },
  };
  const readPublic = async (path: string) => (path in answers ? JSON.stringify(answers[path]) : undefined);
  const routeData = [
    { route: '/prices', serverData: ['/api/unknown'] },
    { route: '/p/*', serverData: ['/api/photos/{1}'], sitemap: 'photos' },
  ];
  const manifest = { routes: ['/', '/about', '/prices', '/p/*'], serverData: ['/api/content'], routeData };
  const judgePages = (condition: string, isPublished = false) =>
    judge({ server: server(condition), manifest }, { limits: { readPublic }, isPublished });

  it.each([
    ['the first page', "input.url === '/sample'", '/'],
    ['another page of its routes', "input.url === '/sample/about'", '/about'],
    ['an entry of the sitemap', "input.url === '/sample/p/dusk'", '/p/dusk'],
  ])('so a release is refused that has it for %s', async (_title, condition, page) => {
    const { failed, message } = await judgePages(condition);
    expect(failed).toEqual(['server-render']);
    expect(message).toContain(`the page ${page} has status 404, although its data is there.`);
  });

  it.each([
    ['for which the API has nothing', "input.url === '/sample/p/*'"],
    ['whose data could not be read', "input.url === '/sample/prices'"],
  ])('but a page may have it %s', async (_title, condition) => {
    expect((await judgePages(condition)).failed).toEqual([]);
  });

  it('and a release that was published before keeps it', async () => {
    expect((await judgePages('true', true)).failed).toEqual([]);
  });
});

describe('CARD-7 the data of a release is limited as a whole', () => {
  const pathsOf = (count: number) => Array.from({ length: count }, (_, index) => `/api/content?${index}`);
  const release = (count: number) => {
    const paths = pathsOf(count);
    const routes = Array.from({ length: Math.ceil(count / 20) }, (_, index) => `/page-${index}`);
    const routeData = routes.map((route, index) => ({ route, serverData: paths.slice(index * 20, index * 20 + 20) }));
    return fakeRelease({ server: FAKE_SERVER, manifest: { routes: ['/', ...routes], routeData } });
  };

  it('a release that names more than 40 API paths is refused', async () => {
    const { problems } = await samplePages(release(41).manifest, createTestHost());
    expect(problems).toEqual(['Its pages begin with 41 different API paths; at most 40 are allowed.']);
  });

  it.each([
    '/api/remotes/team/releases/1.0.0-0123456789ab/files/a.json',
    '/api/remotes/team/releases/{1}/files/a.json',
    '/api/x/../remotes/team/a.json',
    '/api/%72emotes/team/a.json',
    '/api/%zz',
  ])('a release whose pages begin with %s, a file of a release, is refused', async (path) => {
    const readPublic = jest.fn(async () => '1');
    const routeData = [{ route: '/g/*', serverData: [path] }];
    const { manifest } = fakeRelease({ server: FAKE_SERVER, manifest: { routes: ['/', '/g/*'], routeData } });
    const { problems } = await samplePages(manifest, createTestHost({ readPublic }));
    expect(problems).toEqual([`A page cannot begin with ${path}: it is no data of the studio.`]);
    expect(readPublic).not.toHaveBeenCalledWith(path);
  });

  it('no more than 40 API paths are read, four at a time', async () => {
    let open = 0;
    let most = 0;
    const read: string[] = [];
    const readPublic = async (path: string) => {
      read.push(path);
      open += 1;
      most = Math.max(most, open);
      await new Promise((done) => setImmediate(done));
      open -= 1;
      return '1';
    };
    const { pages } = await samplePages(release(1000).manifest, createTestHost({ readPublic }));
    expect(read).toEqual(pathsOf(40));
    expect(most).toBe(4);
    expect(new Set(pages.flatMap(({ data }) => Object.keys(data)))).toEqual(new Set(pathsOf(40)));
  });

  it('reading ends, and nothing is parsed, once all data exceeds 8 MB', async () => {
    const text = JSON.stringify('x'.repeat(2_100_000));
    const readPublic = jest.fn(async () => text);
    const parse = jest.spyOn(JSON, 'parse');
    const { problems } = await samplePages(release(40).manifest, createTestHost({ readPublic }));
    const parsed = parse.mock.calls.filter(([value]) => value === text);
    parse.mockRestore();
    expect(problems).toEqual(['The data of its pages has more than 8 MB in total.']);
    expect(parsed).toHaveLength(0);
    expect(readPublic).toHaveBeenCalledTimes(4);
  });

  it('a release that is stored already is checked without the data beyond the limits', async () => {
    const directory = await writeRelease(release(41));
    folders.push(directory);
    const { checks } = await runGate({
      ...{ remote: 'sample', directory, host, isPublished: async () => true },
      containerTakenBy: async () => null,
      pathTakenBy: async () => null,
    });
    expect(checks.find(({ name }) => name === 'server-data')).toBeUndefined();
    expect(checks.map(({ name }) => name)).toContain('smoke');
  });
});

describe('the process that checks a release holds no secrets', () => {
  const attempts = {
    files: `require('node:fs').readFileSync('/etc/hostname')`,
    filesByAWayAround: `process.getBuiltinModule('fs').readFileSync('/etc/hostname')`,
    filesByModule: `module.constructor.createRequire('/etc/')('fs')`,
    network: `require('node:net').connect(80, '127.0.0.1')`,
    networkByFetch: `await fetch('http://127.0.0.1:1/')`,
    anotherProcess: `require('child_process').execSync('id')`,
    thread: `require('worker_threads')`,
    nativeCode: `process.dlopen({ exports: {} }, '/lib/none.node')`,
    insides: `process.binding('tcp_wrap')`,
    modulesByImport: `await import('node:fs')`,
    codeFromText: `new Function('return 1')()`,
    secrets: `if (Object.keys(process.env).every((key) => /^NODE_/.test(key))) throw new Error('empty')`,
    theWordOfItsJudge: `process.send('ok')`,
  };

  it('no files, network, processes, threads, insides, secrets, nor the word of its judge', async () => {
    const tries = Object.entries(attempts).map(
      ([name, code]) => `try { ${code}; open.push(${JSON.stringify(name)}); } catch { denied += 1; }`,
    );
    const result = await judge({
      server: `exports.render = async () => {
        const open = []; let denied = 0;
        ${tries.join('\n')}
        throw new Error('denied ' + denied + ', open: ' + open.join());
      };`,
    });
    expect(result.message).toContain(`denied ${tries.length}, open: .`);
  });

  it('no memory without end', async () => {
    const result = await judge({
      server: 'exports.render = () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); };',
    });
    expect(result.failed).toEqual(['server-render']);
    expect(result.message).toMatch(/ended before it gave a result|did not end/);
  });

  it('links are not followed into the release', async () => {
    const result = await judge({}, { spoil: (folder) => symlink('/etc/hostname', join(folder, 'stolen.js')) });
    expect(result.failed).toContain('files');
  });
});
