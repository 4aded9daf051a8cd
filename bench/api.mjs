/** CPU of a cached public read, against `node:http` that answers the same bytes from memory, interleaved. */
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { cpuSeconds, freePort, startProduct } from './product.mjs';

/** Sends requests over kept-alive connections. */
async function send(url, count) {
  const { Agent } = await import('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await new Promise((resolve, reject) => {
        request(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
          answer.resume();
          answer.once('end', resolve);
        })
          .once('error', reject)
          .end();
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  agent.destroy();
}

/** A bare server that answers one body from memory. */
async function bareServer(answer) {
  const port = await freePort();
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'transfer-encoding'].includes(name)),
  );
  const source = `const body = Buffer.from(process.env.BODY, 'base64'); const headers = JSON.parse(process.env.HEADERS);
require('node:http').createServer((request, response) => { response.writeHead(200, headers); response.end(body); }).listen(${port}, '127.0.0.1', () => console.log('up'));`;
  const child = spawn(process.execPath, ['-e', source], {
    env: { BODY: Buffer.from(answer.body).toString('base64'), HEADERS: JSON.stringify(headers) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid, stop: () => child.kill() };
}

/** The answer's bytes as they are sent, compressed. */
function raw(url) {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.once('end', () => resolve({ headers: new Headers(answer.headers), body: Buffer.concat(chunks) }));
    })
      .once('error', reject)
      .end();
  });
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(product, path, { runs, count }) {
  const bare = await bareServer(await raw(product.url + path));
  try {
    const spent = async (pid, url) => {
      const before = cpuSeconds(pid);
      await send(url, count);
      return ((cpuSeconds(pid) - before) / count) * 1e6;
    };
    await send(product.url + path, count);
    await send(bare.url, count);
    const ours = [];
    const theirs = [];
    for (let run = 0; run < runs; run += 1) {
      ours.push(await spent(product.pid, product.url + path));
      theirs.push(await spent(bare.pid, bare.url));
    }
    return { ours: median(ours), bare: median(theirs) };
  } finally {
    bare.stop();
  }
}

export async function measure({ quick }) {
  const effort = quick ? { runs: 1, count: 200 } : { runs: 7, count: 6000 };
  const product = await startProduct();
  try {
    const rows = [];
    for (const [path, limit] of [
      ['/api/portfolio', 1.3],
      ['/', 1.1],
    ]) {
      const { ours, bare } = await compare(product, path, effort);
      rows.push({
        what: `Node CPU of a cached GET ${path}, against node:http with the same bytes`,
        value: (ours / bare).toFixed(2),
        limit: String(limit),
        note: `${ours.toFixed(0)} us against ${bare.toFixed(0)} us`,
      });
    }
    return rows;
  } finally {
    await product.stop();
  }
}
