import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import vm from 'node:vm';
import { releaseFileUrl } from '@godhuli/contracts/page';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { buildRemote } from './build-remote.js';

// Whole builds, on machines that have other work too.
jest.setTimeout(120_000);

const SOURCES = {
  'package.json': '{ "name": "small-shop", "version": "1.0.0" }',
  'tsconfig.json': '{ "compilerOptions": { "module": "esnext", "target": "es2022" }, "include": ["src"] }',
  'src/remote.tsx': `import logo from './logo.svg';
export const remote = { contract: 1, name: 'small-shop', App: () => null, logo,
  open: (page: string) => (page === 'shelf' ? import('./shelf') : import('./till')) };`,
  'src/shelf.ts': `/** @license shelf v1 */ const goods = ['first']; export const put = (one: string) => goods.push(one);`,
  'src/till.ts': `export const total = () => 'twelve';`,
  'src/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

interface Built {
  manifest: ReleaseManifest;
  /** the browser's files, by path */
  files: Map<string, string>;
}

/** The small remote's release, with other sources where they are given. */
async function build(changed: Record<string, string> = {}): Promise<Built> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'small-shop-')));
  try {
    for (const [path, source] of Object.entries({ ...SOURCES, ...changed })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    const manifest = await buildRemote({ folder, routes: ['/'] });
    const read = ({ path }: { path: string }) => [path, readFileSync(join(folder, 'dist', path), 'utf8')] as const;
    return { manifest, files: new Map(manifest.files.map(read)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let first: Built;
let second: Built;
beforeAll(async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  first = await build();
  second = await build({ 'src/till.ts': `export const total = () => 'thirteen';` });
});

it('CARD-7 a build of the same sources in another folder has the same files', async () => {
  const again = await build();
  expect(again.files).toEqual(first.files);
});

const chunkWith = ({ files }: Built, text: string) => {
  const found = [...files].filter(([path, source]) => path.startsWith('assets/') && source.includes(text));
  expect(found).toHaveLength(1);
  return found[0]?.[0] ?? '';
};

it('CARD-7 a build changes only the entry and the changed chunk; all other files keep name and bytes', () => {
  const [till, changedTill] = [chunkWith(first, 'twelve'), chunkWith(second, 'thirteen')];
  expect(till).toMatch(/^assets\/\d+\.[0-9a-f]{12}\.js$/);
  expect(changedTill).not.toBe(till);
  const rest = ({ files }: Built) =>
    [...files].filter(([path]) => ![till, changedTill, 'remoteEntry.js'].includes(path));
  expect(rest(first).map(([path]) => path.replace(/[0-9a-f]{12}/, '…'))).toEqual(
    expect.arrayContaining(['assets/logo.….svg', expect.stringMatching(/^assets\/\d+\.….js$/), 'remote.LICENSE.txt']),
  );
  expect(rest(second)).toEqual(rest(first));
  expect(second.files.get('remoteEntry.js')).not.toBe(first.files.get('remoteEntry.js'));
});

it('CARD-7 a chunk keeps its bytes when only the text of a licence in its sources changes', async () => {
  const third = await build({ 'src/shelf.ts': SOURCES['src/shelf.ts'].replace('shelf v1', 'shelf v2') });
  const kept = chunkWith(first, '"first"');
  expect(third.files.get(kept)).toBe(first.files.get(kept));
  expect(third.files.get('remote.LICENSE.txt')).toContain('shelf v2');
});

/** A page in which builds of the small shop meet. Scripts run at once when they are asked for by a build. */
function pageOf(builds: Built[]) {
  const loaded: string[] = [];
  const addresses = new Map<string, string>();
  const baseUrlOf = ({ manifest }: Built) => `/remotes/small-shop/1.0.0-${manifest.container.slice(-12)}/`;
  for (const one of builds)
    for (const [path, source] of one.files)
      addresses.set(`http://site.test${releaseFileUrl(baseUrlOf(one), path)}`, source);
  const document = {
    currentScript: null as unknown,
    head: { appendChild: (script: { src: string; onload(event: unknown): void }) => run(script.src, script) },
    getElementsByTagName: () => [],
    createElement: () => ({ setAttribute: () => undefined }),
  };
  const context = vm.createContext({ document, URL, setTimeout: () => 0, clearTimeout: () => undefined });
  vm.runInContext('self = globalThis', context);
  function run(src: string, script?: { onload(event: unknown): void }) {
    const source = addresses.get(src.replace(/\?.*/, ''));
    if (source === undefined) throw new Error(`there is nothing at ${src}`);
    loaded.push(src);
    document.currentScript = { src, tagName: 'SCRIPT' };
    vm.runInContext(source, context);
    document.currentScript = null;
    script?.onload({ type: 'load', target: { src } });
  }
  interface Shop {
    logo: string;
    open(page: string): Promise<{ put(one: string): number; total(): string }>;
  }
  interface Container {
    init(scope: object): void;
    get(name: string): Promise<() => { remote: Shop }>;
  }
  return {
    loaded,
    run: (one: Built, path: string, query = '') =>
      run(`http://site.test${releaseFileUrl(baseUrlOf(one), path)}${query}`),
    async remoteOf({ manifest }: Built): Promise<Shop> {
      const container = vm.runInContext(manifest.container, context) as Container;
      container.init({});
      const factory = await container.get('./remote');
      return factory().remote;
    },
  };
}

it('CARD-7 two builds in one page run their own chunks; a shared one is fetched once, run by each', async () => {
  const page = pageOf([first, second]);
  // As a document does: what `./remote` needs may come before its entry, and again at a retry.
  for (const path of first.manifest.remoteFiles) page.run(first, path);
  page.run(first, 'remoteEntry.js');
  const one = await page.remoteOf(first);
  for (const path of second.manifest.remoteFiles) page.run(second, path, '?attempt=1');
  page.run(second, 'remoteEntry.js', '?attempt=1');
  const other = await page.remoteOf(second);
  const before = page.loaded.length;

  expect((await one.open('till')).total()).toBe('twelve');
  expect((await other.open('till')).total()).toBe('thirteen');
  const [shelf, otherShelf] = [await one.open('shelf'), await other.open('shelf')];
  expect(shelf.put('a')).toBe(2);
  expect(shelf.put('b')).toBe(3);
  expect(otherShelf.put('c')).toBe(2);
  expect(page.loaded.slice(before)).toEqual(
    [chunkWith(first, 'twelve'), chunkWith(second, 'thirteen'), chunkWith(first, '"first"')].map(
      (path) => `http://site.test/remotes/small-shop/${path}`,
    ),
  );
  expect(one.logo).toMatch(/^http:\/\/site\.test\/remotes\/small-shop\/assets\/logo\.[0-9a-f]{12}\.svg$/);
  expect(other.logo).toBe(one.logo);
});

it('CARD-7 a chunk that holds the modules of another one is taken for both', async () => {
  const shop = await build({
    'src/remote.tsx': `export const remote = { contract: 1, name: 'small-shop', App: () => null, logo: '',
      open: (page: string) => (page === 'stock' ? import('./stock') : import('./front')) };`,
    'src/stock.js': `const goods = ['first']; exports.put = (one) => goods.push(one);`,
    'src/front.ts': `import { put } from './stock'; export const total = () => 'holds ' + put('a'); export { put };`,
  });
  const front = chunkWith(shop, 'holds ');
  expect(shop.files.get(front)).toMatch(/\[\[\d+,\d+\]/);
  const page = pageOf([shop]);
  for (const path of shop.manifest.remoteFiles) page.run(shop, path);
  page.run(shop, 'remoteEntry.js');
  const remote = await page.remoteOf(shop);
  const before = page.loaded.length;
  expect((await remote.open('front')).total()).toBe('holds 2');
  expect((await remote.open('stock')).put('b')).toBe(3);
  expect(page.loaded.slice(before)).toEqual([`http://site.test/remotes/small-shop/${front}`]);
});
