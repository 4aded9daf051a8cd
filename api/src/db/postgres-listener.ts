import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.js';
import type { OpenDatabase } from './open-database.js';

interface Subscription {
  channel: string;
  callback: (payload: string) => void;
  onState: (listening: boolean) => void;
}

export type PostgresListener = ReturnType<typeof createPostgresListener>;

/** Between two attempts to connect, and between two health checks. */
const RETRY_MS = 1000;
/** A database that needs longer for `select 1` is considered down. */
const HEALTH_CHECK_TIMEOUT_MS = 1200;
const CONNECT_TIMEOUT_MS = 3000;
/** How often the listening connection is checked. A firewall may forget one without traffic, and neither side notices. */
const CHECK_EVERY_MS = 5000;
/** A server that does not end the connection within this time is not waited for. */
const END_TIMEOUT_MS = 1000;

/**
 * LISTEN on a connection of its own, which reconnects by itself; subscribers are notified when it is lost. The same
 * connection is used for health checks.
 */
export function createPostgresListener(connectionString: string, checkEveryMs = CHECK_EVERY_MS) {
  const subscriptions = new Set<Subscription>();
  const downListeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let isChecking = false;
  let retry: NodeJS.Timeout | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let up = true;
  let closed = false;

  const connectLater = (ms: number) => {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void connect().catch(() => {}), ms).unref();
  };

  const handleLoss = (dead: pg.Client, waitMs = 0) => {
    if (client !== dead) return;
    client = null;
    for (const { onState } of subscriptions) onState(false);
    connectLater(waitMs);
  };

  const setDown = () => {
    up = false;
    for (const callback of downListeners) callback();
  };

  const open = async () => {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client = fresh;
    fresh.on('error', () => handleLoss(fresh, RETRY_MS));
    fresh.on('end', () => handleLoss(fresh));
    fresh.on('notification', ({ channel, payload }) => {
      for (const each of subscriptions) if (each.channel === channel) each.callback(payload ?? '');
    });
    try {
      await fresh.connect();
      for (const channel of new Set([...subscriptions].map((each) => each.channel))) {
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      up = true;
      for (const { onState } of subscriptions) onState(true);
    } catch (cause) {
      handleLoss(fresh, RETRY_MS);
      // 53300: a server with too many clients still responds to its existing ones.
      if (isDatabaseUnavailable(cause) && (cause as { code?: string }).code !== '53300') setDown();
      fresh.end().catch(() => {});
      throw cause;
    }
  };

  const connect = async (): Promise<void> => {
    if (client && !connecting) return;
    connecting ??= open().finally(() => {
      connecting = null;
    });
    await connecting;
  };

  const checkNow = async () => {
    const used = connecting ? null : client;
    const work = used
      ? used.query('select 1').catch((error: unknown) => {
          if (client === used || closed) throw error;
          // The connection was lost or replaced during the check, which says nothing about the server.
          return connect();
        })
      : connect();
    if ((await succeedsWithin(work, HEALTH_CHECK_TIMEOUT_MS)) || closed) return;
    setDown();
    // The connection is unusable, and its notifications are lost.
    if (used) {
      handleLoss(used);
      destroy(used);
    }
  };

  /** Replaces a connection that no longer responds. Only an attempt to connect tells whether the database is down. */
  const checkConnection = async () => {
    const used = client;
    if (!used || connecting || (await succeedsWithin(used.query('select 1'), HEALTH_CHECK_TIMEOUT_MS))) return;
    handleLoss(used);
    destroy(used);
  };
  const checking = setInterval(() => void checkConnection(), checkEveryMs).unref();

  const checkSoon = async () => {
    const waitMs = checkedAt + RETRY_MS - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    checkedAt = performance.now();
    if (up && !closed) await checkNow();
  };

  const listen: OpenDatabase['listen'] = async (channel, callback, onState = () => {}) => {
    const subscription = { channel, callback, onState };
    subscriptions.add(subscription);
    await connecting;
    if (client) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      onState(true);
    } else await connect();
    return async () => void subscriptions.delete(subscription);
  };

  return {
    /** Returns whether the last health check succeeded. */
    isUp: () => up,
    /**
     * Runs a health check, at most once a second. Without a response in time the database is down until a connection
     * succeeds, which is tried once a second.
     */
    checkHealth(): void {
      if (!up || closed || isChecking) return;
      isChecking = true;
      void checkSoon().finally(() => {
        isChecking = false;
      });
    },
    /** Calls `callback` each time a health check fails. */
    onDown: (callback: () => void) => void downListeners.push(callback),
    listen,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      clearInterval(checking);
      subscriptions.clear();
      const last = client;
      client = null;
      if (last && !(up && (await succeedsWithin(last.end(), END_TIMEOUT_MS)))) destroy(last);
    },
  };
}

/** Closes a connection without waiting for the server. */
export function destroy(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** Whether a promise is fulfilled in time. A response that arrived while this process was busy counts as in time. */
function succeedsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(resolve, false), milliseconds);
    work
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}
