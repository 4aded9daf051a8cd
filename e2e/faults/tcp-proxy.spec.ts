import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

/** A server that answers every line with the same line in capitals. */
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
const ask = (socket: Socket, words: string) => {
  const answer = next(socket);
  socket.write(words);
  return answer;
};

test('passes everything on until it is told otherwise', async () => {
  const socket = await dial();
  expect(await ask(socket, 'hello')).toBe('HELLO');
  socket.destroy();
});

test('hangs without telling, and lets go of what has waited', async () => {
  const socket = await dial();
  proxy.hang();
  const answer = ask(socket, 'are you there?');
  // Another connection is accepted, as by a stopped server's kernel, and hears nothing either.
  const other = await dial();
  const first = await Promise.race([
    answer,
    ask(other, 'and you?'),
    new Promise((resolve) => setImmediate(resolve, 'silence')),
  ]);
  expect(first).toBe('silence');
  proxy.heal();
  expect(await answer).toBe('ARE YOU THERE?');
  socket.destroy();
  other.destroy();
});

test('resets connections; the next one works', async () => {
  const socket = await dial();
  expect(await ask(socket, 'hello')).toBe('HELLO');
  const ending = next(socket);
  proxy.reset();
  expect(await ending).toBe('ECONNRESET');
  const fresh = await dial();
  expect(await ask(fresh, 'again')).toBe('AGAIN');
  fresh.destroy();
});

test('counts tries to connect, and what is said later', async () => {
  const socket = await dial();
  expect(await ask(socket, 'hello')).toBe('HELLO');
  expect(proxy.asked()).toBe(1);
  expect(await ask(socket, 'and?')).toBe('AND?');
  expect(proxy.asked()).toBe(2);
  socket.destroy();
});

test('refuses until it is healed', async () => {
  proxy.refuse();
  const refused = await dial().then(next, (error: NodeJS.ErrnoException) => String(error.code));
  expect(['ECONNRESET', 'closed']).toContain(refused);
  proxy.heal();
  const socket = await dial();
  expect(await ask(socket, 'hello')).toBe('HELLO');
  socket.destroy();
});

test('cuts when the server has said a word, also when it comes in two pieces', async () => {
  const socket = await dial();
  const cut = proxy.cutWhenServerSays(Buffer.from('DONE'));
  expect(await ask(socket, 'do')).toBe('DO');
  const ending = next(socket);
  socket.write('ne');
  await cut;
  expect(['ECONNRESET', 'closed']).toContain(await ending);
  const fresh = await dial();
  expect(await ask(fresh, 'done')).toBe('DONE');
  fresh.destroy();
});

test('hangs when the server has said a word, which still arrives', async () => {
  const socket = await dial();
  const hung = proxy.hangWhenServerSays(Buffer.from('DONE'));
  expect(await ask(socket, 'done')).toBe('DONE');
  await hung;
  const answer = ask(socket, 'more');
  expect(await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'silence'))])).toBe('silence');
  proxy.heal();
  expect(await answer).toBe('MORE');
  socket.destroy();
});

test('keeps bytes back for the latency, in order', async () => {
  const socket = await dial();
  proxy.setLatency(20);
  const started = performance.now();
  expect(await ask(socket, 'slow')).toBe('SLOW');
  // A lower bound: a busy machine can only be slower.
  expect(performance.now() - started).toBeGreaterThanOrEqual(39);
  socket.destroy();
});
