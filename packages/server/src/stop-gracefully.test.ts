import { type Server as HttpServer, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { createHttpServer } from './http-server.js';
import { stopGracefully } from './stop-gracefully.js';

const CHECK_EVERY_MS = 100;
const CHECKS_TO_FAIL = 3;

interface Backend {
  server: HttpServer;
  port: number;
  announce(): void;
}

/** A server as the main programs make it: `/readyz` says 503 once it stops. */
async function startBackend(): Promise<Backend> {
  let stopping = false;
  const server = createHttpServer((incoming, outgoing) => {
    outgoing.writeHead(incoming.url === '/readyz' && stopping ? 503 : 200).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const announce = () => {
    stopping = true;
  };
  return { server, port: (server.address() as AddressInfo).port, announce };
}

/** Status of a request over a connection of its own; 0 when it broke. */
const statusOf = (port: number, path: string) =>
  new Promise<number>((resolve) => {
    const sent = request({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    sent.once('error', () => resolve(0));
    sent.end();
  });

/** A balancer that passes connections on, in turn, to those whose latest health checks did not all fail, as HAProxy does. */
async function startBalancer(ports: number[]) {
  const failures = new Map(ports.map((port) => [port, 0]));
  const checking = setInterval(async () => {
    for (const port of ports)
      failures.set(port, (await statusOf(port, '/readyz')) === 200 ? 0 : (failures.get(port) ?? 0) + 1);
  }, CHECK_EVERY_MS);
  let turn = 0;
  const server: Server = createServer((client) => {
    const healthy = ports.filter((port) => (failures.get(port) ?? 0) < CHECKS_TO_FAIL);
    const backend = connect(healthy[turn++ % healthy.length] as number, '127.0.0.1');
    for (const [one, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    clearInterval(checking);
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

it('fails no request behind a balancer whose health checks notice the stop within the drain time', async () => {
  const [first, second] = [await startBackend(), await startBackend()];
  const balancer = await startBalancer([first.port, second.port]);
  let stopped = false;
  // As 8 s are to checks every 2 s that have to fail three times.
  const drainSeconds = (CHECK_EVERY_MS * (CHECKS_TO_FAIL + 1) * 2) / 1000;
  const stopping = stopGracefully({ ...first, drainSeconds, close: async () => undefined }).then(() => {
    stopped = true;
  });
  const statuses: number[] = [];
  while (!stopped) statuses.push(await statusOf(balancer.port, '/'));
  for (let more = 0; more < 20; more += 1) statuses.push(await statusOf(balancer.port, '/'));
  await stopping;
  balancer.close();
  second.server.close();
  expect(statuses.length).toBeGreaterThan(20);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

it('stops although something behind the server never closes', async () => {
  const report = jest.spyOn(console, 'error').mockImplementation(() => {});
  const close = () => new Promise<void>(() => {});
  await stopGracefully({ ...(await startBackend()), drainSeconds: 0, close, closeMs: 20 });
  expect(report).toHaveBeenCalledWith('Not everything was closed within 0.02 s. The process ends anyway.');
  report.mockRestore();
});
