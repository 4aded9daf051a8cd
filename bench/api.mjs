/**
 * Node CPU of cached reads, compared with servers that do less (constant bytes) and more (Express that queries Postgres for
 * every request). Each server is a separate process that reports its CPU time; another process generates the load.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/throw-away-postgres.mjs';
import { freePort, ready, startNode } from './node-process.mjs';
import { cpuSeconds, processTree, startProduct } from './product.mjs';
import { median, spread } from './statistics.mjs';

/** Headers that Node adds to every response. */
const OF_CONNECTION = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/** Returns the compressed bytes and the headers of a response. */
function raw(url) {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('end', () => {
        const headers = Object.entries(response.headers).filter(([name]) => !OF_CONNECTION.has(name));
        resolve({ headers: Object.fromEntries(headers), body: Buffer.concat(chunks) });
      });
    })
      .once('error', reject)
      .end();
  });
}

async function startServer(program, env) {
  const port = await freePort();
  const started = startNode(join(import.meta.dirname, 'servers', program), { env: { PORT: String(port), ...env } });
  const url = `http://127.0.0.1:${port}/`;
  await ready(started, url);
  return { ...started, url };
}

/** The load generator: `send(url, count)`; with the first number of an IPv4 network each request has another host. */
function startLoad() {
  const load = startNode(join(import.meta.dirname, 'servers', 'load.mjs'));
  // Wait, because a message is lost when the process does not listen yet.
  const up = load.message('up');
  return {
    stop: load.stop,
    async send(url, count, network) {
      await up;
      const done = load.message('done');
      load.child.send({ url, count, network });
      const { error } = await done;
      if (error) throw new Error(error);
    },
  };
}

/** Microseconds of CPU per request of each target, by run; the targets take turns, in both directions. */
async function interleaved(load, targets, { runs, count }) {
  const spent = new Map(targets.map(({ name }) => [name, []]));
  for (const { url, weight = 1 } of targets) await load.send(url, Math.ceil((count * weight) / 2));
  for (let run = 0; run < runs; run += 1)
    for (const { name, url, process, weight = 1 } of run % 2 ? [...targets].reverse() : targets) {
      const requests = Math.ceil(count * weight);
      const before = await process.usage();
      await load.send(url, requests);
      const after = await process.usage();
      spent.get(name).push((after.cpuMicroseconds - before.cpuMicroseconds) / requests);
    }
  return spent;
}

/** The ratio is the median of those of each turn: a processor that changes its speed slows both of a turn. */
const rowOf = (what, ours, theirs, limit) => ({
  what,
  value: median(ours.map((each, turn) => each / theirs[turn])).toFixed(2),
  limit: limit && `<= ${limit}`,
  note: `${spread(ours, 1)} us against ${spread(theirs, 1)} us per request`,
});

/** Returns the milliseconds of CPU for a page that is not cached: of the render process, and of the front door. */
async function uncachedPages(load, product, count) {
  const spent = () => {
    const [door, ...renderers] = processTree(product.pid).map(cpuSeconds);
    return { door, render: renderers.reduce((total, seconds) => total + seconds, 0) };
  };
  await load.send(`${product.url}/`, Math.min(200, count), 10);
  const before = spent();
  await load.send(`${product.url}/`, count, 11);
  const after = spent();
  const each = (part) => ((after[part] - before[part]) / count) * 1000;
  return { render: each('render'), door: each('door') };
}

export async function measure({ quick }) {
  const effort = quick ? { runs: 1, count: 100 } : { runs: 60, count: 1000 };
  const cluster = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-bench-api-'));
  const started = [];
  const keep = (one) => {
    started.unshift(one);
    return one;
  };
  try {
    const database = cluster ? { DATABASE_URL: cluster.url } : {};
    const product = keep(await startProduct({ ...database, TRUSTED_PROXIES: '127.0.0.1' }, { atRest: !quick }));
    const load = keep(startLoad());
    await raw(`${product.url}/`);
    const bareFor = async (path) => {
      const { headers, body } = await raw(product.url + path);
      const file = join(folder, encodeURIComponent(path));
      writeFileSync(file, body);
      return keep(await startServer('bare.mjs', { FILE: file, HEADERS: JSON.stringify(headers) }));
    };
    const read = '/api/portfolio';
    const bareRead = await bareFor(read);
    const usual = cluster ? keep(await startServer('express-pg.mjs', database)) : null;
    const reads = await interleaved(
      load,
      [
        { name: 'ours', url: product.url + read, process: product },
        { name: 'bare', url: bareRead.url, process: bareRead },
        ...(usual ? [{ name: 'usual', url: usual.url, process: usual, weight: 0.1 }] : []),
      ],
      effort,
    );
    const barePage = await bareFor('/');
    const pages = await interleaved(
      load,
      [
        { name: 'ours', url: `${product.url}/`, process: product },
        { name: 'file', url: `${barePage.url}file`, process: barePage },
        { name: 'bare', url: barePage.url, process: barePage },
      ],
      effort,
    );
    const uncachedCount = quick ? 20 : 600;
    const uncached = await uncachedPages(load, product, uncachedCount);
    return [
      rowOf(
        'Node CPU of a cached GET /api/portfolio, against node:http with the same bytes',
        reads.get('ours'),
        reads.get('bare'),
        1.3,
      ),
      ...(usual
        ? [
            rowOf(
              'Node CPU of Express + pg with the same rows, against node:http',
              reads.get('usual'),
              reads.get('bare'),
            ),
          ]
        : []),
      rowOf(
        'Node CPU of a cached GET /, against a static file of the same bytes',
        pages.get('ours'),
        pages.get('file'),
        1.1,
      ),
      rowOf(
        'Node CPU of a cached GET /, against node:http with the same bytes in memory',
        pages.get('ours'),
        pages.get('bare'),
        1.1,
      ),
      {
        what: 'Node CPU of a server render that is not cached: the render process',
        value: `${uncached.render.toFixed(1)} ms`,
        limit: '<= 10 ms',
        note: `mean of ${uncachedCount} hosts that were not requested before`,
      },
      {
        what: 'Node CPU of the front door for the same page: data, document, brotli',
        value: `${uncached.door.toFixed(1)} ms`,
        note: 'together with the row above this is all that an uncached page costs',
      },
    ];
  } finally {
    for (const one of started) await one.stop();
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
