import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SHARED_MODULES, sharedForHost } from '@godhuli/remote-kit/shared-modules';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

const require = createRequire(import.meta.url);
const context = fileURLToPath(new URL('.', import.meta.url));

/** A module's version is its package's: some of emotion's entry points lie in folders that name none. */
function versionOf(module) {
  const [first, second] = module.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return require(`${name}/package.json`).version;
}
const shared = Object.fromEntries(
  Object.entries(sharedForHost()).map(([module, policy]) => [module, { ...policy, version: versionOf(module) }]),
);

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

/** The shell in the browser. Shared modules are eager: they are needed at once, and a remote brings none of them. */
export const browserConfig = (path) => ({
  ...base,
  name: 'shell, browser',
  target: ['web', 'es2022'],
  // Only a module that the build meets is provided; the shell itself may have no use for each of them.
  entry: { shell: [...Object.keys(SHARED_MODULES), './src/main.tsx'] },
  output: { path, publicPath: '/assets/', uniqueName: 'godhuli_shell', filename: '[name].[contenthash:12].js' },
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
    new ModuleFederationPlugin({
      name: 'godhuli_shell',
      remotes: {},
      shared,
      // 'version-first' would load every remote at start, and one dead remote would end the host.
      shareStrategy: 'loaded-first',
      dts: false,
      dev: false,
      manifest: false,
      experiments: { optimization: { target: 'web', disableSnapshot: true } },
    }),
  ],
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
