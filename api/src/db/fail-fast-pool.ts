import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isReadOnly } from './database-errors.js';
import { destroy, type PostgresListener } from './postgres-listener.js';

/** After this many milliseconds without a response, run a health check. */
const HEALTH_CHECK_AFTER_MS = 700;

/** Creates the error that `isDatabaseUnavailable` recognises. */
const unavailable = () => Object.assign(new Error('The database does not respond.'), { code: 'ETIMEDOUT' });

/**
 * A connection pool that fails fast when the database accepts connections but does not respond. When a health check fails,
 * every waiting call fails, and so do new calls until the database is up again. Slow statements on a responding database (a
 * lock, a migration, a backup) continue.
 */
export function failFastPool(pool: pg.Pool, listener: PostgresListener): PostgresPool {
  const waiting = new Set<() => void>();
  listener.onDown(() => {
    for (const giveUp of waiting) giveUp();
  });

  const watch = <T>(work: Promise<T>, abandon: () => void = () => {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setInterval(listener.checkHealth, HEALTH_CHECK_AFTER_MS).unref();
      const giveUp = () => {
        reject(unavailable());
        abandon();
      };
      waiting.add(giveUp);
      work.then(resolve, reject).finally(() => {
        clearInterval(timer);
        waiting.delete(giveUp);
      });
    });

  return {
    async connect() {
      if (!listener.isUp()) throw unavailable();
      const connecting = pool.connect();
      const client = await watch(connecting, () => {
        connecting.then((connection) => connection.release()).catch(() => {});
      });
      return watchedClient(client, watch);
    },
    end: () => pool.end(),
  };
}

/**
 * A client whose statements are watched. After an abandoned statement, or one that a read-only connection refused, it is
 * destroyed instead of released to the pool.
 */
function watchedClient(client: pg.PoolClient, watch: <T>(work: Promise<T>, abandon: () => void) => Promise<T>) {
  let isDestroyed = false;
  const abandon = () => {
    isDestroyed = true;
    destroy(client);
  };
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  return {
    query: (...args: unknown[]) =>
      watch(send(...args), abandon).catch((error: unknown) => {
        if (isReadOnly(error)) isDestroyed = true;
        throw error;
      }),
    release: () => client.release(isDestroyed),
  } as unknown as PostgresPoolClient;
}
