import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { destroy, type PostgresListener } from './postgres-listener.js';

/** Whoever waits longer than this for the database doubts that it lives. */
const DOUBT_AFTER_MS = 700;

/** Says what `isDatabaseAway` understands. */
const silence = () => Object.assign(new Error('The database does not respond.'), { code: 'ETIMEDOUT' });

/**
 * A pool whose users never wait long for a database that accepts and says nothing: when it is found to be down, whoever
 * waits is told so, and whoever comes is told at once. A statement that takes long on a database that answers (a lock,
 * a migration, a backup) is left alone.
 */
export function watchPool(pool: pg.Pool, listener: PostgresListener): PostgresPool {
  const waiting = new Set<() => void>();
  listener.onDown(() => {
    for (const giveUp of waiting) giveUp();
  });

  const watched = <T>(work: Promise<T>, abandon: () => void = () => {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const doubting = setInterval(listener.doubt, DOUBT_AFTER_MS).unref();
      const giveUp = () => {
        reject(silence());
        abandon();
      };
      waiting.add(giveUp);
      work.then(resolve, reject).finally(() => {
        clearInterval(doubting);
        waiting.delete(giveUp);
      });
    });

  return {
    async connect() {
      if (!listener.isUp()) throw silence();
      const connecting = pool.connect();
      const client = await watched(connecting, () => {
        connecting.then((late) => late.release()).catch(() => {});
      });
      return lend(client, watched);
    },
    end: () => pool.end(),
  };
}

/** A client of the pool whose every statement is watched; one that was given up does not go back into the pool. */
function lend(client: pg.PoolClient, watched: <T>(work: Promise<T>, abandon: () => void) => Promise<T>) {
  let dead = false;
  const abandon = () => {
    dead = true;
    destroy(client);
  };
  const send = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
  return {
    query: (...all: unknown[]) => watched(send(...all), abandon),
    release: () => client.release(dead),
  } as unknown as PostgresPoolClient;
}
