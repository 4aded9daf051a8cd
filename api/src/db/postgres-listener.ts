import pg from 'pg';
import type { OpenDatabase } from './open-database.js';

type Listen = OpenDatabase['listen'];
interface Subscription {
  channel: string;
  callback: (payload: string) => void;
  onState: (listening: boolean) => void;
}

const RETRY_MS = 500;

/** LISTEN over one connection of its own that comes back by itself; each subscriber hears when it is down. */
export function createPostgresListener(connectionString: string): { listen: Listen; close(): Promise<void> } {
  const subscriptions = new Set<Subscription>();
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const lost = (dead: pg.Client) => {
    if (client !== dead) return;
    client = null;
    for (const { onState } of subscriptions) onState(false);
    if (!closed) retry = setTimeout(() => void connect().catch(() => {}), RETRY_MS).unref();
  };

  const open = async () => {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5000 });
    client = fresh;
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', ({ channel, payload }) => {
      for (const each of subscriptions) if (each.channel === channel) each.callback(payload ?? '');
    });
    try {
      await fresh.connect();
      for (const channel of new Set([...subscriptions].map((each) => each.channel))) {
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      for (const { onState } of subscriptions) onState(true);
    } catch (cause) {
      lost(fresh);
      await fresh.end().catch(() => {});
      throw cause;
    }
  };

  const connect = (): Promise<void> => {
    connecting ??= open().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  return {
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
      await client?.end().catch(() => {});
    },
  };
}
