import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { baseConfig, folder } from './webpack.config.mjs';

/** `npm run dev`: the app alone, with its own small host, at http://127.0.0.1:4004/admin-old (`PORT` changes it). */
const port = Number(process.env.PORT ?? 4004);
const page = `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Legacy admin, alone</title><link rel="icon" href="data:,"></head>
<body style="margin:0"><div id="root"></div><script src="/main.js"></script></body></html>`;

const server = new WebpackDevServer(
  {
    host: '127.0.0.1',
    port,
    hot: true,
    static: false,
    setupMiddlewares: (middlewares) => [
      ...middlewares,
      {
        name: 'page',
        middleware: (request, response, next) => {
          if (!request.headers.accept?.includes('text/html')) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8');
          return response.end(page);
        },
      },
    ],
  },
  webpack({
    ...baseConfig('development'),
    entry: { main: join(folder, 'src/dev/standalone.tsx') },
    output: { publicPath: '/', filename: '[name].js' },
  }),
);
await server.start();
console.log(`Legacy admin, alone: http://127.0.0.1:${port}/admin-old`);
