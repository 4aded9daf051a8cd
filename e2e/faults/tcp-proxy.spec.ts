import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

/** A server that returns every line in capitals. */
let upper: Server;
let proxy: TcpProxy;
test.beforeEach(async () => {
  upper = createServer((socket) => {
    socket.on('data', (chunk) => socket.write(chunk.toString().toUpperCase())).on('error', () => {});
  });
  const port = await new Promise<number>((resolve) => {
    upper.listen(0, '127.0.0.1', () => resolve((upper.address() as { port: number }).port));
  });
  proxy = await startTcpProxy({ host: '127.0.0.1', port });
});
test.afterEach(async () => {
  await proxy.close();
  upper.close();
});

/** What `next` returns for a closed connection. */
const CLOSED = /^(ECONNRESET|closed)$/;

const dial = () =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(proxy.port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
const next = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    socket.once('close', () => resolve('closed'));
  });
const exchange = (socket: Socket, text: string) => {
  const response = next(socket);
  socket.write(text);
  return response;
};

test('forwards everything by default', async () => {
  const socket = await dial();
  expect(await exchange(socket, 'hello')).toBe('HELLO');
  socket.destroy();
});

test('hangs without an error, and forwards the waiting bytes afterwards', async () => {
  const socket = await dial();
  proxy.hang();
  const response = exchange(socket, 'are you there?');
  // Another connection is accepted, as by the kernel of a stopped server, and gets no response either.
  const other = await dial();
  const first = await Promise.race([
    response,
    exchange(other, 'and you?'),
    new Promise((resolve) => setImmediate(resolve, 'silence')),
  ]);
  expect(first).toBe('silence');
  proxy.heal();
  expect(await response).toBe('ARE YOU THERE?');
  socket.destroy();
  other.destroy();
});

test('resets connections; the next one works', async () => {
  const socket = await dial();
  expect(await exchange(socket, 'hello')).toBe('HELLO');
  const ending = next(socket);
  proxy.reset();
  expect(await ending).toBe('ECONNRESET');
  const fresh = await dial();
  expect(await exchange(fresh, 'again')).toBe('AGAIN');
  fresh.destroy();
});

test('counts connection attempts and later requests', async () => {
  const socket = await dial();
  expect(await exchange(socket, 'hello')).toBe('HELLO');
  expect(proxy.requestCount()).toBe(1);
  expect(await exchange(socket, 'and?')).toBe('AND?');
  expect(proxy.requestCount()).toBe(2);
  socket.destroy();
});

test('refuses connections until it is healed', async () => {
  proxy.refuse();
  const refused = await dial().then(next, (error: NodeJS.ErrnoException) => String(error.code));
  expect(refused).toMatch(CLOSED);
  proxy.heal();
  const socket = await dial();
  expect(await exchange(socket, 'hello')).toBe('HELLO');
  socket.destroy();
});

test('resets the connection when the server sends a pattern, also in two chunks', async () => {
  const socket = await dial();
  const reset = proxy.resetWhenServerSends(Buffer.from('DONE'));
  expect(await exchange(socket, 'do')).toBe('DO');
  const ending = next(socket);
  socket.write('ne');
  await reset;
  expect(await ending).toMatch(CLOSED);
  const fresh = await dial();
  expect(await exchange(fresh, 'done')).toBe('DONE');
  fresh.destroy();
});

test('resets only the connection whose client sent the bytes, also in two chunks', async () => {
  const socket = await dial();
  const other = await dial();
  const reset = proxy.resetWhenServerSends(Buffer.from('DONE'), Buffer.from('mine'));
  expect(await exchange(other, 'done')).toBe('DONE');
  expect(await exchange(socket, 'done mi')).toBe('DONE MI');
  expect(await exchange(socket, 'ne')).toBe('NE');
  const ending = next(socket);
  socket.write('done');
  await reset;
  expect(await ending).toMatch(CLOSED);
  expect(await exchange(other, 'done')).toBe('DONE');
  other.destroy();
});

test('hangs after the server sends a pattern, which still arrives', async () => {
  const socket = await dial();
  const hung = proxy.hangWhenServerSends(Buffer.from('DONE'));
  expect(await exchange(socket, 'done')).toBe('DONE');
  await hung;
  const response = exchange(socket, 'more');
  expect(await Promise.race([response, new Promise((resolve) => setImmediate(resolve, 'silence'))])).toBe('silence');
  proxy.heal();
  expect(await response).toBe('MORE');
  socket.destroy();
});

test('delays bytes by the latency, in order', async () => {
  const socket = await dial();
  proxy.setLatency(20);
  const started = performance.now();
  expect(await exchange(socket, 'slow')).toBe('SLOW');
  // A lower bound: a busy machine can only be slower.
  expect(performance.now() - started).toBeGreaterThanOrEqual(39);
  socket.destroy();
});
