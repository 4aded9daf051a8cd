import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { developmentContainer } from '@godhuli/contracts/preview';
import webpack from 'webpack';
import { ChunksByContentPlugin } from './chunks-by-content.js';
import { minimizer } from './minimizer.js';
import { sharedForRemote } from './shared-modules.js';

const require = createRequire(import.meta.url);
/** Where a remote has its page script. */
export const PAGE_SCRIPT = 'src/page-script.ts';
/** Placeholder for the hash in a container's global name until the content is known. It has the length of the hash. */
export const CONTAINER_HASH_PLACEHOLDER = '0godhuli0000';

/** One file of the release contains all license texts: inside a chunk, or next to it, they could change without its code. */
const LICENCES = {
  filename: 'remote.LICENSE.txt',
  banner: 'Licences of what is in here: remote.LICENSE.txt of the release',
};

/** Named by its content, so all releases that have the file share one URL. */
const ASSET_NAME = 'assets/[name].[contenthash:12][ext]';

/** Returns the container's global name without its hash: `public_site_` for `public-site`. */
export function containerPrefix(name: string): string {
  return `${name.replaceAll('-', '_')}_`;
}

/** Returns what all builds of a remote share: TypeScript with ts-loader, assets as separate files. */
function baseConfig(folder: string, mode: 'production' | 'development'): webpack.Configuration {
  // Class names of CSS modules: the same in browser and server builds, and in every build of the remote.
  const cssModules = { localIdentName: '[local]-[contenthash:10]' };
  return {
    mode,
    context: folder,
    devtool: mode === 'production' ? false : 'source-map',
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: require.resolve('ts-loader'),
          options: { transpileOnly: true, compilerOptions: { noEmit: false, verbatimModuleSyntax: false } },
        },
        {
          test: /[\\/]zod[\\/]v4[\\/]core[\\/](util|doc)\.js$/,
          loader: fileURLToPath(new URL('no-code-from-text-loader.js', import.meta.url)),
        },
        { test: /\.(woff2?|png|jpe?g|gif|svg|webp|avif)$/, type: 'asset/resource' },
        // `import url from './words.json?url'`: a file that the browser fetches when it needs it.
        { test: /\.json$/, resourceQuery: /^\?url$/, type: 'asset/resource' },
        // `import css from './page.css?inline'`: minified text, for styles that a server build writes into the document.
        {
          test: /\.css$/,
          resourceQuery: /^\?inline$/,
          type: 'asset/source',
          loader: fileURLToPath(new URL('minified-css-loader.js', import.meta.url)),
        },
        // The same for a package's styles, whose `exports` forbid the query: `import css from 'x/y.css' with { type: 'text' }`.
        { test: /\.css$/, with: { type: 'text' }, type: 'asset/source' },
      ],
      // `import styles from './page.module.css'`, as with other bundlers.
      parser: { 'css/auto': { namedExports: false } },
      generator: { 'css/auto': cssModules },
    },
    // webpack's own CSS support: one file for each chunk that imports styles, none in the server build.
    experiments: { css: true },
    performance: { hints: false },
    infrastructureLogging: { level: 'warn' },
  };
}

/** The digest of a chunk of the container: the host writes those of a release, by URL, before it loads the container entry. */
const DIGEST_BY_URL = 'self.studioIntegrity && self.studioIntegrity[url]';

/** The digest of a chunk of the page script, from the document that named the page script (decision 041). */
const digestInDocument = (name: string) =>
  `JSON.parse(document.getElementById('composition').textContent).remotes[${JSON.stringify(name)}].live.files.find(({ path }) => url.endsWith(path))?.integrity`;

/** Sets `integrity` on the scripts of lazy chunks. `digest` is an expression of the runtime's variable `url`. */
class ChunkIntegrityPlugin {
  constructor(private readonly digest: string) {}

  apply(compiler: webpack.Compiler): void {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime as unknown as {
      LoadScriptRuntimeModule: {
        getCompilationHooks(compilation: webpack.Compilation): {
          createScript: { tap(name: string, change: (source: string) => string): void };
        };
      };
    };
    compiler.hooks.compilation.tap('ChunkIntegrityPlugin', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunkIntegrityPlugin',
        (source) => `${source}\nvar digest = ${this.digest};\nif (digest) script.integrity = digest;`,
      );
    });
  }
}

/**
 * Returns the browser build: webpack's own container (2.6 KB; the host loads it as a global with the runtime of
 * @module-federation/enhanced), which exposes `./remote` and contains none of the shared modules. In production the files
 * under `assets/` are named by their content, so that the next release shares those that it does not change. Each release
 * has its own container entry, which names all of them.
 */
