import '@godhuli/sandbox/no-inspector';
import type { Composition, ReleaseManifest } from '@godhuli/contracts/releases';
import { createHttpServer } from '@godhuli/server/http-server';
import { listen } from '@godhuli/server/listen';
import { createLogger } from '@godhuli/server/logger';
import type { Api } from './api-client.js';
import { developmentRelease } from './composition/development-release.js';
import { createFrontDoor } from './front-door.js';
import { createApiProxy } from './proxy-api.js';

/** The JSON that `npm run dev` passes as the only argument. */
interface Settings {
  port: number;
  apiUrl: string;
  allowedHosts: string[];
  shellDirectory: string;
  dataDirectory: string;
  /** path of each remote's development server below the site, and what the remote's last build says about it, if there is one */
  remotes: {
    name: string;
    path: string;
    manifest: Pick<ReleaseManifest, 'routes' | 'serverData' | 'routeData'> | null;
  }[];
}

/** The schema of a composition requires a version of this form, and at least one file. */
const REQUIRED = {
  version: '0.0.0-000000000000',
  files: [{ path: 'development', size: 0, integrity: `sha384-${'A'.repeat(64)}` }],
};

/** The API of `url` with a composition of development servers. Its event stream stays silent, so that nothing is cached. */
function developmentApi(url: string, composition: Composition): Api {
  const proxy = createApiProxy(new URL(url));
  return (request, bindings) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/composition') return Response.json(composition);
    if (pathname === '/api/composition/events') return new Response(new ReadableStream());
    return proxy(request, bindings);
  };
}

/** The front door of `npm run dev`: the remotes come from their development servers, and the browser renders every page. */
async function main(settings: Settings): Promise<void> {
  const remotes: Composition['remotes'] = {};
  for (const { name, path, manifest } of settings.remotes) {
    const { routes = ['/*'], serverData = [], routeData } = manifest ?? {};
    const known = { ...REQUIRED, routes, serverData, routeData };
    remotes[name] = { live: developmentRelease(name, path, known), previous: null };
  }
  const frontDoor = await createFrontDoor({
    api: developmentApi(settings.apiUrl, { generation: 1, remotes }),
    shellDirectory: settings.shellDirectory,
    dataDirectory: settings.dataDirectory,
    logger: createLogger(process.env.LOG_LEVEL ?? 'error'),
    site: { allowedHosts: settings.allowedHosts },
  });
  await listen(createHttpServer(frontDoor.listener), settings.port, '127.0.0.1');
}

await main(JSON.parse(process.argv[2] ?? '') as Settings);
