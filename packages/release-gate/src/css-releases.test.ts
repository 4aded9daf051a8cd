import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { buildRemote } from '@godhuli/remote-kit/build-remote';
import { sharedForRemote } from '@godhuli/remote-kit/shared-modules';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { runGate } from './gate.js';
import { mountInDocument } from './isolated-checks.js';
import { type FakeReleaseOptions, fakeRelease, writeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

// Whole builds, on machines that have other work too.
jest.setTimeout(120_000);

const host = createTestHost();
const resolveLoader = createRequire(__filename).resolve;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const SOURCES = {
  'package.json': '{ "name": "sample", "version": "1.0.0" }',
  'tsconfig.json': '{ "compilerOptions": { "module": "esnext", "target": "es2022", "jsx": "react-jsx" } }',
  'src/remote.tsx': `import { createElement, lazy, Suspense } from 'react';
    import './page.css';
    const Card = lazy(() => import('./card'));
    const App = () => createElement(Suspense, null, createElement('p', { className: 'page' }, createElement(Card)));
    export const remote = { contract: 1, name: 'sample', App };`,
  'src/card.ts': `import { createElement } from 'react';
    import './card.css';
    export default () => createElement('b', { className: 'card' }, 'card');`,
  'src/page.css': '.page { color: rebeccapurple }',
  'src/card.css': '.card { color: teal }',
};

function writeSources(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'css-remote-')));
  folders.push(folder);
  for (const [path, source] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  return folder;
}

/** Builds the remote as a team with a webpack of its own does. */
async function buildWithLoaders(use: string[], plugins: webpack.WebpackPluginInstance[]): Promise<string> {
  const folder = writeSources();
  const container = 'sample_0123456789ab';
  const compiler = webpack({
    mode: 'production',
    context: folder,
    target: 'web',
    entry: {},
    output: { path: join(folder, 'dist'), publicPath: 'auto', uniqueName: container },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    resolveLoader: { modules: [join(dirname(resolveLoader('css-loader/package.json')), '..')] },
    module: {
      rules: [
        { test: /\.tsx?$/, loader: resolveLoader('ts-loader'), options: { transpileOnly: true } },
        { test: /\.css$/, use },
      ],
    },
    plugins: [
      new webpack.container.ModuleFederationPlugin({
        name: container,
        library: { type: 'var', name: container },
        filename: 'remoteEntry.js',
        exposes: { './remote': join(folder, 'src/remote.tsx') },
        shared: sharedForRemote(),
      }),
      ...plugins,
    ],
  });
  await new Promise<void>((resolve, reject) => {
    compiler?.run((error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else compiler.close(() => resolve());
    });
  });
  const names = readdirSync(join(folder, 'dist'));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'dist', name), 'utf8')]));
  const directory = await writeRelease(fakeRelease({ files, manifest: { container } }));
  folders.push(directory);
  return directory;
}

async function check(directory: string) {
  const input = {
    remote: 'sample',
    directory,
    host,
    containerTakenBy: async () => null,
    pathTakenBy: async () => null,
  };
  const { checks, manifest } = await runGate(input);
  const failed = checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`);
  return {
    failed,
    inDocument: await mountInDocument({ candidate: input, manifest: manifest as ReleaseManifest, host, pages: [HOME] }),
    manifest,
  };
}

const HOME = { pathname: '/', data: {}, exists: true };
const passed = { failed: [], inDocument: { ok: true } };
const styleSheets = (manifest: ReleaseManifest | null) =>
  manifest?.files.filter(({ path }) => path.endsWith('.css')).length;

describe('CARD-7 the gate accepts releases with CSS imports', () => {
  it('built with style-loader', async () => {
    expect(await check(await buildWithLoaders(['style-loader', 'css-loader'], []))).toMatchObject(passed);
  });

  it('built with mini-css-extract-plugin, whose chunks wait for their style sheet', async () => {
    const plugins = [new MiniCssExtractPlugin() as unknown as webpack.WebpackPluginInstance];
    const { manifest, ...result } = await check(
      await buildWithLoaders([MiniCssExtractPlugin.loader, 'css-loader'], plugins),
    );
    expect(result).toEqual(passed);
    expect(styleSheets(manifest)).toBe(2);
  });

  it("built with the kit, without configuration; a page's chunks wait for their style sheet", async () => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const folder = writeSources();
    await buildRemote({ folder, routes: ['/'] });
    const { manifest, ...result } = await check(join(folder, 'dist'));
    expect(result).toEqual(passed);
    expect(styleSheets(manifest)).toBe(2);
    expect(manifest?.remoteFiles.filter((path) => !path.endsWith('.js'))).toEqual([]);
  });
});

describe('CARD-7 a check that hangs names its step and what it waits for', () => {
  const hanging: [string, FakeReleaseOptions, string][] = [
    [
      'an init that waits for an event',
      { prelude: 'var events = new EventSource("/events");', module: 'new Promise(() => undefined)' },
      './remote fails: it did not end within 4 seconds; it still waits for EventSource /events.',
    ],
    [
      'a lazy page that never loads',
      {
        module: `{ remote: { contract: 1, name: 'sample', App: () => React.createElement(React.Suspense, null,
          React.createElement(React.lazy(() => new Promise(() => undefined)))) } }`,
      },
      'the page / does not render: it did not end within 4 seconds; it waits for something that never comes.',
    ],
    [
      'a server render that waits',
      { server: 'exports.render = () => new Promise(() => undefined);' },
      'the page /sample: it did not end within 4 seconds; it waits for something that never comes.',
    ],
  ];
  it.each(hanging)('%s', async (_title, options, message) => {
    const directory = await writeRelease(fakeRelease(options));
    folders.push(directory);
    const input = {
      remote: 'sample',
      directory,
      host,
      containerTakenBy: async () => null,
      pathTakenBy: async () => null,
    };
    const { checks } = await runGate(input);
    expect(checks.filter(({ ok }) => !ok).map((failed) => failed.message)).toEqual([expect.stringContaining(message)]);
  });
});
