import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { parseEnv } from './env.js';
import { createLogger } from './logger.js';
import { startApi } from './start-api.js';
import { StartupError } from './startup-error.js';

/** Clients that send too slowly are cut. */
const REQUEST_LIMIT_MS = 30_000;
/** What is still open so long after a stop was asked for (event streams, slow clients) is cut. */
const FINISH_MS = 6000;

/** The API alone, for a front door in another process (`API_URL`). It listens on 127.0.0.1 unless HOST is set. */
async function main(): Promise<void> {
  const environment = parseEnv(process.env);
  const logger = createLogger(environment.logLevel);
  const api = await startApi(environment);
  const server = createAdaptorServer({
    fetch: api.app.fetch,
    serverOptions: { requestTimeout: REQUEST_LIMIT_MS, headersTimeout: REQUEST_LIMIT_MS / 2 },
  }) as Server;
  const stop = () => {
    server.close(() => void api.close().then(() => process.exit(0)));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), FINISH_MS).unref();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  server.once('error', (error) => {
    logger.error({ err: error }, 'cannot listen');
    process.exit(1);
  });
  const host = process.env.HOST || '127.0.0.1';
  server.listen(environment.port, host, () => console.log(`The API answers at http://${host}:${environment.port}/api`));
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});
