import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** A network gets this many refusals at once within `WINDOW_MS`; more of them are held back. */
const PROMPT_REFUSALS = 20;
const WINDOW_MS = 2000;
/** How long a refusal is held back: between these, at random, so that not all are sent at the same moment. */
const HELD_MS = { least: 2000, most: 8000 };

const refusals = new LRUCache<string, { count: number }>({ max: 10_000, ttl: WINDOW_MS });

/**
 * Waits before one more refusal is sent to a network that sends on although it was refused. Programs that wait for their response
 * send fewer requests then, and the processor is free for others. People see such a refusal once and do not notice.
 * @param signal aborted when the sender has disconnected
 */
export async function slowDown(network: string, signal: AbortSignal): Promise<void> {
  const seen = refusals.get(network) ?? { count: 0 };
  if (seen.count === 0) refusals.set(network, seen);
  seen.count += 1;
  if (seen.count <= PROMPT_REFUSALS) return;
  const { least, most } = HELD_MS;
  await delay(least + Math.random() * (most - least), undefined, { signal, ref: false }).catch(() => undefined);
}
