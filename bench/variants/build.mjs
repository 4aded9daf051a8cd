/** Builds the variants that the page is compared with, from the same sources and data. Returns the folder of each. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import { root } from '../product.mjs';
import { readSite } from './site-data.mjs';
import { staticPage } from './static-page.mjs';

const require = createRequire(import.meta.url);
const here = import.meta.dirname;
export const output = join(root, 'bench', 'dist', 'variants');

const base = (name, entry) => ({
  name,
  context: here,
  mode: 'production',
  devtool: false,
  target: ['web', 'es2022'],
  entry,
  output: { path: join(output, name, 'assets'), filename: '[name].[contenthash:12].js', publicPath: '/assets/' },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  performance: { hints: false },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        exclude: /node_modules/,
        loader: require.resolve('ts-loader'),
        options: {
          transpileOnly: true,
          configFile: join(root, 'bench', 'tsconfig.json'),
          compilerOptions: { noEmit: false, verbatimModuleSyntax: false },
        },
      },
      {
        test: /\.css$/,
        resourceQuery: /^\?inline$/,
        type: 'asset/source',
        loader: fileURLToPath(import.meta.resolve('@godhuli/remote-kit/minified-css-loader')),
      },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
});

/** The libraries that both sides of the textbook federation share, as in its documentation. */
const SHARED = Object.fromEntries(
  ['react', 'react-dom', 'react-router-dom', '@emotion/react'].map((name) => [
    name,
    { singleton: true, requiredVersion: `^${require(`${name}/package.json`).version}` },
  ]),
);

/** Default settings, except the generation of types, which a page does not load. */
const federation = (options) => new ModuleFederationPlugin({ shared: SHARED, dts: false, ...options });

const monolith = () => base('monolith', { main: './monolith/main.tsx' });
const textbookHost = () => ({
  ...base('textbook', { main: './textbook/index.ts' }),
  plugins: [federation({ name: 'textbook_host', remotes: { public_site: 'public_site@/remote/mf-manifest.json' } })],
});
const textbookRemote = () => {
  const config = base('textbook', {});
  return {
    ...config,
    output: {
      path: join(output, 'textbook', 'remote'),
      publicPath: 'auto',
      uniqueName: 'public_site',
      filename: '[name].[contenthash:12].js',
    },
    plugins: [
      federation({
        name: 'public_site',
        filename: 'remoteEntry.js',
        manifest: true,
        exposes: { './remote': join(root, 'public-site', 'src', 'remote.tsx') },
      }),
    ],
  };
};

function run(config) {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only', colors: false })));
        else resolve(stats);
      });
    });
  });
}

/** The document of a page that JavaScript renders: styles first, then the script. */
const emptyDocument = (styles, script) =>
  '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Godhuli</title>' +
  `<link rel="icon" href="data:,"><link rel="stylesheet" href="${styles}">` +
  `<script defer src="/assets/${script}"></script></head><body style="margin:0"><div id="root"></div></body></html>`;

/** Writes the brotli form of every text file next to it, at the best quality. */
export function precompress(folder) {
  const sent = readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(js|css|html)$|mf-manifest\.json$/.test(name),
  );
  for (const path of sent)
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(readFileSync(join(folder, path))));
}

/** The builds of the variants with scripts, in order. */
const BUILDS = { monolith: () => [monolith()], textbook: () => [textbookRemote(), textbookHost()] };

/**
 * @param url of the running product, whose data, photos and design tokens every variant uses
 * @param names static, monolith, textbook
 * @returns folders by name
 */
export async function buildVariants(url, names) {
  rmSync(output, { recursive: true, force: true });
  const site = await readSite(url);
  for (const name of names) {
    const folder = join(output, name);
    mkdirSync(join(folder, 'assets'), { recursive: true });
    if (name === 'static') {
      writeFileSync(join(folder, 'index.html'), staticPage(site));
      continue;
    }
    let entry = '';
    for (const config of BUILDS[name]()) {
      const stats = await run(config);
      entry = stats.compilation.entrypoints.get('main')?.getFiles().at(-1) ?? entry;
    }
    writeFileSync(join(folder, 'assets', 'tokens.css'), site.tokens + site.fonts);
    writeFileSync(join(folder, 'index.html'), emptyDocument('/assets/tokens.css', entry));
  }
  precompress(output);
  return Object.fromEntries(names.map((name) => [name, join(output, name)]));
}
