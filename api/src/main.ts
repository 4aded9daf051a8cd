import '@godhuli/sandbox/no-inspector';
import { sandboxWarning } from '@godhuli/sandbox/sandbox-warning';
import { isHttps } from '@godhuli/server/client-ip';
import { createHttpServer } from '@godhuli/server/http-server';
import { ensureFreePort, listen, NO_HOST, urlAt } from '@godhuli/server/listen';
import { createLogger } from '@godhuli/server/logger';
import { COMMON_HEADERS, STRICT_TRANSPORT_SECURITY } from '@godhuli/server/security-headers';
import { StartupError } from '@godhuli/server/startup-error';
import { stopGracefully } from '@godhuli/server/stop-gracefully';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { readEnv } from './env.js';
import type { ApiEnv } from './http/api-env.js';
import { startApi } from './start-api.js';

/** Runs only the API, for a front door in another process (`API_URL`). Listens on 127.0.0.1 unless HOST is set. */
async function main(): Promise<void> {
  const environment = await readEnv(process.env);
  const logger = createLogger(environment.logLevel);
  void sandboxWarning().then((warning) => warning && logger.warn(warning));
  if (!environment.frontDoorToken)
    logger.warn(
      'FRONT_DOOR_TOKEN is not set, so no front door can follow changes. Set it here and at the front doors.',
    );
  const host = process.env.HOST || '127.0.0.1';
  await ensureFreePort(environment.port, host);
  const api = await startApi(environment);
  const { firstAdmin } = api;
  if (firstAdmin) console.log(`First admin: ${firstAdmin.email}, password ${firstAdmin.password} (shown only once)`);
  let stopping = false;
  const app = new Hono<ApiEnv>()
    .get('/livez', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }))
    .get('/readyz', (c) => c.text(stopping ? 'stopping' : 'ok', stopping ? 503 : 200, { 'cache-control': 'no-store' }))
    .all('*', (c) => api.app.fetch(c.req.raw, c.env));
  const listener = getRequestListener(app.fetch, { hostname: NO_HOST });
  const server = createHttpServer((incoming, outgoing) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) outgoing.setHeader(name, value);
    if (isHttps(incoming, environment.trustedProxies))
      outgoing.setHeader('strict-transport-security', STRICT_TRANSPORT_SECURITY);
    void listener(incoming, outgoing);
  }, environment);
  const stop = async (signal: 'SIGTERM' | 'SIGINT') => {
    if (stopping) return;
    const announce = () => {
      stopping = true;
      api.stopSending();
    };
    const drainSeconds = signal === 'SIGTERM' ? environment.drainSeconds : 0;
    await stopGracefully({ server, drainSeconds, announce, close: api.close });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  const port = await listen(server, environment.port, host);
  await api.listensAt(host, port);
  console.log(`The API is at ${urlAt(host, port)}/api`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});
