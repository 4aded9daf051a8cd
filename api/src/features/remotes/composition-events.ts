import type { Composition } from '@godhuli/contracts/releases';
import type { ReadCache } from '../../http/read-cache.js';
import type { CompositionSource } from './composition.service.js';

/** A comment this often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000;

/**
 * The composition at once and after every change, as server-sent events: event `composition`, its generation as
 * the id, the whole composition as JSON data (WHATWG HTML, 9.2). Event `purge` at once and whenever public reads have
 * changed: its data is the `surrogate-key` of the answers that have ended.
 * @param reads whose purges are told, when there is one
 * @param signal of the request: the listener goes when the client does
 */
export async function compositionEvents(
  source: CompositionSource,
  reads: Pick<ReadCache, 'key' | 'onPurge'> | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const first = await source.current();
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let sent = -1;
      const send = (composition: Composition) => {
        if (composition.generation <= sent) return;
        sent = composition.generation;
        const event = `id: ${sent}\nevent: composition\ndata: ${JSON.stringify(composition)}\n\n`;
        controller.enqueue(encoder.encode(event));
      };
      const purge = () => controller.enqueue(encoder.encode(`event: purge\ndata: ${reads?.key}\n\n`));
      const stopComposition = source.subscribe(send);
      const stopPurges = reads?.onPurge(purge);
      const heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), HEARTBEAT_MS);
      heartbeat.unref();
      stop = () => {
        stopComposition();
        stopPurges?.();
        clearInterval(heartbeat);
      };
      send(first);
      if (reads) purge();
      // The client may have gone while the composition was read.
      if (signal.aborted) stop();
    },
    cancel: () => stop(),
  });
  signal.addEventListener('abort', () => stop(), { once: true });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
}
