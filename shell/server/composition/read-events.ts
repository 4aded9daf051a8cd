/** One server-sent event. */
export interface ServerSentEvent {
  name: string;
  data: string;
}

/** Reads server-sent events (WHATWG HTML, 9.2.6) until the stream ends or is aborted. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  aborted: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  const stop = () => void reader.cancel().catch(() => undefined);
  aborted.addEventListener('abort', stop, { once: true });
  try {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
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
