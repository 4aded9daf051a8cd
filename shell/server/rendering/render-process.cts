/*
 * The process in which a release's server build runs. It has no environment, no file access beyond the release
 * (Node's permission model, set by the parent), and here gives up the network, child processes and native code before
 * the first line of the release is read.
 */
import Module = require('node:module');

interface RenderMessage {
  id: number;
  input: unknown;
}
type RenderFunction = (input: unknown) => unknown;

function refuse(what: string): never {
  throw new Error(`a server build may not use ${what}`);
}

/** @param builtins what the release may take from Node */
function giveUpTheOutside(builtins: ReadonlySet<string>): void {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => {
    const name = request.replace(/^node:/, '');
    if (Module.isBuiltin(request) && !builtins.has(name)) refuse(request);
    return load.call(loader, request, ...rest);
  };
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    Object.defineProperty(globalThis, name, { value: undefined });
  const hidden = process as unknown as Record<string, unknown>;
  for (const name of ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill', 'chdir'])
    hidden[name] = () => refuse(`process.${name}`);
}

const send = process.send?.bind(process);
const exit = process.exit.bind(process);
/* The release's server build, and what it may take from Node (`SERVER_BUILD_BUILTINS`), with commas. */
const [, , file, builtins] = process.argv;
if (!send || !file || !builtins) exit(2);
giveUpTheOutside(new Set(builtins?.split(',')));
const { render } = require(file as string) as { render?: RenderFunction };
if (typeof render !== 'function') throw new Error('the server build does not export render');

process.on('message', async ({ id, input }: RenderMessage) => {
  try {
    const output = await render(input);
    send?.({ id, output, rssBytes: process.memoryUsage.rss() });
  } catch (cause) {
    send?.({ id, error: cause instanceof Error ? cause.message : String(cause), rssBytes: process.memoryUsage.rss() });
  }
});
process.on('disconnect', () => exit(0));
send?.({ ready: true });
