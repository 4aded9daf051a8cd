/** One server-sent event. */
export interface ServerSentEvent {
  name: string;
  data: string;
}

/** The API sends a comment every 25 seconds, so that one that is gone without a word is noticed. */
const LONGEST_SILENCE_MS = 60_000;

/**
 * Reads server-sent events (WHATWG HTML, 9.2.6) until the stream ends or is aborted.
 * @throws Error when nothing has come for a minute
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  aborted: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  const stop = () => void reader.cancel().catch(() => undefined);
  aborted.addEventListener('abort', stop, { once: true });
  let silent = false;
  const silence = setTimeout(() => {
    silent = true;
    stop();
  }, LONGEST_SILENCE_MS).unref();
  try {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (silent) throw new Error(`the API was silent for ${LONGEST_SILENCE_MS} ms`);
      if (done) return;
      silence.refresh();
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    clearTimeout(silence);
    aborted.removeEventListener('abort', stop);
    stop();
  }
}

function parseEvent(block: string): ServerSentEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : null;
}
