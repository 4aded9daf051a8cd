import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';
import { withFastRefresh } from '@godhuli/remote-kit/fast-refresh';
import { sharedForHost } from '@godhuli/remote-kit/shared-modules';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';

const require = createRequire(import.meta.url);
const context = fileURLToPath(new URL('.', import.meta.url));

/** A module's version is its package's: some of emotion's entry points lie in folders that name none. */
function versionOf(module) {
  const [first, second] = module.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return require(`${name}/package.json`).version;
}
/** The shared modules of one kind of document; those that are not needed at once come in chunks of their own. */
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

/** The entry of one kind of document. Only a module that the build meets is provided; the shell itself may not use each. */
const entryOf = (kind, isEager) => [...Object.keys(SHARED_MODULES).filter(isEager), `./src/${kind}.tsx`];

const federation = (isEager) =>
  new ModuleFederationPlugin({
    name: 'godhuli_shell',
    remotes: {},
    shared: sharedModules(isEager),
    // 'version-first' would load every remote at start, and one dead remote would end the host.
    shareStrategy: 'loaded-first',
    dts: false,
    dev: false,
    manifest: false,
    experiments: { optimization: { target: 'web', disableSnapshot: true } },
  });

/**
 * The shell in the browser, once for each kind of document: `routed` for zones of several pages, `one-page` for the
 * visitor's, which has neither router nor emotion until something asks for them. Shared modules are eager where they
 * are needed at once; a remote brings none of them.
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
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // The renderer changes seldom: a release of the shell leaves it in every cache.
          react: { test: /node_modules\/(react-dom|scheduler)\//, name: 'react', chunks: 'all', enforce: true },
        },
      },
    },
    plugins: [
      federation(isEager),
      // The scripts of the first load get theirs in the document; this gives the later chunks one each.
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
    ],
  };
};

/** Both kinds of document with Fast Refresh, for the development server. Emotion is there from the start in both. */
export const developmentConfig = (publicPath) =>
  withFastRefresh({
    ...base,
    mode: 'development',
    name: 'shell, development',
    target: ['web', 'es2022'],
    entry: Object.fromEntries(['routed', 'one-page'].map((kind) => [kind, entryOf(kind, () => true)])),
    output: { publicPath, uniqueName: 'godhuli_shell', filename: '[name].js' },
    plugins: [federation(() => true)],
    // It would log every connection that a closed page resets; errors of the build are printed all the same.
    infrastructureLogging: { level: 'none' },
  });

/** The script that stands inside every document. */
export const bootConfig = (path) => ({
  ...base,
  name: 'shell, boot script',
  target: ['web', 'es2022'],
  entry: { boot: './src/boot.ts' },
  output: { path, filename: '[name].js' },
});

/** The stand-in pages, rendered once by the build itself. */
export const staticPagesConfig = (path) => ({
  ...base,
  name: 'shell, stand-in pages',
  target: 'node20',
  entry: { 'static-pages': './src/static-pages.tsx' },
  output: { path, filename: '[name].cjs', library: { type: 'commonjs2' } },
});
