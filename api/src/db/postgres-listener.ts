import pg from 'pg';
import { isDatabaseAway } from './database-errors.js';
import type { OpenDatabase } from './open-database.js';

type Listen = OpenDatabase['listen'];
interface Subscription {
  channel: string;
  callback: (payload: string) => void;
  onState: (listening: boolean) => void;
}

export interface PostgresListener {
  listen: Listen;
  /** whether the database answered when it was last asked */
  isUp(): boolean;
  /**
   * Asks the database for a sign of life, at most once a second, whoever is in doubt. Without an answer in time it is
   * down, until a connection succeeds; that is tried once a second.
   */
  doubt(): void;
  /** calls `callback` each time the database is found to be down */
  onDown(callback: () => void): void;
  close(): Promise<void>;
}

/** Between two tries to connect, and between two questions for a sign of life. */
const RETRY_MS = 1000;
/** A database that takes longer to answer `select 1` is taken for hung. */
const ANSWER_MS = 1200;
const CONNECT_MS = 3000;

/**
 * LISTEN over one connection of its own that comes back by itself; each subscriber hears when it is down. The same
 * connection tells whether the database answers at all.
 */
export function createPostgresListener(connectionString: string): PostgresListener {
  const subscriptions = new Set<Subscription>();
  const downListeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let asking = false;
  let retry: NodeJS.Timeout | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let up = true;
  let closed = false;

  const connectLater = (ms: number) => {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void connect().catch(() => {}), ms).unref();
  };

  const lost = (dead: pg.Client, waitMs = 0) => {
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
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
    client = fresh;
    fresh.on('error', () => lost(fresh, RETRY_MS));
    fresh.on('end', () => lost(fresh));
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
      lost(fresh, RETRY_MS);
      // A server with too many clients still answers those that it has.
      if (isDatabaseAway(cause) && (cause as { code?: string }).code !== '53300') setDown();
      fresh.end().catch(() => {});
      throw cause;
    }
  };

  const connect = (): Promise<void> => {
    connecting ??= open().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  const ask = async () => {
    const asked = client;
    const answered = await settlesWithin(asked && !connecting ? asked.query('select 1') : connect(), ANSWER_MS);
    if (answered || closed) return;
    setDown();
    // The connection is as good as dead; what it would have told of changes is lost.
    if (asked && !connecting) {
      lost(asked);
      destroy(asked);
    }
  };

  const askSoon = async () => {
    const waitMs = askedAt + RETRY_MS - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    askedAt = performance.now();
    if (up && !closed) await ask();
  };

  return {
    isUp: () => up,
    doubt() {
      if (!up || closed) return;
      if (asking) return;
      asking = true;
      void askSoon().finally(() => {
        asking = false;
      });
    },
    onDown: (callback) => void downListeners.push(callback),
    async listen(channel, callback, onState = () => {}) {
      const subscription = { channel, callback, onState };
      subscriptions.add(subscription);
      if (client && !connecting) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        onState(true);
      } else {
        await connecting;
        if (client) {
          await client.query(`listen ${pg.escapeIdentifier(channel)}`);
          onState(true);
        } else await connect();
      }
      return async () => {
        subscriptions.delete(subscription);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      subscriptions.clear();
      const last = client;
      client = null;
      if (last && !up) destroy(last);
      else await last?.end().catch(() => {});
    },
  };
}

/** Ends a connection without waiting for a word from the other side. */
export function destroy(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** Whether something ends well in time. What has arrived while this process was busy counts as in time. */
function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
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
