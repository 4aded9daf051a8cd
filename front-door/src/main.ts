import '@godhuli/sandbox/no-inspector';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOUNTS } from '@godhuli/contracts/mounts';
import { sandboxWarning } from '@godhuli/sandbox/sandbox-warning';
import { createHttpServer } from '@godhuli/server/http-server';
import { ensureFreePort, listen, urlAt } from '@godhuli/server/listen';
import { createLogger } from '@godhuli/server/logger';
import { StartupError } from '@godhuli/server/startup-error';
import { stopGracefully } from '@godhuli/server/stop-gracefully';
import { readEnv } from 'api/env';
import { type RunningApi, startApi } from 'api/start-api';
import { type Api, getJson } from './api-client.js';
import { parseComposition } from './composition/parse-composition.js';
import { readFrontDoorEnvironment } from './environment.js';
import { createFrontDoor } from './front-door.js';
import { openingLines } from './opening-lines.js';
import { createApiProxy } from './proxy-api.js';
import { publishWorkspace } from './publish-workspace.js';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Shows the first admin's password at once: what fails after this does not lose it. */
function printFirstAdmin({ email, password }: NonNullable<RunningApi['firstAdmin']>): void {
  console.log(`\nSign in with ${email} and the password ${password}\n(shown only once; write it down)\n`);
}

/** What a person needs to know, on standard output (RUN-1). */
function printUrls(url: string, served: ReadonlySet<string>, running: RunningApi | null): void {
  console.log(`\nGodhuli is open at ${url}`);
  for (const line of openingLines(url, served)) console.log(line);
  const stop = running?.engine === 'pglite' ? 'Stop the site, then: ' : '';
  const hint = `your email and password. Forgotten? ${stop}npm run user -- reset-password --email EMAIL`;
  const first = running?.firstAdmin && `${running.firstAdmin.email} and the password shown above`;
  console.log(`\nSign in with ${first ?? hint}`);
}

/** Publishes the builds of this workspace's own remotes that are there. */
function publishBuilds({ releases }: RunningApi, served: ReadonlySet<string>): Promise<() => void> {
  const builds = MOUNTS.filter(({ remote }) => existsSync(pathOf(`../../${remote}`)))
    .map(({ remote }) => ({ remote, directory: pathOf(`../../${remote}/dist`) }))
    .filter(({ remote, directory }) => {
      const isBuilt = existsSync(join(directory, 'release.json'));
      if (!isBuilt) console.error(`${remote} was not published: there is no build in ${directory}; run: npm run build`);
      return isBuilt;
    });
  return publishWorkspace({ releases, builds, served, report: console.error });
}

/** Returns the remotes with a live release; all of them if the API does not respond with a composition. */
async function findServed(api: Api): Promise<ReadonlySet<string>> {
  const remotes = await getJson(api, '/api/composition')
    .then((sent) => parseComposition(sent).composition.remotes)
    .catch(() => null);
  return new Set(MOUNTS.map(({ remote }) => remote).filter((remote) => !remotes || remotes[remote]));
}

async function main(): Promise<void> {
  const frontDoorEnvironment = readFrontDoorEnvironment(process.env);
  const environment = await readEnv(process.env, frontDoorEnvironment.wrong);
  const { host, apiUrl } = frontDoorEnvironment;
  const logger = createLogger(environment.logLevel);
  void sandboxWarning().then((warning) => warning && logger.warn({}, warning));
  const frontDoorToken = environment.frontDoorToken ?? randomBytes(32).toString('base64url');
  await ensureFreePort(environment.port, host);
  const running = apiUrl ? null : await startApi({ ...environment, frontDoorToken });
  if (running?.firstAdmin) printFirstAdmin(running.firstAdmin);
  const api: Api = running
    ? (request, bindings) => running.app.fetch(request, bindings)
    : createApiProxy(apiUrl as URL, environment.trustedProxies);
  const stopPublishing = running && (await publishBuilds(running, await findServed(api)));
  const frontDoor = await createFrontDoor({
    api,
    shellDirectory: pathOf('../../shell/dist'),
    dataDirectory: join(environment.dataDir, 'front-door'),
    logger,
    frontDoorToken,
    count: running?.metrics?.count('front-door'),
    site: {
      publicOrigin: environment.publicUrl && new URL(environment.publicUrl).origin,
      allowedHosts: environment.allowedHosts,
      listenHost: host,
      trustedProxies: environment.trustedProxies,
    },
    apiOrigin: frontDoorEnvironment.apiOrigin,
    securityContact: environment.securityContact,
    onCacheHit: running?.metrics?.countCacheHit,
  });
  const server = createHttpServer(frontDoor.listener, environment);

  let stopping = false;
  const stop = async (signal: 'SIGTERM' | 'SIGINT') => {
    if (stopping) return;
    stopping = true;
    await stopGracefully({
      server,
      drainSeconds: signal === 'SIGTERM' ? environment.drainSeconds : 0,
      announce: () => {
        frontDoor.stopAccepting();
        stopPublishing?.();
        running?.stopSending();
      },
      close: async () => {
        frontDoor.close();
        await running?.close();
      },
    });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  const port = await listen(server, environment.port, host);
  await running?.listensAt(host, port);
  printUrls(urlAt(host, port), await findServed(api), running);
}

main().catch((error: unknown) => {
  // A StartupError is one clear line for a person; anything else is a defect and shows its stack.
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});
