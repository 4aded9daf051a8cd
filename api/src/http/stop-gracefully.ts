import type { Server } from 'node:http';

interface StopOptions {
  server: Server;
  /** so long `/readyz` says 503 while requests are still taken: a balancer looks elsewhere meanwhile */
  drainSeconds: number;
  /** says "not ready" from now on */
  announce(): void;
  /** lets go of everything behind the server */
  close(): Promise<void>;
}

/** Requests under way may take this long; what is still open then (event streams, slow clients) is cut. */
const FINISH_MS = 6000;

/** A connection that was busy when the server closed is idle later. */
const IDLE_CHECK_MS = 100;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Says that it stops, takes no more, finishes what is under way, and lets go. Used by both main programs. */
export async function stopGracefully({ server, drainSeconds, announce, close }: StopOptions): Promise<void> {
  announce();
  await wait(drainSeconds * 1000);
  // A client that goes on asking over an open connection would keep it open.
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
  await close();
}
