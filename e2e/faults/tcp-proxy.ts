import { createServer, type Server, Socket } from 'node:net';

/** What can be wrong with the way to a server; each change holds for connections that are open and for new ones. */
export interface TcpProxy {
  port: number;
  /** every byte of either direction arrives this much later; 0 unless set */
  setLatency(milliseconds: number): void;
  /** nothing gets through any more, and nobody is told: what arrives waits */
  hang(): void;
  /** ends `hang` and `refuse`; what has waited goes on its way */
  heal(): void;
  /** cuts every connection with a TCP reset; new ones work */
  reset(): void;
  /** cuts every connection, and each new one at once, until `heal` */
  refuse(): void;
  /**
   * The next time the server says `sign` (Postgres: {@link COMMIT_DONE}), the connection is reset instead: what was
   * asked for has happened, and whoever asked never hears of it.
   * @returns resolves when it has happened
   */
  cutWhenServerSays(sign: Buffer): Promise<void>;
  /**
   * The next time the server says `sign`, that still arrives, and then nothing gets through any more, as by `hang`.
   * @returns resolves when it has happened
   */
  hangWhenServerSays(sign: Buffer): Promise<void>;
  /** how often clients have asked for something so far: tries to connect, and what they said later */
  asked(): number;
  close(): Promise<void>;
}

/** What Postgres says when a statement is done (CommandComplete): the type 'C', the length, the tag. */
export function commandDone(tag: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(tag.length + 5);
  return Buffer.concat([Buffer.from('C'), length, Buffer.from(`${tag}\0`)]);
}
export const COMMIT_DONE = commandDone('COMMIT');

interface Pair {
  client: Socket;
  server: Socket;
  /** lets through what has waited */
  flow(): void;
}

/** A proxy on a free port of 127.0.0.1 in front of `target`; faultless until it is told otherwise. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let latencyMs = 0;
  let asked = 0;
  let hanging = false;
  let refusing = false;
  let awaited: { sign: Buffer; then: 'cut' | 'hang'; done: () => void } | null = null;

  const relay = (from: Socket, to: Socket, seen: (chunk: Buffer) => boolean) => {
    const waiting: Buffer[] = [];
    const send = () => {
      while (!hanging && waiting.length > 0) to.write(waiting.shift() as Buffer);
    };
    from.on('data', (chunk: Buffer) => {
      if (seen(chunk)) return;
      const arrive = () => {
        waiting.push(chunk);
        send();
      };
      if (latencyMs > 0) setTimeout(arrive, latencyMs);
      else arrive();
    });
    from.once('end', () => to.end());
    return send;
  };

  const server: Server = createServer((client) => {
    asked += 1;
    if (refusing) return void client.resetAndDestroy();
    const upstream = new Socket();
    const end = () => {
      pairs.delete(pair);
      client.resetAndDestroy();
      upstream.destroy();
    };
    /** The end of what the server said before, for a sign that comes in two pieces. */
    let tail = Buffer.alloc(0);
    // What a client says first belongs to its try to connect.
    let said = 0;
    const flowUp = relay(client, upstream, () => {
      if (said > 0) asked += 1;
      said += 1;
      return false;
    });
    const flowDown = relay(upstream, client, (chunk) => {
      if (!awaited) return false;
      const heard = Buffer.concat([tail, chunk]);
      tail = heard.subarray(-awaited.sign.length + 1);
      if (!heard.includes(awaited.sign)) return false;
      const { then, done } = awaited;
      awaited = null;
      if (then === 'cut') end();
      else
        queueMicrotask(() => {
          hanging = true;
        });
      queueMicrotask(done);
      return then === 'cut';
    });
    const pair: Pair = {
      client,
      server: upstream,
      flow: () => {
        flowUp();
        flowDown();
      },
    };
    pairs.add(pair);
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    upstream.connect(target);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cutAll = () => {
    for (const { client, server: upstream } of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
    pairs.clear();
  };

  const whenServerSays = (sign: Buffer, then: 'cut' | 'hang') =>
    new Promise<void>((resolve) => {
      awaited = { sign, then, done: resolve };
    });

  return {
    port: address.port,
    setLatency(milliseconds) {
      latencyMs = milliseconds;
    },
    hang() {
      hanging = true;
    },
    heal() {
      hanging = false;
      refusing = false;
      for (const pair of pairs) pair.flow();
    },
    reset: cutAll,
    refuse() {
      refusing = true;
      cutAll();
    },
    cutWhenServerSays: (sign) => whenServerSays(sign, 'cut'),
    hangWhenServerSays: (sign) => whenServerSays(sign, 'hang'),
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}

/** A database address that goes through the proxy. */
export function throughProxy(databaseUrl: string, proxy: TcpProxy): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
}

/** Where a database address points. */
export function targetOf(databaseUrl: string): { host: string; port: number } {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port || 5432) };
}
