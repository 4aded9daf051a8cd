import { createRequire } from 'node:module';
import { join } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { baseConfig, containerConfig, folder } from './webpack.config.mjs';

/**
 * `npm run dev`: the app with React Fast Refresh, on its own page at http://127.0.0.1:4004/admin-old (`PORT` changes it). With
 * `DEVELOPMENT_PATH`, where the development server of the whole site proxies to this one, it is served as a container instead.
 */
const port = Number(process.env.PORT ?? 4004);
const sitePath = process.env.DEVELOPMENT_PATH;
const page = `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Legacy admin, alone</title><link rel="icon" href="data:,"></head>
<body style="margin:0"><div id="root"></div><script src="/main.js"></script></body></html>`;

const servePage = (request, response, next) => {
  if (!request.headers.accept?.includes('text/html')) return next();
  response.setHeader('content-type', 'text/html; charset=utf-8');
  return response.end(page);
};

const base = baseConfig('development', { getCustomTransformers: () => ({ before: [refreshTypeScript()] }) });
const alone = {
  entry: { main: join(folder, 'src/dev/standalone.tsx') },
  output: { publicPath: '/', filename: '[name].js' },
};
const { plugins = [], ...config } = sitePath === undefined ? alone : containerConfig('legacy_admin_development');
base.module.rules.push({
  test: createRequire(import.meta.url).resolve('react-refresh/runtime'),
  loader: join(folder, 'webpack/refresh-runtime-loader.cjs'),
});

const server = new WebpackDevServer(
  {
    host: '127.0.0.1',
    port,
    hot: true,
    static: false,
    devMiddleware: { stats: 'errors-warnings' },
    client: sitePath === undefined ? {} : { webSocketURL: `auto://0.0.0.0:0${sitePath}/ws` },
    setupMiddlewares: (middlewares) => [...middlewares, { name: 'page', middleware: servePage }],
  },
  // No `eval`, which the page's policy forbids.
  webpack({
    ...base,
    ...config,
    devtool: 'cheap-module-source-map',
    infrastructureLogging: { level: 'warn' },
    plugins: [...plugins, new ReactRefreshPlugin({ overlay: false })],
  }),
);
await server.start();
if (sitePath === undefined) console.log(`Legacy admin, alone: http://127.0.0.1:${port}/admin-old`);
