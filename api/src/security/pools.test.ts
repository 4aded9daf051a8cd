import { sql } from 'kysely';
import { lockUntilCommit } from '../db/advisory-lock.js';
import { currentPool, withPool } from '../db/pools.js';
import { jsonOf, type TestApp, testApp } from '../testing/test-app.js';
import { type Engine, engines, PASSWORD, USERS } from '../testing/test-database.js';

const FLOOD = 300;
const ATTACKER = '198.51.100.66';
const READS = ['/api/content', '/api/services', '/api/portfolio'];
const json = { name: 'PoolName', eventType: 'other', message: 'Are you free?', elapsedMs: 9000 };

let site: TestApp;
let numbered = 0;
const another = () => {
  numbered += 1;
  return `203.0.113.${numbered}`;
};
const begin = (engine: Engine) =>
  beforeEach(async () => {
    site = await testApp(engine);
  }, 120_000);
afterEach(() => site.close());

const post = async (address: string, headers: Record<string, string> = {}) => {
  const response = await site.call('POST', '/api/inquiries', { json, address, headers });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...(await jsonOf(response)) };
};
const timed = async <T extends object>(work: Promise<T>) => {
  const started = performance.now();
  return { ...(await work), ms: Math.round(performance.now() - started) };
};
const many = <T>(count: number, work: (index: number) => T) => Array.from({ length: count }, (_, index) => work(index));
const login = async () => {
  const user = { email: USERS.editor.email, password: PASSWORD };
  return (await site.call('POST', '/api/admin/auth/login', { json: user, address: another() })).status;
};
/** By a process that has nothing in memory. */
const readsAnew = async () => {
  const app = site.neighbour();
  return Promise.all(READS.map(async (path) => (await app.request(path)).status));
};
const stored = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from inquiries`.execute(site.db)).rows[0]?.n);

describe.each(engines())('on %s', (engine) => {
  begin(engine);

  it(`while ${FLOOD} posts of one network are in flight, visitors, staff and readers get responses`, async () => {
    let taken = 0;
    await post(another());
    const idle = await timed(post(another()));
    const flood = many(FLOOD, async () => {
      const response = await post(ATTACKER);
      if (response.status === 201) taken += 1;
      return response;
    });
    const visitor = timed(post(another())).then((response) => ({ ...response, taken }));
    const [responded, signedIn, list, read] = await Promise.all([
      visitor,
      login(),
      site
        .as('editor')('GET', '/api/admin/me')
        .then(({ status }) => status),
      readsAnew(),
    ]);
    process.stdout.write(
      `${engine}: a form ${idle.ms} ms idle, ${responded.ms} ms beside ${FLOOD} posts of one network\n`,
    );
    expect({ visitor: responded.status, signedIn, list, read }).toEqual({
      ...{ visitor: 201, signedIn: 200, list: 200 },
      read: READS.map(() => 200),
    });
    // The visitor had a turn of its own, and was not the last of a queue.
    expect(responded.taken).toBeLessThan(20);
    const refused = (await Promise.all(flood)).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(FLOOD - 105);
    const namesPhone = /WhatsApp: \+91/;
    expect(refused.every(({ retryAfter, detail }) => Number(retryAfter) > 0 && namesPhone.test(detail))).toBe(true);
    expect((await post(another())).status).toBe(201);
  });

  it('a new network finds a place while eleven others fill all that there are', async () => {
    const flood = many(11, (network) => many(101, () => post(`198.51.100.${network + 1}`))).flat();
    const visitor = post(another());
    const household = many(3, (at) => post(`2001:db8:5:${at + 1}::1`));
    const responses = await Promise.all(flood);
    // On Postgres a form that waited too long hears 503; none is refused before it has waited.
    for (const response of [visitor, ...household]) expect([201, 503]).toContain((await response).status);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100);
    expect((await post(another())).status).toBe(201);
  }, 120_000);

  it('the forms of one IPv6 /48 have one connection, and its networks take turns', async () => {
    const order: number[] = [];
    const flood = many(40, (at) => post(`2001:db8:6:1::${at + 1}`).finally(() => order.push(1)));
    const visitor = post('2001:db8:6:2::1').finally(() => order.push(2));
    expect((await visitor).status).toBe(201);
    expect(order.indexOf(2)).toBeLessThan(5);
    await Promise.all(flood);
  }, 120_000);

  it('what waits behind others of its network is not stored when its visitor has gone', async () => {
    const gone = new AbortController();
    const before = await stored();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
    const waiting = many(20, () =>
      site.app.request('/api/inquiries', { ...init, signal: gone.signal }, { clientIp: ATTACKER }),
    );
    const stays = post(ATTACKER);
    gone.abort();
    await Promise.allSettled(waiting);
    expect((await stays).status).toBe(201);
    expect((await stored()) - before).toBe(1);
  });
});

const onPostgres = engines().includes('postgres') ? describe : describe.skip;
onPostgres('beside another process, on postgres', () => {
  begin('postgres');

  it('while it holds the lock of inquiries, pages are read, staff sign in and work on', async () => {
    const editor = { cookie: await site.cookieOf('editor') };
    const ask = (path: string) => site.call('GET', path, { headers: editor }).then(({ status }) => status);
    const held = await site.db.transaction().execute(async (transaction) => {
      await sql`lock table inquiries in access exclusive mode`.execute(transaction);
      const waiting = [...many(20, () => post(another())), ...many(20, () => ask('/api/inquiries'))];
      const responses = { read: await readsAnew(), signedIn: await login() };
      return { responses, waiting };
    });
    expect(held.responses).toEqual({ read: READS.map(() => 200), signedIn: 200 });
    for (const response of await Promise.all(held.waiting))
      expect([200, 201, 503]).toContain(typeof response === 'number' ? response : response.status);
    expect(await ask('/api/inquiries')).toBe(200);
    expect((await post(another())).status).toBe(201);
  });

  it.each(['inquiries', 'bookings'] as const)('while it holds a row of %s, staff read that row', async (table) => {
    const editor = { cookie: await site.cookieOf('editor') };
    const days = { startsOn: '2031-02-03', endsBefore: '2031-02-04' };
    const booking = { kind: 'booking', title: 'Asha and Ravi', cityId: '1', ...days };
    const { _id } =
      table === 'inquiries'
        ? await post(another())
        : await jsonOf(await site.call('POST', '/api/bookings', { json: booking, headers: editor }));
    const read = await site.db.transaction().execute(async (transaction) => {
      await sql`select from ${sql.table(table)} where id = ${_id} for update`.execute(transaction);
      return site.call('GET', `/api/${table}/${_id}`, { headers: editor });
    });
    expect(read.status).toBe(200);
  });

  it.each([
    ['of a network', `inquiries of ${ATTACKER}`],
    ['of a key', 'idempotency key the-key-of-all'],
  ])('while it holds the lock %s, other visitors are answered; its end lets the rest through', async (_, lock) => {
    const sameKey = { 'idempotency-key': 'the-key-of-all' };
    const { waiting, visitors } = await site.db.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, lock);
      const blocked = many(20, (index) => (index < 10 ? post(ATTACKER, sameKey) : post(another(), sameKey)));
      const others = many(5, () => post(another()));
      return { waiting: blocked, visitors: (await Promise.all(others)).map(({ status }) => status) };
    });
    expect(visitors).toEqual(many(5, () => 201));
    await Promise.all(waiting);
    const again = await Promise.all([post(ATTACKER, sameKey), post(another(), sameKey)]);
    expect(again.map(({ status }) => status)).toEqual([201, 201]);
    expect(again[0]?._id).toBe(again[1]?._id);
  });

  it('a full queue of a network refuses the next form before its body is read', async () => {
    const { waiting, broken } = await site.db.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, `inquiries of ${ATTACKER}`);
      const blocked = many(101, () => post(ATTACKER));
      const sendBroken = async () =>
        (await site.call('POST', '/api/inquiries', { json: {}, address: ATTACKER })).status;
      let status = await sendBroken();
      while (status === 422) status = await sendBroken();
      return { waiting: blocked, broken: status };
    });
    expect(broken).toBe(429);
    await Promise.all(waiting);
    expect((await post(another())).status).toBe(201);
  });

  it('a process that dies while it holds the lock of a network lets the next one in', async () => {
    let waiting: ReturnType<typeof post> | undefined;
    const dying = site.db.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, `inquiries of ${ATTACKER}`);
      waiting = post(ATTACKER);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    });
    await expect(dying).rejects.toThrow(/terminat/);
    expect((await waiting)?.status).toBe(201);
    expect((await post(ATTACKER)).status).toBe(201);
  });
});

it('work keeps its pool while shorter work ends, and loses it when it has ended', async () => {
  const pools: string[] = [];
  let finish = () => {};
  const longer = withPool('staff', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    pools.push(currentPool());
  });
  await withPool('visitors', async () => {
    await Promise.resolve();
    pools.push(currentPool());
  });
  await expect(withPool('signIn', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(() => withPool('signIn', () => JSON.parse(''))).toThrow();
  finish();
  await longer;
  expect(pools).toEqual(['visitors', 'staff']);
  expect(currentPool()).toBe('background');
});
