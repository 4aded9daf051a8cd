import { connect, createServer, type Server, type Socket } from 'node:net';
import { engines, onTestServer } from '../testing/test-database.js';
import { createPostgresListener } from './postgres-listener.js';

/** Forwards connections to the server of `url`, until it forgets those that are open, as a firewall forgets idle ones. */
async function startForgetfulProxy(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const forgotten = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: Number(port || 5432), host: hostname, allowHalfOpen: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => !forgotten.has(from) && to.write(chunk));
      from.on('end', () => !forgotten.has(from) && to.end());
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((server.address() as { port: number }).port);
  return {
    url: proxied.href,
    forget: () => {
      for (const socket of open) forgotten.add(socket);
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

(engines().includes('postgres') ? describe : describe.skip)('on a server', () => {
  it('listens again, without any query, after its connection was dropped silently', async () => {
    await onTestServer(async (client, url) => {
      const proxy = await startForgetfulProxy(url);
      const listener = createPostgresListener(proxy.url, 100);
      const states: boolean[] = [];
      let back = () => {};
      const listensAgain = new Promise<void>((resolve) => {
        back = resolve;
      });
      let hear = (_payload: string) => {};
      const heard = new Promise<string>((resolve) => {
        hear = resolve;
      });
      try {
        await listener.listen(
          'studio_changed',
          (payload) => hear(payload),
          (listening) => {
            states.push(listening);
            if (states.length === 3) back();
          },
        );
        proxy.forget();
        await listensAgain;
        await client.query(`notify studio_changed, 'services'`);
        expect(await heard).toBe('services');
        expect(states).toEqual([true, false, true]);
        expect(listener.isUp()).toBe(true);
      } finally {
        proxy.close();
        await listener.close();
      }
    });
  }, 10_000);

  it('a health check that the periodic check interrupts is decided by a new connection', async () => {
    await onTestServer(async (_, url) => {
      const proxy = await startForgetfulProxy(url);
      jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance', 'Date', 'queueMicrotask'] });
      const listener = createPostgresListener(proxy.url, 5000);
      try {
        const states: boolean[] = [];
        let decide = (_result: string) => {};
        const decided = new Promise<string>((resolve) => {
          decide = resolve;
        });
        listener.onDown(() => decide('down'));
        await listener.listen(
          'studio_changed',
          () => {},
          (listening) => {
            states.push(listening);
            if (states.length === 3) decide('listens again');
          },
        );
        proxy.forget();
        await jest.advanceTimersByTimeAsync(5000);
        await jest.advanceTimersByTimeAsync(600);
        listener.checkHealth();
        await jest.advanceTimersByTimeAsync(600);
        expect(await decided).toBe('listens again');
        expect(listener.isUp()).toBe(true);
      } finally {
        jest.useRealTimers();
        proxy.close();
        await listener.close();
      }
    });
  }, 10_000);

  it('closes although its connection was dropped silently', async () => {
    await onTestServer(async (_, url) => {
      const proxy = await startForgetfulProxy(url);
      const listener = createPostgresListener(proxy.url);
      try {
        await listener.listen('studio_changed', () => {});
        proxy.forget();
        await expect(listener.close()).resolves.toBeUndefined();
      } finally {
        proxy.close();
      }
    });
  }, 10_000);
});
