/**
 * Visitors of several networks while all anonymous attacks run at once from another network: p99, failed requests, and the
 * growth of memory. `npm run bench -- soak`; SOAK_SECONDS (300), SOAK_RATE (200 requests a second) and
 * SOAK_ENGINE (`postgres` or `pglite`) change it.
 */
import { startPostgres } from '../scripts/throw-away-postgres.mjs';
import { attack, countsOf, failuresOf, PRODUCT_ENVIRONMENT, startVisitors } from './attackers.mjs';
import { processTree, residentMegabytes, startProduct } from './product.mjs';
import { quantile } from './statistics.mjs';

const P99_LIMIT_MS = 1000;
/** In MB a minute: the variation that garbage collection causes. A short run measures how caches fill. */
const GROWTH_LIMIT = 10;
const SAMPLE_MS = 1000;

/** Samples the memory of a product and its helper processes until the returned function is called. */
function watchMemory(pid) {
  const samples = [];
  const started = performance.now();
  const look = () => {
    const each = processTree(pid).map(residentMegabytes);
    const all = each.reduce((sum, one) => sum + one, 0);
    samples.push({ minutes: (performance.now() - started) / 60_000, main: each[0], all });
  };
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

/** Returns megabytes a minute by least squares over the last two thirds, because caches fill first. */
function growth(samples, which) {
  const late = samples.slice(Math.floor(samples.length / 3));
  const mean = (of) => late.reduce((sum, sample) => sum + of(sample), 0) / late.length;
  const [time, size] = [mean(({ minutes }) => minutes), mean((sample) => sample[which])];
  const slope = (of) => late.reduce((sum, sample) => sum + (sample.minutes - time) * of(sample), 0);
  return slope((sample) => sample[which] - size) / slope(({ minutes }) => minutes - time);
}

const sharesOf = (rate) => ({ read: rate * 0.75, page: rate * 0.2, form: rate * 0.045, 'staff login': rate * 0.0025 });

export async function measure({ quick }) {
  const seconds = Number(process.env.SOAK_SECONDS ?? (quick ? 10 : 300));
  const rate = Number(process.env.SOAK_RATE ?? (quick ? 40 : 200));
  const engine = process.env.SOAK_ENGINE ?? 'postgres';
  const cluster = engine === 'postgres' ? await startPostgres() : null;
  if (engine === 'postgres' && !cluster) throw new Error('no Postgres on this machine');
  const visitors = startVisitors();
  const product = await startProduct({ ...PRODUCT_ENVIRONMENT, ...(cluster && { DATABASE_URL: cluster.url }) });
  try {
    await visitors.visit(product.url, Math.min(5, seconds), sharesOf(rate / 2));
    const attacks = { posts: cluster ? 900 : 300, streams: 1000, connections: 1000, distinct: 100 };
    const endAttack = await attack(product.url, attacks);
    const endWatch = watchMemory(product.pid);
    const results = await visitors.visit(product.url, seconds, sharesOf(rate));
    const samples = endWatch();
    const seen = await endAttack();
    const kinds = Object.entries(results);
    const all = kinds.flatMap(([, { ms }]) => ms);
    const title = `${engine}, ${seconds} s, ${rate} requests a second under attack`;
    const peak = Math.max(...samples.map(({ main }) => main));
    return [
      {
        what: `${title}: p99 of visitors`,
        value: `${Math.round(quantile(all, 0.99))} ms`,
        limit: `<= ${P99_LIMIT_MS} ms`,
        note: kinds.map(([kind, { ms }]) => `${kind} ${Math.round(quantile(ms, 0.99))} ms`).join(', '),
      },
      {
        what: `${title}: failed requests`,
        value: kinds.reduce((sum, [, result]) => sum + failuresOf(result), 0),
        limit: '<= 0',
        note: `of ${all.length}; ${kinds.map(([kind, { statuses }]) => `${kind}: ${countsOf(statuses)}`).join('; ')}`,
      },
      {
        what: `${title}: growth of memory`,
        value: `${growth(samples, 'main').toFixed(1)} MB a minute`,
        limit: `<= ${GROWTH_LIMIT} MB a minute`,
        note: `at most ${Math.round(peak)} MB; with helper processes ${growth(samples, 'all').toFixed(1)} MB a minute`,
      },
      { what: `${title}: responses to the attacker`, value: '', note: countsOf(seen) },
    ];
  } finally {
    await product.stop();
    await visitors.stop();
    cluster?.stop();
  }
}
