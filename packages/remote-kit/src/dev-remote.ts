import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOUNTS } from '@godhuli/contracts/mounts';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { withFastRefresh } from './fast-refresh.js';
import { previewUrl } from './preview-url.js';
import { developmentConfig, developmentContainerConfig } from './webpack-config.js';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));

export interface DevRemoteOptions {
  /** the mount path: '/', '/admin'; taken from the mount table unless given */
  basePath?: string;
}

const pageOf = (title: string, css: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}, alone</title><link rel="icon" href="data:,">${css ? '<link rel="stylesheet" href="/design-tokens/tokens.css">' : ''}</head>
<body><div id="root"></div><script src="/main.js"></script></body></html>`;

/** Returns the folder of the design tokens; '' if the remote does not use them. */
function designTokens(): string {
  try {
    return dirname(require.resolve('@godhuli/design-tokens/tokens.css'));
  } catch {
    return '';
  }
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Returns the CORS headers for an origin: the site that previews the build, on this machine or at `API_URL`, may read it. */
function corsHeaders(origin: string | undefined, site: string): Record<string, string> {
  const allowed = origin !== undefined && (LOOPBACK.test(origin) || origin === site);
  return allowed ? { 'access-control-allow-origin': origin, vary: 'origin' } : {};
}

/**
 * Serves a remote with Fast Refresh (`npm run dev -w NAME`) on `PORT` (4000): alone as a page, with `/api` and `/media`
 * proxied to `API_URL` (http://127.0.0.1:3000), and as a container that a staff preview shows inside the host
 * (`/preview?remote=NAME&dev=http://127.0.0.1:4000`). With `DEVELOPMENT_PATH` it serves the container alone, for the
 * development server of the whole site, which proxies that path to it. Resolves when it listens.
 */
export async function devRemote(options: DevRemoteOptions = {}): Promise<void> {
  const folder = process.cwd();
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const basePath = options.basePath ?? MOUNTS.find(({ remote }) => remote === name)?.path ?? `/${name}`;
  const sitePath = process.env.DEVELOPMENT_PATH;
  const port = Number(process.env.PORT ?? 4000);
  const tokens = designTokens();
  const target = process.env.API_URL ?? 'http://127.0.0.1:3000';
  const site = new URL(target);
  const container = developmentContainerConfig(folder, name);
  const page = developmentConfig(folder, basePath, join(here, 'standalone/page.js'));
  // The client runs in the host's page too: by its own port for a preview, by the port of the page behind `npm run dev`.
  const webSocketURL = sitePath === undefined ? { hostname: '127.0.0.1', port } : `auto://0.0.0.0:0${sitePath}/ws`;
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: true,
      devMiddleware: { stats: 'errors-warnings' },
      client: { overlay: true, webSocketURL },
      allowedHosts: [site.hostname],
      headers: (request) => corsHeaders(request.headers.origin, site.origin),
      static: tokens ? [{ directory: tokens, publicPath: '/design-tokens' }] : false,
      // The page has no key of staff (decision 051): the session of its developer works as that of a program.
      proxy: [{ context: ['/api', '/media'], target, onProxyReq: (request) => request.removeHeader('sec-fetch-site') }],
      setupMiddlewares: (middlewares) => {
        middlewares.push({
          name: 'page',
          middleware: (
            request: { url?: string; headers: { accept?: string } },
            response: { setHeader(n: string, v: string): void; end(body: string): void },
            next: () => void,
          ) => {
            if (!request.headers.accept?.includes('text/html')) return next();
            response.setHeader('content-type', 'text/html; charset=utf-8');
            response.end(pageOf(name, tokens));
          },
        });
        return middlewares;
      },
    },
    webpack((sitePath === undefined ? [page, container] : [container]).map(withFastRefresh)),
  );
  await server.start();
  if (sitePath !== undefined) return;
  const origin = `http://127.0.0.1:${port}`;
  console.log(`${name} alone: ${origin}${basePath}`);
  console.log(`inside the host, for signed-in staff: ${previewUrl(site, { remote: name, dev: origin })}`);
}
