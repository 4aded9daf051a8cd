import type { Server } from 'node:http';
import { TimeoutError, withTimeout } from './with-timeout.js';

interface StopOptions {
  server: Server;
  /** how long `/readyz` is 503 while requests are still accepted, so that the load balancer stops sending them */
  drainSeconds: number;
  /** makes `/readyz` respond with 503 */
  announce(): void;
  /** closes everything behind the server */
  close(): Promise<void>;
  /** the stop does not wait longer than this for `close` */
  closeMs?: number;
}

/** Running requests may take this long; connections that are still open after that (event streams, slow clients) are closed. */
const FINISH_MS = 6000;

/** Work in progress (a backup, a message) may take this long to end after the last request. */
const CLOSE_MS = 6_000;

/** How often connections that have become idle are closed. */
const IDLE_CHECK_MS = 100;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Announces the stop, waits for the load balancer, finishes running requests and closes everything. */
export async function stopGracefully(options: StopOptions): Promise<void> {
  const { server, drainSeconds, announce, close, closeMs = CLOSE_MS } = options;
  announce();
  await wait(drainSeconds * 1000);
  // A client that keeps sending requests would keep its connection open.
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
  const message = `Not everything was closed within ${closeMs / 1000} s. The process ends anyway.`;
  await withTimeout(closeMs, message, close).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
    console.error(error.message);
  });
}
