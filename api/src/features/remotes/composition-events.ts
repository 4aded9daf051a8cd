import type { Composition } from '@godhuli/contracts/releases';
import { formatSurrogateKey } from '@godhuli/contracts/surrogate-key';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ApiEnv } from '../../http/api-env.js';
import type { ReadCache } from '../../http/read-cache.js';
import type { CompositionSource } from './composition.service.js';

/** Comments at this interval keep proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000;

/**
 * Responds with server-sent events (WHATWG HTML, 9.2). `composition` is sent at once and after every change: its id is the
 * generation, its data the composition as JSON. `purge` is sent at once for all responses,
 * and after every change of public data: its data is the surrogate key of the responses that are out of date.
 * @param reads the read cache whose invalidations are sent, if there is one
 */
export async function compositionEvents(
  c: Context<ApiEnv>,
  source: CompositionSource,
  reads: Pick<ReadCache, 'key' | 'onPurge'> | undefined,
): Promise<Response> {
  const first = await source.current();
  c.header('x-accel-buffering', 'no');
  return streamSSE(c, async (stream) => {
    let sent = -1;
    const send = (composition: Composition) => {
      if (composition.generation <= sent) return;
      sent = composition.generation;
      void stream.writeSSE({ id: String(sent), event: 'composition', data: JSON.stringify(composition) });
    };
    const purge = (surrogateKey: string) => void stream.writeSSE({ event: 'purge', data: surrogateKey });
    const stopComposition = source.subscribe(send);
    const stopPurges = reads?.onPurge(purge);
    const heartbeat = setInterval(() => void stream.write(': heartbeat\n\n'), HEARTBEAT_MS).unref();
    send(first);
    if (reads) purge(formatSurrogateKey(reads.key));
    await untilClosed(stream, c.req.raw.signal);
    stopComposition();
    stopPurges?.();
    clearInterval(heartbeat);
  });
}

/** Resolves when the client has closed the stream. Node aborts the request, `app.fetch` cancels the body. */
function untilClosed(stream: { onAbort(listener: () => void): void }, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    stream.onAbort(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}
