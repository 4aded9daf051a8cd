/** Resident memory after page views (issue: at most 450 MB embedded, 250 MB with Postgres outside). */
import { startPostgres } from '../scripts/throw-away-postgres.mjs';
import { processTree, residentMegabytes, startProduct } from './product.mjs';

const PATHS = ['/', '/api/content', '/api/portfolio', '/api/services', '/admin'];

async function afterViews(views, env, atRest) {
  const product = await startProduct(env, { atRest });
  try {
    for (let view = 0; view < views; view += 1)
      for (const path of PATHS) await (await fetch(product.url + path)).arrayBuffer();
    const each = processTree(product.pid).map(residentMegabytes);
    return { main: each[0], all: each.reduce((sum, megabytes) => sum + megabytes, 0) };
  } finally {
    await product.stop();
  }
}

export async function measure({ quick }) {
  const views = quick ? 20 : 1000;
  const row = (what, limit, { main, all }) => ({
    what: `${what}, after ${views} page views`,
    value: `${Math.round(main)} MB`,
    limit: `${limit} MB`,
    note: `with its helper processes ${Math.round(all)} MB`,
  });
  const rows = [row('resident memory, embedded database', 450, await afterViews(views, {}, !quick))];
  const cluster = quick ? null : await startPostgres();
  if (!cluster) return rows;
  try {
    rows.push(
      row('resident memory, Postgres outside', 250, await afterViews(views, { DATABASE_URL: cluster.url }, !quick)),
    );
  } finally {
    cluster.stop();
  }
  return rows;
}
