import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';
import { withFastRefresh } from '@godhuli/remote-kit/fast-refresh';
import { minimizer } from '@godhuli/remote-kit/minimizer';
import { sharedForHost } from '@godhuli/remote-kit/shared-modules';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';

const require = createRequire(import.meta.url);
const context = fileURLToPath(new URL('.', import.meta.url));

/** Returns the version of a module's package. Some of emotion's entry points are in folders without a version. */
function versionOf(module) {
  const [first, second] = module.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return require(`${name}/package.json`).version;
}
/** Returns the shared modules of one kind of document. Those that are not eager get separate chunks. */
const sharedModules = (isEager) =>
  Object.fromEntries(
    Object.entries(sharedForHost()).map(([module, policy]) => [
      module,
      { ...policy, eager: isEager(module), version: versionOf(module) },
    ]),
  );
const isEmotion = (module) => module.startsWith('@emotion/');

const base = {
  context,
  mode: 'production',
  devtool: false,
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  performance: { hints: false },
  optimization: { minimizer: [minimizer()] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        exclude: /node_modules/,
        loader: require.resolve('ts-loader'),
        options: {
          transpileOnly: true,
          configFile: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
          compilerOptions: { noEmit: false, verbatimModuleSyntax: false },
        },
      },
    ],
  },
};

/** Returns the webpack entry of one kind of document, with the eager modules, which the shell may not import itself. */
const entryOf = (kind, isEager) => [...Object.keys(SHARED_MODULES).filter(isEager), `./src/${kind}.tsx`];

const federation = (isEager) =>
  new ModuleFederationPlugin({
    name: 'godhuli_shell',
    remotes: {},
    shared: sharedModules(isEager),
    // 'version-first' would load every remote at start, and one broken remote would break the host.
    shareStrategy: 'loaded-first',
    dts: false,
    dev: false,
    manifest: false,
    experiments: { optimization: { target: 'web', disableSnapshot: true } },
  });

/**
 * Returns the browser build of the shell for one kind of document: `routed` for zones with several pages, `one-page` for the
 * visitor's page, which has no router and loads emotion only when a remote needs it. Shared modules that are needed at once
 * are eager; remotes do not contain them.
 */
export const browserConfig = (path, kind) => {
  const isEager = (module) => kind === 'routed' || !isEmotion(module);
  return {
    ...base,
    name: `shell, browser, ${kind}`,
    target: ['web', 'es2022'],
    entry: { [kind]: entryOf(kind, isEager) },
    output: {
      path,
      publicPath: '/assets/',
      uniqueName: 'godhuli_shell',
      filename: '[name].[contenthash:12].js',
      chunkFilename: '[name].[contenthash:12].js',
      crossOriginLoading: 'anonymous',
    },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // React changes rarely, so it stays in every cache when the shell changes.
          react: { test: /node_modules\/(react-dom|scheduler)\//, name: 'react', chunks: 'all', enforce: true },
        },
      },
    },
    plugins: [
      federation(isEager),
      // The document contains the integrity of the first scripts; this plugin adds it to the later chunks.
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
    ],
  };
};

/** Returns both kinds of document with Fast Refresh, for the development server. Both load emotion at once. */
export const developmentConfig = (publicPath) =>
  withFastRefresh({
    ...base,
    mode: 'development',
    name: 'shell, development',
    target: ['web', 'es2022'],
    entry: Object.fromEntries(['routed', 'one-page'].map((kind) => [kind, entryOf(kind, () => true)])),
    output: { publicPath, uniqueName: 'godhuli_shell', filename: '[name].js' },
    plugins: [federation(() => true)],
    // Otherwise it logs every connection that a closed page resets. Build errors are printed anyway.
    infrastructureLogging: { level: 'none' },
  });

/** The inline script of every document. */
export const bootConfig = (path) => ({
  ...base,
  name: 'shell, boot script',
  target: ['web', 'es2022'],
  entry: { boot: './src/boot.ts' },
  output: { path, filename: '[name].js' },
});

/** The static pages, rendered once by the build itself, so the program is not minimized. */
export const staticPagesConfig = (path) => ({
  ...base,
  name: 'shell, static pages',
  target: 'node20',
  optimization: { minimize: false },
  entry: { 'static-pages': './src/static-pages.tsx' },
  output: { path, filename: '[name].cjs', library: { type: 'commonjs2' } },
});
