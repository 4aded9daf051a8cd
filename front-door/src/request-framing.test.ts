import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApiProxy } from './proxy-api.js';

const SMUGGLED = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n';
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE', 'POST', 'PUT', 'PATCH'];
/** Hono gives a request with one of these methods no body. */
const WITHOUT_BODY = ['GET', 'HEAD', 'TRACE'];
const FRAMINGS = {
  'content-length': (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`,
  chunked: (body: string) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
};
const CASES = METHODS.flatMap((method) =>
  Object.entries(FRAMINGS).map(([name, frame]) => ({ title: `${method} with ${name}`, method, frame })),
);

/** What the API has received whole: method, URL and body. */
const received: string[] = [];
const invalid: Error[] = [];
/** Requests whose head the API has received, and those of them that ended early. */
const begun: string[] = [];
const cut: string[] = [];
let lastHeaders: IncomingHttpHeaders = {};
let api: Server;
let door: Server;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
beforeAll(async () => {
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const name = `${request.method} ${request.url}`;
    begun.push(name);
    if (request.url === '/api/early')
      return void response.writeHead(401, { 'content-length': 0, 'x-response-to': name }).end();
    lastHeaders = request.headers;
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('error', () => cut.push(name));
    request.once('end', () => {
      received.push(`${name} ${Buffer.concat(chunks)}`.trim());
      response.writeHead(200, { 'content-length': 0, 'x-response-to': name }).end();
    });
  });
  api.on('clientError', (error, socket) => {
    // Of a connection that ends in the middle of a body.
    if (!['ECONNRESET', 'HPE_INVALID_EOF_STATE'].includes((error as NodeJS.ErrnoException).code ?? ''))
      invalid.push(error);
    socket.destroy();
  });
  await listening(api);
  const proxy = createApiProxy(new URL(`http://127.0.0.1:${portOf(api)}`));
  door = await listening(createServer(getRequestListener((request, env) => proxy(request, env))));
});
afterAll(async () => {
  for (const server of [door, api]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
const visitors: Visitor[] = [];
beforeEach(() => {
  for (const list of [received, invalid, begun, cut]) list.length = 0;
});
afterEach(() => {
  for (const visitor of visitors.splice(0)) visitor.socket.destroy();
});

/** A connection to the front door on which raw bytes are sent. */
interface Visitor {
  socket: Socket;
  /** Sends bytes and returns what the next response is for. */
  send(bytes: string): Promise<string>;
}

function visit(): Visitor {
  const socket = connect(portOf(door), '127.0.0.1').setEncoding('latin1');
  let text = '';
  let arrived = () => {};
  socket.on('data', (part) => {
    text += part;
    arrived();
  });
  socket.on('close', () => arrived());
  const visitor = {
    socket,
    async send(bytes: string) {
      socket.write(bytes);
      while (!text.includes('\r\n\r\n') && !socket.closed)
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      const end = text.indexOf('\r\n\r\n') + 4;
      const head = text.slice(0, end);
      text = text.slice(end);
      return /^x-response-to: (.*)$/im.exec(head)?.[1] ?? head.split('\r\n')[0] ?? '';
    },
  };
  visitors.push(visitor);
  return visitor;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const bodyOf = (method: string, body: string) => (WITHOUT_BODY.includes(method) ? '' : body);

describe('each visitor gets the response to their own request, and the API sees one request for each', () => {
  it.each(CASES)('$title', async ({ method, frame }) => {
    const [one, other] = [visit(), visit()];
    const expected: string[] = [];
    for (const round of [1, 2, 3]) {
      const request = `${method} /api/${round} HTTP/1.1\r\nHost: x\r\n`;
      expect(await one.send(request + frame(SMUGGLED))).toBe(`${method} /api/${round}`);
      expect(await other.send(`GET /api/other-${round} HTTP/1.1\r\nHost: x\r\n\r\n`)).toBe(`GET /api/other-${round}`);
      expected.push(`${method} /api/${round} ${bodyOf(method, SMUGGLED)}`.trim(), `GET /api/other-${round}`);
    }
    expect(received).toEqual(expected);
    expect(invalid).toEqual([]);
  });
});

describe('a visitor who leaves in the middle of a body adds no byte to the request of another', () => {
  it.each(CASES)('$title', async ({ method, frame }) => {
    const bytes = frame(SMUGGLED);
    const leaving = visit();
    expect(await leaving.send('GET /api/before HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('GET /api/before');
    leaving.socket.write(`${method} /api/cut HTTP/1.1\r\nHost: x\r\n${bytes.slice(0, bytes.indexOf('9.9.9.9'))}`);
    const name = `${method} /api/cut`;
    await until(() => begun.includes(name));
    leaving.socket.destroy();
    await until(() => cut.includes(name) || received.includes(name));
    for (const round of [1, 2])
      expect(await visit().send(`GET /api/${round} HTTP/1.1\r\nHost: x\r\n\r\n`)).toBe(`GET /api/${round}`);
    const whole = WITHOUT_BODY.includes(method) ? [name] : [];
    expect(received).toEqual(['GET /api/before', ...whole, 'GET /api/1', 'GET /api/2']);
    expect(invalid).toEqual([]);
  });
});

it.each(Object.entries(FRAMINGS))(
  'the rest of a body that the API did not wait for, with %s, is no request',
  async (_, frame) => {
    const other = visit();
    const bytes = frame(SMUGGLED);
    const half = bytes.indexOf('9.9.9.9');
    for (const method of ['POST', 'DELETE']) {
      const early = visit();
      const head = `${method} /api/early HTTP/1.1\r\nHost: x\r\n`;
      expect(await early.send(head + bytes.slice(0, half))).toBe(`${method} /api/early`);
      expect(await other.send('GET /api/1 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('GET /api/1');
      early.socket.write(bytes.slice(half));
      expect(await other.send('GET /api/2 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('GET /api/2');
    }
    expect(received).toEqual(['GET /api/1', 'GET /api/2', 'GET /api/1', 'GET /api/2']);
    expect(invalid).toEqual([]);
  },
);

it('removes headers that Connection names, but not what a proxy has said about the visitor', async () => {
  const named = 'X-One: 1\r\nX-Two: 2\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n';
  await visit().send(
    `GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, X-One, x-forwarded-for, X-Forwarded-Proto\r\n${named}\r\n`,
  );
  expect(lastHeaders).toMatchObject({
    'x-two': '2',
    'x-forwarded-for': '1.2.3.4, 127.0.0.1',
    'x-forwarded-proto': 'https',
  });
  expect(lastHeaders).not.toHaveProperty('x-one');
});
