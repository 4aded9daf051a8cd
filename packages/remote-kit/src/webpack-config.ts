import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { developmentContainer } from '@godhuli/contracts/preview';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { ChunksByContentPlugin } from './chunks-by-content.js';
import { sharedForRemote } from './shared-modules.js';

const require = createRequire(import.meta.url);
/** Stands for the hash in a container's global name until the content is known; as long as the hash itself. */
export const CONTAINER_HASH_PLACEHOLDER = '0godhuli0000';

/** Texts of licences lie in one file of the release: one beside each chunk, or inside it, would change without its code. */
const LICENCES = {
  filename: 'remote.LICENSE.txt',
  banner: 'Licences of what is in here: remote.LICENSE.txt of the release',
};

/** Named by content, so every release that has the file has it at one address. */
const ASSET_NAME = 'assets/[name].[contenthash:12][ext]';

/** The container's global name without its hash: `public-site` becomes `public_site_`. */
export function containerPrefix(name: string): string {
  return `${name.replaceAll('-', '_')}_`;
}

/** What both builds of a remote share: TypeScript through ts-loader, assets as files of their own. */
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
        // `import css from './page.css?inline'`: minified text, for styles that a server build writes into the document.
        {
          test: /\.css$/,
          resourceQuery: /^\?inline$/,
          type: 'asset/source',
          loader: fileURLToPath(new URL('minified-css-loader.js', import.meta.url)),
        },
      ],
      // `import styles from './page.module.css'`, as with other bundlers.
      parser: { 'css/auto': { namedExports: false } },
      generator: { 'css/auto': cssModules },
    },
    // webpack's own support of style sheets: a file beside the chunk that imports them, none in the server build.
    experiments: { css: true },
    performance: { hints: false },
    infrastructureLogging: { level: 'warn' },
  };
}

/**
 * The scripts of lazy chunks carry integrity: the host lays the digests of a release's files, by address,
 * into `self.studioIntegrity` before it loads the entry.
 */
class ChunkIntegrityPlugin {
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
        (source) =>
          `${source}\nvar digest = self.studioIntegrity && self.studioIntegrity[url];\nif (digest) script.integrity = digest;`,
      );
    });
  }
}

/**
 * The browser build: webpack's own container (2.6 KB; the host's runtime of @module-federation/enhanced
 * loads it as a global), which exposes `./remote` and carries none of the shared modules. In production what lies under
 * `assets/` is named by its own content, so that the next release keeps what it does not change; the entry, which names
 * all of it, is each release's own.
 */
export function browserConfig(
  folder: string,
  name: string,
  outputPath: string,
  mode: 'production' | 'development',
): webpack.Configuration {
  const base = containerConfig(folder, containerPrefix(name) + CONTAINER_HASH_PLACEHOLDER, mode);
  const output = {
    ...base.output,
    path: outputPath,
    clean: true,
    filename: '[name].[contenthash:12].js',
    chunkFilename: '[name].[contenthash:12].js',
  };
  const config = { ...base, name: `${name}, browser`, output };
  if (mode === 'development') return config;
  return {
    ...config,
    output: { ...output, chunkFilename: 'assets/[name].[contenthash:12].js' },
    optimization: {
      ...base.optimization,
      minimizer: [new MinimizerPlugin({ extractComments: LICENCES, terserOptions: { compress: { passes: 2 } } })],
    },
    plugins: [...(base.plugins ?? []), new ChunksByContentPlugin(`webpackChunk_${name.replaceAll('-', '_')}`)],
  };
}

/** The same container as a development server gives it out, for a preview inside the host: under one name, from memory. */
export function developmentContainerConfig(folder: string, name: string): webpack.Configuration {
  const base = containerConfig(folder, developmentContainer(name), 'development');
  // A folder of its own, never written to; scripts of another origin are fetched by CORS.
  const output = {
    ...base.output,
    path: join(folder, 'dist', 'development'),
    crossOriginLoading: 'anonymous' as const,
  };
  return { ...base, name: `${name}, in the host`, output };
}

/** An origin, or '' for that of the page. @throws Error for anything else */
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
        exposes: { './remote': join(folder, 'src/remote.tsx') },
        shared: sharedForRemote(),
      }),
      new ChunkIntegrityPlugin(),
      new webpack.DefinePlugin({ API_BASE_URL: JSON.stringify(apiBaseUrl(process.env.API_BASE_URL)) }),
    ],
  };
}

/** The Node build for server rendering: one file with everything inside, exporting `render`. */
export function serverConfig(
  folder: string,
  name: string,
  outputPath: string,
  mode: 'production' | 'development',
): webpack.Configuration {
  const base = baseConfig(folder, mode);
  return {
    ...base,
    name: `${name}, server`,
    target: 'node20',
    devtool: false,
    entry: { server: join(folder, 'src/server.tsx') },
    // Files are the browser build's: the server build names their addresses and writes none.
    module: { ...base.module, generator: { ...base.module?.generator, asset: { emit: false } } },
    output: {
      path: outputPath,
      filename: 'server.cjs',
      library: { type: 'commonjs2' },
      publicPath: `/remotes/${name}/`,
      assetModuleFilename: ASSET_NAME,
    },
    optimization: { minimize: mode === 'production', splitChunks: false },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}

/** The standalone page: the remote, React and a small host in one bundle with hot reload. */
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
