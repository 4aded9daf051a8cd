import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Composition } from '@godhuli/contracts/releases';
import { parseSurrogateKey } from '@godhuli/contracts/surrogate-key';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type Api, getJson, internalRequest, withApiTimeout } from '../api-client.js';
import type { Logger } from '../logger.js';
import { nameOf, parseComposition, type UnreadableRelease, unreadableText } from './parse-composition.js';
import { writeAtomically } from './write-atomically.js';

/** Knows which releases are live. */
export type CompositionSource = Awaited<ReturnType<typeof openCompositionSource>>;

interface CompositionSourceOptions {
  api: Api;
  /** stores the last known composition, for a start while the API is unavailable */
  file: string;
  logger: Logger;
  /** shown to the API, which announces changes to front doors alone */
  token?: string;
  /** milliseconds; never steps back */
  elapsed(): number;
  /** waits before the next try; `aborted` ends the wait */
  wait(ms: number, aborted: AbortSignal): Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** After a stream that lasted this long, the first wait is short again. */
const STEADY_MS = 2000;
/** While the API refuses the token, changes are polled this often. */
const REFUSED_WAIT_MS = 2000;

/** The API sends a comment every 25 seconds, so a connection that was lost without an error is noticed. */
const LONGEST_SILENCE_MS = 60_000;

const REFUSED =
  'The API refuses FRONT_DOOR_TOKEN, so changes show up to 2 seconds late and nothing is kept in memory. ' +
  'Set the same value at the API and here.';

class TokenRefused extends Error {
  override name = 'TokenRefused';
}

/** Front doors that lost the API at the same time do not all reconnect at the same time. */
const jittered = (ms: number) => ms * (0.5 + Math.random() / 2);

/**
 * Follows the composition: reads it, then listens for changes, and reads it again whenever the stream has ended. While the API is
 * unavailable, the last known composition applies.
 */
export async function openCompositionSource(options: CompositionSourceOptions) {
  const { api, file, logger, token, elapsed, wait } = options;
  const closing = new AbortController();
  const listeners: ((composition: Composition) => void)[] = [];
  const invalidateListeners: ((tags?: readonly string[]) => void)[] = [];
  let trustedProcess: string | null = null;
  /** whether the API refuses the token */
  let isRefused = false;
  /** whether the log says that the stream is lost */
  let isLost = false;
  let unreadable: UnreadableRelease[] = [];
  let current = await readFile(file, 'utf8')
    .then((text) => parse(JSON.parse(text)))
    .catch(() => null);

  /** Logs a release that cannot be read when it becomes part of the composition. */
  function parse(value: unknown): Composition {
    const parsed = parseComposition(value);
    const logged = new Set(unreadable.map(nameOf));
    unreadable = parsed.unreadable;
    for (const release of unreadable) {
      const { remote, version, error } = release;
      if (!logged.has(nameOf(release))) logger.error({ err: error, remote, version }, unreadableText(release));
    }
    return parsed.composition;
  }

  function invalidate(process: string | null, tags: readonly string[] = []) {
    const isSameProcess = process === trustedProcess;
    trustedProcess = process;
    for (const listener of invalidateListeners) listener(isSameProcess && tags.length > 0 ? tags : undefined);
  }

  async function apply(next: Composition) {
    // Not only the generation: after a restored backup the database may use a number again.
    if (isDeepStrictEqual(next, current)) return;
    current = next;
    logger.info({ generation: next.generation }, 'composition changed');
    for (const listener of listeners) listener(next);
    await writeAtomically(file, JSON.stringify(next)).catch((error) =>
      logger.warn({ err: error }, 'could not save the composition to disk'),
    );
  }

  const read = async () => apply(parse(await getJson(api, '/api/composition')));

  async function listen() {
    const response = await withApiTimeout((signal) =>
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
    if (isRefused) logger.info({}, 'the API accepts FRONT_DOOR_TOKEN again');
    isRefused = isLost = false;
    // Read after the stream is open, so that no change is missed between the two.
    await read().catch(async (error) => {
      await response.body?.cancel().catch(() => undefined);
      throw error;
    });
    for await (const { event, data } of readEvents(response.body, closing.signal)) {
      if (event === 'purge') {
        const { process, tags } = parseSurrogateKey(data);
        invalidate(process, tags);
      }
      if (event === 'composition') await apply(parse(JSON.parse(data)));
    }
  }

  /** Logs one line until the stream is back. Without the token, the composition is polled. */
  async function withoutStream(error: unknown) {
    if (error instanceof TokenRefused) {
      if (!isRefused) logger.error({}, REFUSED);
      isRefused = true;
      await read().catch(() => undefined);
    } else {
      if (!isLost) logger.warn({ err: error }, 'lost the connection to the composition events');
      isLost = true;
    }
  }

  async function follow() {
    let waitMs = FIRST_WAIT_MS;
    while (!closing.signal.aborted) {
      const began = elapsed();
      try {
        await listen();
      } catch (error) {
        if (closing.signal.aborted) return;
        await withoutStream(error);
      } finally {
        invalidate(null);
      }
      if (elapsed() - began >= STEADY_MS) waitMs = FIRST_WAIT_MS;
      await wait(jittered(isRefused ? REFUSED_WAIT_MS : waitMs), closing.signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  await read().catch((error) => logger.warn({ err: error }, 'the API has no composition yet'));
  void follow();
  return {
    /** Returns the last known composition; null until the API has been reached once, ever. */
    current: () => current,
    /** Calls back after every change, and once at the start when something is known. */
    onChange(listener: (composition: Composition) => void) {
      listeners.push(listener);
      if (current) listener(current);
    },
    /**
     * Returns the id of the API process whose invalidations arrive here, null while none do. Its responses may be cached until
     * `onInvalidate` names one of their tags.
     */
    trustedProcess: () => trustedProcess,
    /** Calls back with the tags to invalidate; without tags everything, for example because the stream has ended. */
    onInvalidate: (listener: (tags?: readonly string[]) => void) => void invalidateListeners.push(listener),
    /** Returns which releases cannot be read and why changes arrive late, as sentences. */
    problems: () => [...unreadable.map(unreadableText), ...(isRefused ? [REFUSED] : [])],
    close: () => closing.abort(),
  };
}

/**
 * Reads server-sent events until the stream ends or is aborted.
 * @throws Error when nothing has arrived for a minute
 */
async function* readEvents(body: ReadableStream<Uint8Array>, aborted: AbortSignal): AsyncGenerator<EventSourceMessage> {
  const silent = new AbortController();
  const silence = setTimeout(
    () => silent.abort(new Error(`the API was silent for ${LONGEST_SILENCE_MS} ms`)),
    LONGEST_SILENCE_MS,
  ).unref();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const decoder = new TextDecoderStream() as never;
  const signal = AbortSignal.any([aborted, silent.signal]);
  try {
    for await (const chunk of body.pipeThrough<string>(decoder, { signal })) {
      silence.refresh();
      parser.feed(chunk);
      yield* events.splice(0);
    }
  } finally {
    clearTimeout(silence);
  }
}
