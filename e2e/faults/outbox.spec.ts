import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Pool } from 'pg';
import { type MailFault, type MailServer, startMailServer } from '../../api/src/testing/mail-server';
import { createDatabase } from '../product/database';
import { startProduct } from '../product/start-product';
import { reportFigure, volume } from './volume';

const KILLS = volume('OUTBOX_KILLS', 2, 20);
const MESSAGES = volume('OUTBOX_MESSAGES', 100, 2000);
const WORKERS = 3;

interface Row {
  address: string;
  state: string;
  error: string | null;
}

/** Every seventh address is refused for good; the others fail in one way first, by their number. */
const FIRST_FAULTS: readonly MailFault[] = ['refuse', 'accept', 'greylist', 'drop', 'drop accepted', 'slow', 'busy'];
const faultOf = (to: string, attempt: number): MailFault => {
  const fault = FIRST_FAULTS[Number(/\d+/.exec(to)?.[0]) % FIRST_FAULTS.length] ?? 'accept';
  return attempt === 1 || fault === 'refuse' || fault === 'slow' ? fault : 'accept';
};

/** Inquiries with an acknowledgement each, as the form stores them. */
const addMessages = (database: Pool, from: number, to: number) =>
  database.query(
    `with stored as (
       insert into inquiries (name, email, event_type, message, quarantined, network)
       select 'Meera', 'visitor-' || n || '@visitor.example', 'wedding', 'Two days', false, '192.0.2.1'
       from generate_series($1::int, $2::int) n returning id)
     insert into outbox (kind, inquiry_id, idempotency_key)
     select 'acknowledgement', id, 'acknowledgement:' || id from stored`,
    [from, to - 1],
  );

const ROWS = 'select email as address, state, error from outbox join inquiries on inquiries.id = inquiry_id';
const statesOf = async (database: Pool) => (await database.query<Row>(ROWS)).rows;
const rowOf = async (database: Pool, address: string) =>
  (await database.query<Row>(`${ROWS} where email = $1`, [address])).rows[0] as Row;

function startWorker(databaseUrl: string, mail: MailServer): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'outbox-worker.mjs')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, SMTP_URL: mail.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

test(`MSG-5 ${KILLS} kill -9 of senders, a failing mail server: nothing is lost or sent again once recorded`, async () => {
  test.setTimeout(600_000);
  const databaseServer = await createDatabase();
  const database = new Pool({ connectionString: databaseServer.url, max: 4 });
  /** what the database knew about a message that the server accepted again */
  const secondCopies: Row[] = [];
  const accepted = new Map<string, number>();
  const workers: ChildProcess[] = [];
  const mail = await startMailServer(async (to, attempt) => {
    // Before the server responds, so that this is the state in which the sender began.
    if (mail.received.some((message) => message.to === to)) secondCopies.push(await rowOf(database, to));
    return faultOf(to, attempt);
  });
  try {
    await test.step('a migrated database with messages that wait', async () => {
      const api = await startProduct({ program: 'api/dist/main.js', env: { DATABASE_URL: databaseServer.url } });
      await api.remove();
      await database.query('delete from outbox');
      await addMessages(database, 0, Math.ceil(MESSAGES / 4));
    });
    let attemptsInBody = 0;
    await test.step('kill -9 while messages are sent and others arrive', async () => {
      for (let index = 0; index < WORKERS; index += 1) workers.push(startWorker(databaseServer.url, mail));
      let added = Math.ceil(MESSAGES / 4);
      for (let round = 0; round < KILLS; round += 1) {
        const target = ((round + 1) / (KILLS + 1)) * MESSAGES * 0.7;
        await expect
          .poll(() => mail.received.length, { timeout: 60_000, intervals: [5] })
          .toBeGreaterThan(target * 0.5);
        const next = Math.min(MESSAGES, added + Math.ceil((MESSAGES * 0.75) / KILLS));
        await addMessages(database, added, next);
        added = next;
        const worker = workers.shift() as ChildProcess;
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        worker.kill('SIGKILL');
        await ended;
        const { rows } = await database.query(
          'select count(*)::int as count from outbox where body_started_at is not null and leased_until is not null',
        );
        attemptsInBody += rows[0].count;
        workers.push(startWorker(databaseServer.url, mail));
      }
      await addMessages(database, added, MESSAGES);
    });
    await test.step('every message is accepted, or staff see why not', async () => {
      const open = async () =>
        (await statesOf(database)).filter(({ state }) => ['waiting', 'unknown'].includes(state)).length;
      await expect.poll(open, { timeout: 300_000, intervals: [200] }).toBe(0);
      for (const { to } of mail.received) accepted.set(to, (accepted.get(to) ?? 0) + 1);
      const rows = await statesOf(database);
      expect(rows).toHaveLength(MESSAGES);
      const refused = rows.filter(({ error }) => error?.includes('refused the recipient'));
      expect(refused).toHaveLength(Math.ceil(MESSAGES / FIRST_FAULTS.length));
      const others = rows.filter((row) => !refused.includes(row));
      expect(others.filter(({ address, state }) => state === 'sent' && !accepted.has(address))).toEqual([]);
      const uncertain = others.filter(({ state }) => state !== 'sent');
      expect(
        uncertain.filter(({ state, error }) => state !== 'failed' || !error?.includes('may have arrived')),
      ).toEqual([]);
      // A message that the database knows to be sent is never sent again.
      expect(secondCopies.filter(({ state }) => state !== 'unknown')).toEqual([]);
      expect(Math.max(...accepted.values())).toBeLessThanOrEqual(2);
      const twice = [...accepted].flatMap(([to, count]) => (count > 1 ? [to] : []));
      const dropped = twice.filter((to) => faultOf(to, 1) === 'drop accepted');
      const isAnswered = (to: string) => mail.received.find((message) => message.to === to)?.isAnswered;
      const killed = twice.filter((to) => !dropped.includes(to));
      const answered = killed.filter(isAnswered);
      reportFigure(
        `${KILLS} kill -9 of one of ${WORKERS} senders, ${attemptsInBody} attempts then between body and record; ${MESSAGES} ` +
          `messages: ${accepted.size} accepted, ${refused.length} refused by the server, 0 lost, ${uncertain.length} shown as ` +
          `uncertain; accepted twice: 0 whose response was recorded, ${dropped.length} that the server dropped after accepting, ` +
          `${killed.length - answered.length} killed before the response, ${answered.length} between response and record`,
      );
    });
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await database.end();
    await mail.close();
    await databaseServer.drop();
  }
});
