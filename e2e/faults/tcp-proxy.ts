import { createServer, type Server, Socket } from 'node:net';

/** Faults of a connection to a server. Each applies to open connections and to new ones. */
export interface TcpProxy {
  port: number;
  /** delays every byte in both directions; 0 by default */
  setLatency(milliseconds: number): void;
  /** forwards nothing, without an error; received bytes wait */
  hang(): void;
  /** ends `hang` and `refuse`, and forwards the waiting bytes */
  heal(): void;
  /** resets every connection (TCP RST); new ones work */
  reset(): void;
  /** resets every connection, and each new one at once, until `heal` */
  refuse(): void;
  /**
   * Resets the connection the next time the server sends `pattern` (Postgres: {@link COMMIT_COMPLETE}) instead of forwarding
   * it: the server has done the work, and the client gets no response. With `afterClientSends`, only a connection whose
   * client has sent those bytes since this call is reset: the other connections of a product commit their own work.
   * @returns resolves after the reset
   */
  resetWhenServerSends(pattern: Buffer, afterClientSends?: Buffer): Promise<void>;
  /**
   * Forwards `pattern` the next time the server sends it, and then hangs as by `hang`.
   * @returns resolves when the hang begins
   */
  hangWhenServerSends(pattern: Buffer): Promise<void>;
  /** number of requests of clients so far: connection attempts, and later chunks */
  requestCount(): number;
  close(): Promise<void>;
}

/** Returns Postgres' CommandComplete message of a statement: the type 'C', the length, the tag. */
export function commandComplete(tag: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(tag.length + 5);
  return Buffer.concat([Buffer.from('C'), length, Buffer.from(`${tag}\0`)]);
}
export const COMMIT_COMPLETE = commandComplete('COMMIT');

interface Pair {
  client: Socket;
  server: Socket;
  /** forwards the waiting bytes */
  flush(): void;
}

/** Returns a function that tells if a pattern ends in a chunk, also one that began in the chunk before. */
function patternFinder(): (chunk: Buffer, pattern: Buffer) => boolean {
  let tail = Buffer.alloc(0);
  return (chunk, pattern) => {
    const received = Buffer.concat([tail, chunk]);
    tail = received.subarray(-pattern.length + 1);
    return received.includes(pattern);
  };
}

/** Starts a proxy on a free port of 127.0.0.1 in front of `target`, without any fault at first. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let latencyMs = 0;
  let requestCount = 0;
  let hanging = false;
  let refusing = false;
  let awaited: { pattern: Buffer; after?: Buffer; then: 'reset' | 'hang'; done: () => void } | null = null;

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
    requestCount += 1;
    if (refusing) return void client.resetAndDestroy();
    const upstream = new Socket();
    const end = () => {
      pairs.delete(pair);
      client.resetAndDestroy();
      upstream.destroy();
    };
    const inRequest = patternFinder();
    const inResponse = patternFinder();
    /** The awaited response whose request has come through this connection. */
    let requested: typeof awaited = null;
    // The first chunk of a client belongs to its connection attempt.
    let chunks = 0;
    const flushUp = relay(client, upstream, (chunk) => {
      if (awaited?.after && inRequest(chunk, awaited.after)) requested = awaited;
      if (chunks > 0) requestCount += 1;
      chunks += 1;
      return false;
    });
    const flushDown = relay(upstream, client, (chunk) => {
      if (!awaited || (awaited.after && requested !== awaited)) return false;
      if (!inResponse(chunk, awaited.pattern)) return false;
      const { then, done } = awaited;
      awaited = null;
      if (then === 'reset') end();
      else
        queueMicrotask(() => {
          hanging = true;
        });
      queueMicrotask(done);
      return then === 'reset';
    });
    const pair: Pair = {
      client,
      server: upstream,
      flush: () => {
        flushUp();
        flushDown();
      },
    };
    pairs.add(pair);
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    upstream.connect(target);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const resetAll = () => {
    for (const { client, server: upstream } of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
    pairs.clear();
  };

  const whenServerSends = (pattern: Buffer, then: 'reset' | 'hang', after?: Buffer) =>
    new Promise<void>((resolve) => {
      awaited = { pattern, then, done: resolve, ...(after && { after }) };
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
      for (const pair of pairs) pair.flush();
    },
    reset: resetAll,
    refuse() {
      refusing = true;
      resetAll();
    },
    resetWhenServerSends: (pattern, afterClientSends) => whenServerSends(pattern, 'reset', afterClientSends),
    hangWhenServerSends: (pattern) => whenServerSends(pattern, 'hang'),
    requestCount: () => requestCount,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        resetAll();
      }),
  };
}

/** Returns the URL of a database through the proxy. */
export function throughProxy(databaseUrl: string, proxy: TcpProxy): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
}

/** Returns host and port of a database URL. */
export function targetOf(databaseUrl: string): { host: string; port: number } {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port || 5432) };
}
