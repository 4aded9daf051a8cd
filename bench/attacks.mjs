/**
 * Response times of other visitors' forms, reads and staff logins while one anonymous machine attacks, compared with their
 * times before, and the time of a team's publish while five hostile releases hang in the gate.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../scripts/throw-away-postgres.mjs';
import { attack, countsOf, failuresOf, PRODUCT_ENVIRONMENT, startVisitors } from './attackers.mjs';
import { startProduct } from './product.mjs';
import { HOSTILE, publishers } from './publishers.mjs';
import { quantile } from './statistics.mjs';

const PER_SECOND = { form: 8, read: 10, page: 2, 'staff login': 0.5 };
const KINDS = Object.keys(PER_SECOND);
const PUBLISH_LIMIT_MS = 2000;

const ms = (value) => `${Math.round(value)} ms`;

/** Locks the table of inquiries, as a migration or a backup might. */
async function lockInquiries(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin; lock table inquiries in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
    return {};
  };
}

const attacksOn = ({ url, databaseUrl, isQuick }) => {
  const posts = databaseUrl ? 900 : 300;
  const all = {
    [`${posts} parallel posts`]: () => attack(url, { posts }),
    '100 distinct URLs a second': () => attack(url, { distinct: 100 }),
    '1,000 idle connections': () => attack(url, { connections: isQuick ? 100 : 1000 }),
  };
  return databaseUrl ? { ...all, 'a lock on inquiries': () => lockInquiries(databaseUrl) } : all;
};

function rowsOf(engine, name, { during, idle, seen }) {
  // Nothing can be stored in a locked table, so forms are not counted as failures.
  const isLock = name.includes('lock');
  const rows = KINDS.map((kind) => {
    const [before, now] = [quantile(idle[kind].ms, 0.95), quantile(during[kind].ms, 0.95)];
    const limit = kind === 'form' && !isLock ? `<= ${ms(2 * before)}` : undefined;
    const note = `idle ${ms(before)}, ${during[kind].ms.length} sent, responses ${countsOf(during[kind].statuses)}`;
    return { what: `${engine}, ${name}: p95 of ${kind}`, value: ms(now), limit, note };
  });
  const counted = KINDS.filter((kind) => !isLock || kind !== 'form');
  const failed = counted.reduce((sum, kind) => sum + failuresOf(during[kind]), 0);
  const attacker = countsOf(seen);
  return [
    ...rows,
    {
      what: `${engine}, ${name}: failed requests${isLock ? ' but forms' : ''}`,
      value: failed,
      limit: '<= 0',
      note: attacker && `the attacker got ${attacker}`,
    },
  ];
}

/** Publishes of one team while hostile releases of five others hang in the gate. */
async function publishBeside(product, engine, count) {
  const { publish } = await publishers(product.url);
  const each = async (text) => {
    const started = performance.now();
    const status = await publish({ name: 'valid', text });
    if (status !== 201) throw new Error(`a valid release got ${status}`);
    return performance.now() - started;
  };
  await each('warm');
  const idle = [];
  for (let at = 0; at < count; at += 1) idle.push(await each(`idle ${at}`));
  let running = true;
  const refused = {};
  const hostile = Object.entries(HOSTILE).map(async ([name, release], at) => {
    for (let round = 0; running; round += 1) {
      const status = await publish({ ...release, name: `hostile-${at}`, text: `${round}` });
      refused[`${name} ${status}`] = (refused[`${name} ${status}`] ?? 0) + 1;
      // A release that is refused at once does not hang, so its team waits before the next one.
      await pause(1000);
    }
  });
  const during = [];
  for (let at = 0; at < count; at += 1) during.push(await each(`during ${at}`));
  running = false;
  await Promise.all(hostile);
  return {
    what: `${engine}: p95 of a publish while five hostile releases hang`,
    value: ms(quantile(during, 0.95)),
    limit: `<= ${PUBLISH_LIMIT_MS} ms`,
    note: `idle ${ms(quantile(idle, 0.95))}, ${count} publishes; hostile: ${countsOf(refused)}`,
  };
}

async function measureOn(engine, databaseUrl, visitors, isQuick) {
  const seconds = Number(process.env.ATTACK_SECONDS ?? (isQuick ? 3 : 30));
  const env = { ...PRODUCT_ENVIRONMENT, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const product = await startProduct(env);
  try {
    const { url } = product;
    await visitors.visit(url, Math.min(5, seconds), PER_SECOND);
    const idle = await visitors.visit(url, seconds, PER_SECOND);
    const rows = [];
    for (const [name, begin] of Object.entries(attacksOn({ url, databaseUrl, isQuick }))) {
      const end = await begin();
      const during = await visitors.visit(url, seconds, PER_SECOND);
      rows.push(...rowsOf(engine, name, { during, idle, seen: await end() }));
    }
    return [...rows, await publishBeside(product, engine, isQuick ? 3 : 20)];
  } finally {
    await product.stop();
  }
}

export async function measure({ quick }) {
  const visitors = startVisitors();
  const cluster = await startPostgres();
  try {
    const rows = await measureOn('PGlite', undefined, visitors, quick);
    return cluster ? [...rows, ...(await measureOn('Postgres', cluster.url, visitors, quick))] : rows;
  } finally {
    await visitors.stop();
    cluster?.stop();
  }
}
