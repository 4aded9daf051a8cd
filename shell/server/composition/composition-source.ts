import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Composition, compositionSchema } from '@godhuli/contracts/releases';
import { type Api, getJson, internalRequest, within } from '../api-client.js';
import type { Logger } from '../logger.js';
import { readEvents } from './read-events.js';

/** Which releases are live, as far as this process knows. */
export interface CompositionSource {
  /** null until the API has been reached once, ever */
  current(): Composition | null;
  /** Calls back after every change, and once at the start when something is known. @returns stops that */
  onChange(listener: (composition: Composition) => void): () => void;
  /**
   * The `surrogate-key` of answers whose end this process will be told of, null while nobody would say so. An answer
   * that carries it may be kept until `onPurge`.
   */
  surrogateKey(): string | null;
  /** called when every kept answer has ended, also because the stream was cut */
  onPurge(listener: () => void): void;
  /** why changes come late, as a sentence; null while all is well */
  problem(): string | null;
  close(): void;
}

interface CompositionSourceOptions {
  api: Api;
  /** keeps the last known composition, for a start with the API away */
  file: string;
  logger: Logger;
  /** shown to the API, which announces changes to front doors alone */
  token?: string;
  /** milliseconds */
  now(): number;
  /** waits before the next try; `aborted` ends the wait */
  wait(ms: number, aborted: AbortSignal): Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** A stream that has not begun by then is asked for again. */
const LONGEST_OPENING_MS = 10_000;
/** After a stream that lasted so long, the first wait is short again. */
const STEADY_MS = 2000;
/** While the API refuses the token, it is asked for changes this often. */
const REFUSED_WAIT_MS = 2000;

const REFUSED =
  'The API refuses FRONT_DOOR_TOKEN, so changes show up to 2 seconds late and nothing is kept in memory. ' +
  'Set the same value at the API and here.';

class TokenRefused extends Error {
  override name = 'TokenRefused';
}

/** Front doors that lost the API at the same time do not come back at the same time. */
const jittered = (ms: number) => ms * (0.5 + Math.random() / 2);

/**
 * Follows the composition: asks for it, then listens for changes, and asks again whenever the stream has been cut.
 * While the API is away the last known composition stands.
 */
export async function openCompositionSource(options: CompositionSourceOptions): Promise<CompositionSource> {
  const { api, file, logger, token, now, wait } = options;
  const closing = new AbortController();
  const listeners = new Set<(composition: Composition) => void>();
  const purgeListeners: (() => void)[] = [];
  let surrogateKey: string | null = null;
  /** whether the API knows other front doors than this one */
  let refused = false;
  /** whether the log says that the stream is lost */
  let lost = false;
  let current = await readLastKnown(file);

  function purge(key: string | null) {
    surrogateKey = key;
    for (const listener of purgeListeners) listener();
  }

  async function take(next: Composition) {
    const changed = current === null || next.generation !== current.generation;
    current = next;
    if (!changed) return;
    logger.info({ generation: next.generation }, 'composition changed');
    for (const listener of listeners) listener(next);
    await writeLastKnown(file, next).catch((error) =>
      logger.warn({ err: error }, 'could not save the composition to disk'),
    );
  }

  const ask = async () => take(compositionSchema.parse(await getJson(api, '/api/composition')));

  async function listen() {
    const response = await within(LONGEST_OPENING_MS, (signal) =>
      api(
        internalRequest('/api/composition/events', {
          headers: { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
          signal: AbortSignal.any([closing.signal, signal]),
        }),
      ),
    );
    if (response.status === 401) {
      await response.body?.cancel();
      throw new TokenRefused();
    }
    if (!response.ok || !response.body) throw new Error(`composition events returned ${response.status}`);
    if (refused) logger.info({}, 'the API accepts FRONT_DOOR_TOKEN again');
    refused = lost = false;
    // Asked after the stream is open, so that no change falls between the two.
    await ask().catch(async (error) => {
      await response.body?.cancel().catch(() => undefined);
      throw error;
    });
    for await (const event of readEvents(response.body, closing.signal)) {
      if (event.name === 'purge') purge(event.data);
      if (event.name !== 'composition') continue;
      const parsed = compositionSchema.safeParse(parseJson(event.data));
      if (parsed.success) await take(parsed.data);
      else await ask();
    }
  }

  /** What can be known without the stream is asked for; the log has one line until the stream is back. */
  async function withoutStream(error: unknown) {
    if (error instanceof TokenRefused) {
      if (!refused) logger.error({}, REFUSED);
      refused = true;
      await ask().catch(() => undefined);
    } else {
      if (!lost) logger.warn({ err: error }, 'lost the connection to the composition events');
      lost = true;
    }
  }

  async function follow() {
    let waitMs = FIRST_WAIT_MS;
    while (!closing.signal.aborted) {
      const began = now();
      try {
        await listen();
      } catch (error) {
        if (closing.signal.aborted) return;
        await withoutStream(error);
      } finally {
        purge(null);
      }
      if (now() - began >= STEADY_MS) waitMs = FIRST_WAIT_MS;
      await wait(jittered(refused ? REFUSED_WAIT_MS : waitMs), closing.signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  await ask().catch((error) => logger.warn({ err: error }, 'the API has no composition yet'));
  void follow();
  return {
    current: () => current,
    onChange(listener) {
      listeners.add(listener);
      if (current) listener(current);
      return () => void listeners.delete(listener);
    },
    surrogateKey: () => surrogateKey,
    onPurge: (listener) => void purgeListeners.push(listener),
    problem: () => (refused ? REFUSED : null),
    close: () => closing.abort(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readLastKnown(file: string): Promise<Composition | null> {
  try {
    return compositionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

async function writeLastKnown(file: string, composition: Composition): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(composition));
  await rename(`${file}.part`, file);
}
