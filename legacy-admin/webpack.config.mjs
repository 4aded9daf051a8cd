import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import { ChunkIntegrityPlugin } from './webpack/chunk-integrity-plugin.mjs';
import { ContainerNamePlugin } from './webpack/container-name-plugin.mjs';
import { ReleasePlugin } from './webpack/release-plugin.mjs';

const require = createRequire(import.meta.url);
export const folder = dirname(fileURLToPath(import.meta.url));
const { name, version } = require('./package.json');

/** The modules that the host provides. The build contains everything else. */
const SHARED = { react: '^19.0.0', 'react/jsx-runtime': '^19.0.0', 'react-dom': '^19.0.0' };

/** Pages below the mount path: the five tabs, Overview also at the root. */
const ROUTES = ['/', '/overview', '/portfolio', '/packages', '/inquiries', '/settings'];

/** Returns the configuration that all builds share. */
export function baseConfig(mode, typeScriptOptions = {}) {
  return {
    mode,
    context: folder,
    devtool: mode === 'production' ? false : 'source-map',
    target: ['web', 'es2022'],
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'ts-loader',
          options: { transpileOnly: true, ...typeScriptOptions },
        },
        { test: /\.(woff2|jpg)$/, type: 'asset/resource' },
      ],
    },
    performance: { hints: false },
  };
}

/** Returns the configuration of a container that exposes `./remote` under a global name. */
export function containerConfig(container) {
  return {
    // The plugin adds the container entry; an entry here would only emit an unused file.
    entry: {},
    // Files load relative to the container entry, wherever the host serves it.
    output: { publicPath: 'auto', uniqueName: container },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: 'remoteEntry.js',
        library: { type: 'var', name: container },
        exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
        // `import: false`: no copy of React is included, the host's is the only one.
        shared: Object.fromEntries(
          Object.entries(SHARED).map(([module, requiredVersion]) => [
            module,
            { singleton: true, import: false, requiredVersion },
          ]),
        ),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      // Removes two places where the federation runtime runs code from strings, for loaders that this app does not use: the
      // page's policy forbids that, and a host may refuse a release that contains it.
      new webpack.DefinePlugin({ FEDERATION_ALLOW_NEW_FUNCTION: 'undefined', __system_context__: 'undefined' }),
    ],
  };
}

/** Returns the configuration of a release: the container, its one chunk, fonts, photos and `release.json`. */
export function releaseConfig({ output = join(folder, 'dist') } = {}) {
  const naming = new ContainerNamePlugin('legacy_admin_');
  const config = containerConfig(naming.container);
  const base = baseConfig('production');
  return {
    ...base,
    ...config,
    // The host serves files that are named by their content at one URL for all releases, so browsers keep those that
    // a release does not change.
    module: { ...base.module, generator: { 'asset/resource': { publicPath: `/remotes/${name}/` } } },
    output: {
      ...config.output,
      path: output,
      clean: true,
      chunkFilename: '[name].[contenthash:12].js',
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
    },
    // One chunk for `./remote`: one request besides the container entry.
    optimization: { splitChunks: false },
    plugins: [
      ...config.plugins,
      naming,
      new ChunkIntegrityPlugin(),
      new ReleasePlugin({ name, packageVersion: version, naming, shared: SHARED, routes: ROUTES }),
    ],
  };
}
