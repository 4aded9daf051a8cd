/** @jest-environment node */
import { createServer, get, request } from 'node:http';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { remoteProxies } from './remote-proxies.mjs';

let remote;
let site;
let port;
beforeEach(async () => {
  remote = createServer((_request, response) => response.end('the remote'));
  await new Promise((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const proxy = remoteProxies([{ path: '/development/one/', url: `http://127.0.0.1:${remote.address().port}` }]);
  const options = { host: '127.0.0.1', port: 0, static: false, hot: false, client: false, setupExitSignals: false };
  const nothing = webpack({ mode: 'none', entry: {}, infrastructureLogging: { level: 'none' }, stats: 'none' });
  site = new WebpackDevServer({ ...options, proxy }, nothing);
  await site.start();
  port = site.server.address().port;
});
afterEach(async () => {
  await site.stop();
  await new Promise((resolve) => remote.close(resolve));
});

it('a remote that breaks its connection closes the WebSocket of the page without another byte', async () => {
  remote.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.once('data', () => socket.resetAndDestroy());
  });
  const headers = { connection: 'Upgrade', upgrade: 'websocket', origin: `http://127.0.0.1:${port}` };
  const received = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/development/one/ws', headers })
      .on('error', reject)
      .on('response', ({ statusCode }) => reject(new Error(`no upgrade: ${statusCode}`)))
      .on('upgrade', (_response, socket, head) => {
        const parts = [head];
        socket.on('data', (part) => parts.push(part));
        socket.on('error', () => {});
        socket.on('close', () => resolve(String(Buffer.concat(parts))));
        socket.write('a frame');
      })
      .end();
  });
  expect(received).toBe('');
});

it('a request to a remote that does not run says so', async () => {
  await new Promise((resolve) => remote.close(resolve));
  const answer = await new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/development/one/remoteEntry.js', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(`${response.statusCode} ${text}`));
    }).on('error', reject);
  });
  expect(answer).toMatch(/^504 The development server behind \/.* does not answer: connect ECONNREFUSED/);
});
