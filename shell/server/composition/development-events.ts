import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { CompositionSource } from './composition-source.js';

/** Tells pages in development the generation of the composition, at once and after every change. */
export function developmentEvents(c: Context, composition: Pick<CompositionSource, 'onChange'>): Response {
  return streamSSE(c, async (stream) => {
    const stop = composition.onChange(({ generation }) => void stream.writeSSE({ data: String(generation) }));
    await new Promise<void>((resolve) => stream.onAbort(resolve));
    stop();
  });
}