export function browserConfig(folder: string, name: string, outputPath: string): webpack.Configuration {
  const base = containerConfig(folder, containerPrefix(name) + CONTAINER_HASH_PLACEHOLDER, 'production');
  return {
    ...base,
    name: `${name}, browser`,
    output: {
      ...base.output,
      path: outputPath,
      clean: true,
      filename: '[name].[contenthash:12].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
    },
    optimization: {
      ...base.optimization,
      minimizer: [minimizer(LICENCES)],
    },
    plugins: [...(base.plugins ?? []), new ChunksByContentPlugin(`webpackChunk_${name.replaceAll('-', '_')}`)],
  };
}

/** Returns the container of a development server, for a preview inside the host: under a fixed name, from memory. */
export function developmentContainerConfig(folder: string, name: string): webpack.Configuration {
  const base = containerConfig(folder, developmentContainer(name), 'development');
  // The folder is never written to. Scripts of another origin are fetched with CORS.
  const output = {
    ...base.output,
    path: join(folder, 'dist', 'development'),
    crossOriginLoading: 'anonymous' as const,
  };
  return { ...base, name: `${name}, in the host`, output };
}

/** Returns an origin, or '' for that of the page. @throws Error for anything else */
function apiBaseUrl(text = ''): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('API_BASE_URL must be an origin like https://api.studio.example, without a path.');
  return url.origin;
}

function containerConfig(
  folder: string,
  containerName: string,
  mode: 'production' | 'development',
): webpack.Configuration {
  return {
    ...baseConfig(folder, mode),
    target: ['web', 'es2022'],
    entry: {},
    output: {
      publicPath: 'auto',
      uniqueName: containerName,
      assetModuleFilename: ASSET_NAME,
    },
    optimization: { chunkIds: 'deterministic', moduleIds: 'deterministic', minimize: mode === 'production' },
    plugins: [
      new webpack.container.ModuleFederationPlugin({
        name: containerName,
        library: { type: 'var', name: containerName },
        filename: 'remoteEntry.js',
        // Relative to the context: webpack derives the ids of modules from it, which must not depend on the folder of the build.
        exposes: { './remote': './src/remote.tsx' },
        shared: sharedForRemote(),
      }),
      new ChunkIntegrityPlugin(DIGEST_BY_URL),
      new webpack.DefinePlugin({ API_BASE_URL: JSON.stringify(apiBaseUrl(process.env.API_BASE_URL)) }),
    ],
  };
}

/** Returns the build of the page script: a file named by its content, and what it imports later. */
export function pageScriptConfig(folder: string, name: string, outputPath: string): webpack.Configuration {
  return {
    ...baseConfig(folder, 'production'),
    name: `${name}, page script`,
    target: ['web', 'es2022'],
    devtool: false,
    entry: { 'page-script': join(folder, PAGE_SCRIPT) },
    output: {
      path: outputPath,
      publicPath: `/remotes/${name}/`,
      uniqueName: `${name}-page-script`,
      filename: 'assets/[name].[contenthash:12].js',
      chunkFilename: 'assets/page-[id].[contenthash:12].js',
    },
    optimization: {
      minimize: true,
      minimizer: [minimizer({ ...LICENCES, filename: 'page-script.LICENSE.txt' })],
      splitChunks: false,
      chunkIds: 'deterministic',
    },
    plugins: [new ChunkIntegrityPlugin(digestInDocument(name))],
  };
}

/** Returns the Node build for server rendering: a single file that exports `render`. */
export function serverConfig(folder: string, name: string, outputPath: string): webpack.Configuration {
  const base = baseConfig(folder, 'production');
  return {
    ...base,
    name: `${name}, server`,
    target: 'node20',
    entry: { server: join(folder, 'src/server.tsx') },
    // The browser build writes the files; the server build only names their URLs.
    module: { ...base.module, generator: { ...base.module?.generator, asset: { emit: false } } },
    output: {
      path: outputPath,
      filename: 'server.cjs',
      library: { type: 'commonjs2' },
      publicPath: `/remotes/${name}/`,
      assetModuleFilename: ASSET_NAME,
    },
    optimization: { splitChunks: false, minimizer: [minimizer()] },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}

/** Returns the standalone page: the remote, React and a small host in one bundle with hot reload. */
export function developmentConfig(folder: string, basePath: string, page: string): webpack.Configuration {
  const source = `import { renderStandalone } from ${JSON.stringify(page)};
import { remote } from ${JSON.stringify(join(folder, 'src/remote.tsx'))};
renderStandalone({ remote, basePath: ${JSON.stringify(basePath)} });`;
  return {
    ...baseConfig(folder, 'development'),
    name: 'standalone page',
    target: 'web',
    entry: { main: `data:text/javascript,${encodeURIComponent(source)}` },
    output: { publicPath: '/', filename: '[name].js' },
  };
}
