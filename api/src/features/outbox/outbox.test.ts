import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountNotice, NoticeKind } from '@godhuli/contracts/account';
import { clientSchema } from '@godhuli/contracts/clients';
import { MESSAGE_KINDS } from '@godhuli/contracts/messages';
import { createLogger } from '@godhuli/server/logger';
import { sql } from 'kysely';
import type { MessageSettings } from '../../message-settings.js';
import { type MailFault, type MailServer, startMailServer } from '../../testing/mail-server.js';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../../testing/test-database.js';
import { createEmailedLink } from '../users/index.js';
import { signatureOf } from './deliver-webhook.js';
import { MAX_HTML_BYTES, renderHtml, renderText } from './message-content.js';
import { deleteOldMessages, expireMessages } from './outbox.queries.js';
import { sendDue, startOutboxWorker } from './outbox-worker.js';
import { isOfThisMorning, planMessages } from './planned-messages.js';
import { acknowledgement } from './templates/acknowledgement.js';
import { securityNotice } from './templates/staff-messages.js';

jest.setTimeout(120_000);

const FROM = { name: 'Godhuli', address: 'studio@godhuli.example' };
const VISITOR = 'meera@visitor.example';
const INQUIRY = {
  name: 'Meera <b>',
  email: VISITOR,
  phone: '9822012345',
  eventType: 'wedding',
  message: 'Free in May?',
};

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let mail: MailServer;
  let fault: (to: string, attempt: number) => MailFault | Promise<MailFault>;
  let settings: MessageSettings;
  beforeAll(async () => {
    mail = await startMailServer((to, attempt) => fault(to, attempt));
    api = await testApp(engine);
  });
  beforeEach(async () => {
    fault = () => 'accept';
    mail.received.length = 0;
    for (const table of ['outbox', 'inquiry_history', 'inquiries', 'message_recipients', 'account_notices'] as const)
      await api.db.deleteFrom(table).execute();
    settings = { email: { smtpUrl: mail.url, from: FROM }, webhook: null, origin: 'https://studio.example' };
  });
  afterAll(async () => {
    await api.close();
    await mail.close();
  });

  /** Posts as a visitor, to a process that can send email. */
  const post = async (path: string, json: unknown, address = '192.0.2.7') => {
    const app = api.neighbour({ messages: settings });
    const body = JSON.stringify(json);
    const headers = { 'content-type': 'application/json' };
    return app.request(path, { method: 'POST', body, headers }, { clientIp: address });
  };
  const worker = () => ({
    ...{ db: api.db, settings, logger: createLogger('silent') },
    createPasswordLink: (userId: string, emailId: string) => createEmailedLink(api.db, userId, emailId),
  });
  /** Makes one attempt for everything that is due. */
  const work = async () => {
    const channels = [...(settings.email ? ['email' as const] : []), ...(settings.webhook ? ['webhook' as const] : [])];
    while ((await sendDue(worker(), channels)) > 0);
  };
  const states = async () => {
    const rows = await api.db.selectFrom('outbox').select(['kind', 'state']).orderBy('id').execute();
    return rows.map(({ kind, state }) => `${kind} ${state}`);
  };
  const age = (table: 'outbox' | 'inquiries', column: string, interval: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - ${interval}::interval`.execute(api.db);
  const makeDue = () => age('outbox', 'next_at', '1 second');
  /** Takes the received emails and returns their subjects. */
  const subjects = () => mail.received.splice(0).map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1] ?? '');

  it('MSG-1 MSG-2 staff are alerted, the visitor gets an acknowledgement with reference and own words', async () => {
    const dates = { eventDate: '2099-02-14', language: 'mr' };
    const receipt = await jsonOf(await post('/api/inquiries', { ...INQUIRY, ...dates }));
    expect(receipt.reference).toMatch(/^GOD-\d{4}-[2-9A-Z]{6}$/);
    await work();
    expect(mail.received.map(({ to }) => to).sort()).toEqual([USERS.admin.email, VISITOR]);
    const [alert, visitors] = [USERS.admin.email, VISITOR].map(
      (to) => mail.received.find((one) => one.to === to)?.text,
    );
    expect(alert).toContain(`https://studio.example/admin/dashboard/inquiries#${receipt._id}`);
    expect(alert).toContain('Meera &lt;b&gt;');
    expect(visitors).toContain(receipt.reference);
    expect(visitors).toContain('> Free in May?');
    expect(visitors).toContain('नमस्कार');
    expect(visitors).toContain('१४ फेब्रुवारी, २०९९');
    expect(visitors).toContain('विवाह व समारंभ');
    expect(visitors).toContain('https://wa.me/');
    expect(await states()).toEqual(['inquiry-alert sent', 'acknowledgement sent']);
    const { payload } = await api.db.selectFrom('outbox').select('payload').executeTakeFirstOrThrow();
    expect(payload).toEqual({});
  });

  it("MSG-2 SET-CONTACT-1 the acknowledgement links to the studio's WhatsApp number", async () => {
    const values = { phone: '०२४१ २३४ ५६७८', whatsapp: '98220 99887' };
    await api.db
      .insertInto('content')
      .values(Object.entries(values).map(([key, value]) => ({ section: 'contact', key, value })))
      .onConflict((conflict) =>
        conflict.columns(['section', 'key']).doUpdateSet((of) => ({ value: of.ref('excluded.value') })),
      )
      .execute();
    const receipt = await jsonOf(await post('/api/inquiries', INQUIRY));
    await work();
    const text = mail.received.find(({ to }) => to === VISITOR)?.text;
    expect(text).toContain(`https://wa.me/919822099887?text=${receipt.reference}`);
  });

  it('MSG-1 nothing is sent for quarantined inquiries until staff say that one is no spam', async () => {
    const { _id } = await jsonOf(await post('/api/inquiries', { ...INQUIRY, website: 'spam' }));
    await work();
    expect(mail.received).toEqual([]);
    const app = api.neighbour({ messages: settings });
    const headers = {
      'content-type': 'application/json',
      cookie: await api.cookieOf('editor'),
      origin: 'http://localhost',
    };
    const accept = { method: 'PUT', headers, body: JSON.stringify({ version: 1, quarantined: false }) };
    expect((await app.request(`/api/inquiries/${_id}`, accept)).status).toBe(200);
    await work();
    expect(mail.received.map(({ to }) => to).sort()).toEqual([USERS.admin.email, VISITOR]);
  });

  it('MSG-1 inquiries that leave quarantine together are announced once each', async () => {
    const items: { _id: string; version: number }[] = [];
    for (const name of ['Asha', 'Ravi'])
      items.push({
        _id: (await jsonOf(await post('/api/inquiries', { ...INQUIRY, name, website: 'x' })))._id,
        version: 1,
      });
    const app = api.neighbour({ messages: settings });
    const cookie = await api.cookieOf('editor');
    const headers = { 'content-type': 'application/json', cookie, origin: 'http://localhost' };
    const body = JSON.stringify({ items, change: { quarantined: false } });
    expect((await app.request('/api/inquiries/bulk', { method: 'POST', headers, body })).status).toBe(200);
    await work();
    expect((await states()).sort()).toEqual([
      ...Array(2).fill('acknowledgement sent'),
      ...Array(2).fill('inquiry-alert sent'),
    ]);
  });

  it.each(['one', 'several'])(
    'MSG-1 MSG-2 staff who mark %s as spam and later as no spam send nothing again',
    async (number) => {
      const { _id } = await jsonOf(await post('/api/inquiries', INQUIRY));
      await work();
      await age('outbox', 'created_at', '31 days');
      await deleteOldMessages(api.db);
      mail.received.length = 0;
      const app = api.neighbour({ messages: settings });
      const cookie = await api.cookieOf('editor');
      const headers = { 'content-type': 'application/json', cookie, origin: 'http://localhost' };
      const mark = async (version: number, quarantined: boolean) => {
        const json =
          number === 'one' ? { version, quarantined } : { items: [{ _id, version }], change: { quarantined } };
        const [method, path] = number === 'one' ? ['PUT', _id] : ['POST', 'bulk'];
        const body = JSON.stringify(json);
        return (await app.request(`/api/inquiries/${path}`, { method, headers, body })).status;
      };
      expect(await mark(1, true)).toBe(200);
      expect(await mark(2, false)).toBe(200);
      await work();
      expect(mail.received).toEqual([]);
    },
  );

  describe('an inquiry that leaves the inbox before its messages are sent', () => {
    const hide = {
      spam: { change: { quarantined: true } },
      trash: { change: { deleted: true } },
    };
    /** Receives an inquiry whose messages wait, and cancels them. */
    const cancelled = async (by: keyof typeof hide) => {
      fault = () => 'greylist';
      const webhook = { url: 'http://127.0.0.1:1/hook', secret: 'a secret of the studio', allowPrivate: true };
      settings = { ...settings, webhook };
      const { _id } = await jsonOf(await post('/api/inquiries', INQUIRY));
      await work();
      const json = { items: [{ _id, version: 1 }], ...hide[by] };
      expect((await api.as('editor')('POST', '/api/inquiries/bulk', { json })).status).toBe(200);
      await makeDue();
      await work();
      expect(await states()).toEqual([
        'inquiry-alert cancelled',
        'acknowledgement cancelled',
        'inquiry-alert cancelled',
      ]);
      fault = () => 'accept';
      return _id as string;
    };
    const version = 2;
    const ways = [
      ['Not spam', 'spam', 'PUT', (id: string) => `/${id}`, () => ({ version, quarantined: false })],
      [
        ...(['Not spam for several', 'spam', 'POST', () => '/bulk'] as const),
        (_id: string) => ({ items: [{ _id, version }], change: { quarantined: false } }),
      ],
      [
        ...(['an undo', 'spam', 'POST', () => '/bulk/undo'] as const),
        (_id: string) => ({ items: [{ _id, version, quarantined: false }] }),
      ],
      ['a restore', 'trash', 'POST', (id: string) => `/${id}/restore`, () => undefined],
      ['a restore of several', 'trash', 'POST', () => '/restore', (id: string) => ({ ids: [id] })],
    ] as const;

    it.each(ways)('MSG-1 MSG-2 is announced after %s', async (_, by, method, path, json) => {
      const id = await cancelled(by);
      const back = await api.as('editor')(method, `/api/inquiries${path(id)}`, { json: json(id) });
      expect(back.status).toBe(200);
      await work();
      expect(await states()).toEqual(['inquiry-alert sent', 'acknowledgement sent', 'inquiry-alert waiting']);
      expect(mail.received.map(({ to }) => to).sort()).toEqual([USERS.admin.email, VISITOR]);
    });

    it('MSG-5 is not announced 48 h after the first attempt', async () => {
      const id = await cancelled('trash');
      await age('outbox', 'first_attempt_at', '49 hours');
      expect((await api.as('editor')('POST', `/api/inquiries/${id}/restore`)).status).toBe(200);
      await work();
      expect(await states()).toEqual([
        'inquiry-alert cancelled',
        'acknowledgement cancelled',
        'inquiry-alert cancelled',
      ]);
    });
  });

  it('MSG-2 one address gets at most three acknowledgements a day', async () => {
    for (let count = 0; count < 5; count++) await post('/api/inquiries', INQUIRY, `192.0.2.${count + 10}`);
    await work();
    expect(mail.received.filter(({ to }) => to === VISITOR)).toHaveLength(3);
  });

  it('MSG-3 the password link is mailed once, works once, and an unknown email gets the same response', async () => {
    const responses: unknown[] = [];
    for (const email of [USERS.editor.email, USERS.editor.email, USERS.disabled.email, 'nobody@example.com']) {
      const response = await post('/api/admin/auth/forgot-password', { email });
      responses.push({ status: response.status, body: await jsonOf(response) });
    }
    expect(responses).toEqual(Array(4).fill({ status: 200, body: { success: true } }));
    await work();
    expect(mail.received.map(({ to }) => to)).toEqual([USERS.editor.email]);
    const token = /reset-password#([\w-]{43})/.exec(mail.received[0]?.text ?? '')?.[1];
    const stored = await api.db.selectFrom('outbox').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    const redeem = () => post('/api/admin/auth/reset-password', { token, next: 'a marigold by the river' });
    expect((await redeem()).status).toBe(200);
    expect((await redeem()).status).toBe(422);
  });

  describe('a password email that waits', () => {
    const forgetPassword = () => post('/api/admin/auth/forgot-password', { email: USERS.editor.email });
    const createLink = async () => {
      const users = await jsonOf(await api.as('admin')('GET', '/api/admin/users'));
      const { _id } = users.find(({ email }: { email: string }) => email === USERS.editor.email);
      const link = await api.as('admin')('POST', `/api/admin/users/${_id}/reset-link`);
      return String((await jsonOf(link)).path).split('#')[1];
    };
    const redeem = async (token: string | undefined, next: string) =>
      (await post('/api/admin/auth/reset-password', { token, next })).status;

    it('MSG-3 is cancelled by a link that an admin creates, which stays valid', async () => {
      fault = () => 'greylist';
      await forgetPassword();
      await work();
      const token = await createLink();
      await makeDue();
      await work();
      expect(await states()).toEqual(['password-reset cancelled']);
      expect(await redeem(token, 'a lantern by the river')).toBe(200);
    });

    it('MSG-3 is cancelled by a new password', async () => {
      const token = await createLink();
      await forgetPassword();
      expect(await redeem(token, 'a lantern by the lake')).toBe(200);
      await work();
      expect(mail.received).toEqual([]);
      expect(await states()).toEqual(['password-reset cancelled']);
    });

    it('MSG-3 is not sent when an admin creates a link at the moment of the attempt', async () => {
      await forgetPassword();
      let token: string | undefined;
      const createPasswordLink = async (userId: string, emailId: string) => {
        token = await createLink();
        return createEmailedLink(api.db, userId, emailId);
      };
      await sendDue({ ...worker(), createPasswordLink }, ['email']);
      expect(mail.received).toEqual([]);
      expect(await redeem(token, 'a lantern by the sea')).toBe(200);
    });
  });

  it('MSG-4 reminders come 4 h and 1 h before a reply is due, once each, only while the inquiry is new', async () => {
    const { _id } = await jsonOf(await post('/api/inquiries', { ...INQUIRY, email: undefined }));
    await work();
    const plan = async () => {
      await Promise.all([planMessages(api.db), planMessages(api.db), planMessages(api.db)]);
      await work();
      return subjects();
    };
    await plan();
    await age('inquiries', 'created_at', '20 hours 1 minute');
    expect((await plan()).filter((subject) => subject.startsWith('Reply due'))).toEqual([
      expect.stringContaining('Reply due in 4 hours: GOD-'),
    ]);
    await age('inquiries', 'created_at', '23 hours 1 minute');
    expect((await plan()).filter((subject) => subject.startsWith('Reply due'))).toEqual([
      expect.stringContaining('Reply due in 1 hour: GOD-'),
    ]);
    await api.db.deleteFrom('outbox').where('kind', '=', 'reply-reminder').execute();
    await planMessages(api.db);
    await api.db.updateTable('inquiries').set({ status: 'Responded' }).where('id', '=', _id).execute();
    await work();
    expect(await states()).toContain('reply-reminder cancelled');
  });

  it('MSG-4 a late reminder says how much time is left, and is not sent when the next one is due', async () => {
    await post('/api/inquiries', { ...INQUIRY, email: undefined });
    await work();
    mail.received.length = 0;
    // From nine to noon there is a digest too.
    const reminders = () => subjects().filter((subject) => subject.startsWith('Reply due'));
    await age('inquiries', 'created_at', '20 hours 1 minute');
    await planMessages(api.db);
    fault = () => 'greylist';
    await work();
    fault = () => 'accept';
    await age('inquiries', 'created_at', '21 hours 40 minutes');
    await makeDue();
    await work();
    expect(reminders()).toEqual([expect.stringContaining('Reply due in 2 hours: GOD-')]);
    await api.db.deleteFrom('outbox').where('kind', '=', 'reply-reminder').execute();
    await age('inquiries', 'created_at', '20 hours 1 minute');
    await planMessages(api.db);
    await age('inquiries', 'created_at', '23 hours 30 minutes');
    await planMessages(api.db);
    await work();
    expect(reminders()).toEqual([expect.stringContaining('Reply due in 29 minutes: GOD-')]);
    const stored = (await states()).filter((state) => state.startsWith('reply-reminder'));
    expect(stored.sort()).toEqual(['reply-reminder cancelled', 'reply-reminder sent']);
  });

  it('MSG-4 a digest that could not be sent on its morning is cancelled', async () => {
    await post('/api/inquiries', { ...INQUIRY, email: undefined });
    await sql`
      insert into outbox (kind, user_id, idempotency_key, created_at, first_attempt_at)
      select 'digest', id, 'digest:yesterday', now() - interval '1 day', now() - interval '1 day' from users
      where email = ${USERS.admin.email}`.execute(api.db);
    await work();
    expect(subjects().filter((subject) => subject.startsWith('This morning'))).toEqual([]);
    expect(await states()).toEqual(['inquiry-alert sent', 'digest cancelled']);
  });

  it('SEC-2FA-4 the email about a used recovery code says how many are left', async () => {
    const { id } = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', USERS.editor.email)
      .executeTakeFirstOrThrow();
    const details = JSON.stringify({ codesLeft: 9 });
    const notice = { user_id: id, kind: 'recovery-code-used' as const, device: 'Firefox', network: null, details };
    await api.db.insertInto('account_notices').values(notice).execute();
    await planMessages(api.db);
    await work();
    expect(mail.received.find(({ to }) => to === USERS.editor.email)?.text).toContain('9 codes are left.');
  });

  describe('a sign-in on a new device', () => {
    /** As a program that keeps no cookies: each sign-in is a new device. */
    const signIn = async (address: string) => {
      const response = await post('/api/admin/auth/login', { email: USERS.admin.email, password: PASSWORD }, address);
      expect(response.status).toBe(200);
    };
    const planAndWork = async () => {
      await planMessages(api.db);
      await work();
      return mail.received.map(({ to }) => to);
    };

    it('is mailed once when the device signs in twice before the first email and again after it', async () => {
      await signIn('192.0.2.31');
      await signIn('192.0.2.31');
      expect(await planAndWork()).toEqual([USERS.admin.email]);
      await signIn('192.0.2.31');
      expect(await planAndWork()).toEqual([USERS.admin.email]);
    });

    it('is mailed once when the device signs in again while the mail server refuses the first email', async () => {
      fault = () => 'greylist';
      await signIn('192.0.2.32');
      expect(await planAndWork()).toEqual([]);
      await signIn('192.0.2.32');
      fault = () => 'accept';
      await makeDue();
      expect(await planAndWork()).toEqual([USERS.admin.email]);
    });
  });

  it('MSG-5 4xx is tried again, 5xx ends, a break after the body is uncertain and tried once more', async () => {
    const results: Record<string, string[]> = {};
    for (const each of ['refuse', 'greylist', 'busy', 'drop', 'drop accepted'] as const) {
      fault = () => each;
      await api.db.deleteFrom('outbox').execute();
      await sql`
        insert into outbox (kind, user_id, idempotency_key) select 'test', id, 'test' from users
        where email = ${USERS.editor.email}`.execute(api.db);
      const seen: string[] = [];
      for (let attempt = 0; attempt < 3; attempt++) {
        await work();
        seen.push(...(await states()));
        await makeDue();
      }
      results[each] = seen.map((state) => state.replace('test ', ''));
      const { error } = await api.db.selectFrom('outbox').select('error').executeTakeFirstOrThrow();
      expect(error).not.toContain('@');
    }
    expect(results).toEqual({
      refuse: ['failed', 'failed', 'failed'],
      greylist: ['waiting', 'waiting', 'waiting'],
      busy: ['waiting', 'waiting', 'waiting'],
      drop: ['unknown', 'failed', 'failed'],
      'drop accepted': ['unknown', 'failed', 'failed'],
    });
    expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it.each(['greylist', 'drop'] as const)(
    'MSG-5 48 h after its first attempt (%s) a message is given up',
    async (each) => {
      fault = () => each;
      await post('/api/inquiries', INQUIRY);
      await work();
      const { error } = await api.db.selectFrom('outbox').select('error').executeTakeFirstOrThrow();
      fault = () => 'accept';
      await age('outbox', 'first_attempt_at', '49 hours');
      await makeDue();
      await work();
      expect(mail.received).toEqual([]);
      await expireMessages(api.db);
      expect(await states()).toEqual(['inquiry-alert failed', 'acknowledgement failed']);
      const given = await api.db.selectFrom('outbox').select('error').executeTakeFirstOrThrow();
      expect(given.error).toBe(error);
    },
  );

  it('MSG-5 a killed attempt is repeated at once, and after 30 minutes when it may have arrived', async () => {
    await post('/api/inquiries', { ...INQUIRY, email: undefined });
    const kill = (bodyStarted: string) =>
      sql`update outbox set lease = gen_random_uuid(), leased_until = now() - interval '1 second', attempts = 1,
        first_attempt_at = now(), body_started_at = ${sql.raw(bodyStarted)}`.execute(api.db);
    await kill('now()');
    await work();
    expect(await states()).toEqual(['inquiry-alert unknown']);
    await kill('null');
    await makeDue();
    await work();
    expect(await states()).toEqual(['inquiry-alert sent']);
  });

  it('MSG-6 the webhook gets signed JSON, is repeated after 503 and never reaches a private IP unasked', async () => {
    const deliveries: { headers: Record<string, unknown>; body: string }[] = [];
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        deliveries.push({ headers: request.headers, body });
        response.writeHead(deliveries.length === 1 ? 503 : 204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const webhook = { url, secret: 'a secret of the studio', allowPrivate: true };
    settings = { ...settings, email: null, webhook };
    await post('/api/inquiries', INQUIRY);
    await work();
    expect(await states()).toEqual(['inquiry-alert waiting']);
    await makeDue();
    await work();
    expect(await states()).toEqual(['inquiry-alert sent']);
    const [first, second] = deliveries;
    expect(second?.headers['x-godhuli-delivery']).toBe(first?.headers['x-godhuli-delivery']);
    const timestamp = Number(second?.headers['x-godhuli-timestamp']);
    const signature = `sha256=${signatureOf(webhook.secret, timestamp, second?.body ?? '')}`;
    expect(second?.headers['x-godhuli-signature']).toBe(signature);
    expect(JSON.parse(second?.body ?? '').inquiry.name).toBe(INQUIRY.name);
    settings = { ...settings, webhook: { ...webhook, allowPrivate: false } };
    await api.db.updateTable('outbox').set({ state: 'waiting' }).execute();
    await work();
    expect(await states()).toEqual(['inquiry-alert failed']);
    expect(deliveries).toHaveLength(2);
    await new Promise((resolve) => receiver.close(resolve));
  });

  it('MSG-6 the webhook does not wait for a mail server that hangs', async () => {
    let delivered = () => {};
    const receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(204).end();
      delivered();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const nextDelivery = () => new Promise<void>((resolve) => (delivered = resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    settings = { ...settings, webhook: { url, secret: 'a secret of the studio', allowPrivate: true } };
    let respond: (fault: MailFault) => void = () => {};
    const response = new Promise<MailFault>((resolve) => (respond = resolve));
    const hanging = new Promise<void>((resolve) => {
      fault = () => {
        resolve();
        return response;
      };
    });
    await post('/api/inquiries', INQUIRY);
    const first = nextDelivery();
    const stop = startOutboxWorker({ ...worker(), pollMs: 20 });
    await Promise.all([first, hanging]);
    const second = nextDelivery();
    await post('/api/inquiries', { ...INQUIRY, message: 'Free in June?' });
    await second;
    const ended = api.db
      .selectFrom('outbox')
      .select('error')
      .where('channel', '=', 'email')
      .where('error', 'is not', null);
    expect(await ended.execute()).toEqual([]);
    expect(mail.received).toEqual([]);
    respond('accept');
    await stop();
    await new Promise((resolve) => receiver.close(resolve));
  }, 30_000);

  it('MSG-7 admins choose who gets alerts, see what failed and send it again', async () => {
    fault = () => 'refuse';
    const admin = api.as('admin');
    const staff = await jsonOf(await admin('GET', '/api/admin/messages/recipients'));
    expect(staff.map((one: { name: string; alerts: boolean }) => [one.name, one.alerts])).toEqual([
      ['Asha Admin', true],
      ['Esha Editor', false],
    ]);
    const json = { alerts: true, digest: false };
    expect((await admin('PUT', `/api/admin/messages/recipients/${staff[1]._id}`, { json })).status).toBe(200);
    const { _id } = await jsonOf(await post('/api/inquiries', { ...INQUIRY, email: undefined }));
    await work();
    const failed = await jsonOf(await admin('GET', '/api/admin/messages'));
    expect(failed.map((one: { to: string; error: string }) => [one.to, one.error])).toEqual([
      ['Esha Editor', 'The mail server refused the recipient (550 5.1.1).'],
      ['Asha Admin', 'The mail server refused the recipient (550 5.1.1).'],
    ]);
    expect(await jsonOf(await api.as('editor')('GET', `/api/inquiries/${_id}/messages`))).toEqual(failed);
    fault = () => 'accept';
    const again = `/api/admin/messages/${failed[0]._id}/send-again`;
    expect((await api.as('editor')('POST', again)).status).toBe(204);
    expect((await api.as('editor')('POST', again)).status).toBe(409);
    await work();
    expect(mail.received.map(({ to }) => to)).toEqual([USERS.editor.email]);
    expect((await admin('POST', again)).status).toBe(409);
    const status = await jsonOf(await admin('GET', '/api/admin/messages/status'));
    expect(status).toMatchObject({ email: { isConfigured: false, from: null }, problems: 1, waiting: 0 });
  });

  it('CLIENT-4 PRIV-3 an acknowledgement stays in timeline and export as long as its inquiry', async () => {
    const admin = api.as('admin');
    const { _id } = await jsonOf(await post('/api/inquiries', INQUIRY));
    await work();
    await age('outbox', 'created_at', '31 days');
    await deleteOldMessages(api.db);
    expect(await states()).toEqual(['acknowledgement sent']);
    const { clientId } = await jsonOf(await admin('GET', `/api/inquiries/${_id}`));
    const texts = async () => {
      const { timeline } = clientSchema.parse(await jsonOf(await admin('GET', `/api/clients/${clientId}`)));
      return timeline.filter(({ kind }) => kind === 'message').map(({ text }) => text);
    };
    expect(await texts()).toEqual(['Acknowledgement emailed']);
    const exported = await jsonOf(await admin('POST', `/api/clients/${clientId}/export`));
    expect(exported.messages).toMatchObject([{ kind: 'acknowledgement', state: 'sent' }]);
    await api.db.updateTable('outbox').set({ state: 'unknown' }).execute();
    expect(await texts()).toEqual(['Acknowledgement may have been delivered']);
    // An old failure is not one of the problems that wait for an admin.
    await api.db.updateTable('outbox').set({ state: 'failed' }).execute();
    expect(await jsonOf(await admin('GET', '/api/admin/messages'))).toEqual([]);
    expect((await jsonOf(await admin('GET', '/api/admin/messages/status'))).problems).toBe(0);
    await admin('POST', '/api/inquiries/delete', { json: { ids: [_id], permanently: true, versions: { [_id]: 1 } } });
    expect(await states()).toEqual([]);
  });

  it('MSG-7 an admin who changes one choice keeps the other one, which someone else has changed', async () => {
    const admin = api.as('admin');
    const staff = await jsonOf(await admin('GET', '/api/admin/messages/recipients'));
    const path = `/api/admin/messages/recipients/${staff[1]._id}`;
    await admin('PUT', path, { json: { alerts: false, digest: false } });
    await Promise.all([admin('PUT', path, { json: { alerts: true } }), admin('PUT', path, { json: { digest: true } })]);
    const after = await jsonOf(await admin('GET', '/api/admin/messages/recipients'));
    expect(after[1]).toMatchObject({ alerts: true, digest: true });
    expect((await admin('PUT', path, { json: {} })).status).toBe(422);
  });

  it('MSG-8 every template has a preview as text and HTML', async () => {
    for (const kind of MESSAGE_KINDS) {
      const preview = await jsonOf(await api.as('admin')('GET', `/api/admin/messages/previews/${kind}?language=hi`));
      expect({ kind, isShown: preview.html.includes('</html>') && preview.text.length > 40 }).toEqual({
        kind,
        isShown: true,
      });
    }
  });
});

it.each([
  ['at 9:01 of the same day', '2026-12-01T03:31:00Z', true],
  ['shortly before noon', '2026-12-01T06:29:00Z', true],
  ['at noon', '2026-12-01T06:30:00Z', false],
  ['at 9:01 of the next day', '2026-12-02T03:31:00Z', false],
] as const)('MSG-4 a digest planned at 9:00 is that of this morning %s: %s %s', (_, now, isInTime) => {
  expect(isOfThisMorning(new Date('2026-12-01T03:30:00Z'), new Date(now))).toBe(isInTime);
});

it.each<[NoticeKind, AccountNotice['details'], string, string]>([
  ['second-factor-added', { factor: 'Asha’s phone' }, 'added to your account: Asha’s phone.', 'at once'],
  [
    'second-factor-removed',
    { factor: 'authenticator app' },
    'removed from your account: authenticator app.',
    'at once',
  ],
  ['second-factor-reset', { by: 'Asha Admin' }, 'Asha Admin reset your second factor.', 'Talk to an admin'],
  ['second-factor-reset', { by: 'command line' }, 'from the command line of the server.', 'Talk to an admin'],
  ['recovery-codes-replaced', {}, 'The recovery codes of your account were replaced.', 'at once'],
  ['recovery-code-used', { codesLeft: 9 }, 'A recovery code signed you in. 9 codes are left.', 'at once'],
  ['recovery-code-used', { codesLeft: 1 }, 'A recovery code signed you in. 1 code is left.', 'at once'],
  ['recovery-code-used', { codesLeft: 0 }, 'No codes are left. Create new ones.', 'at once'],
  ['wrong-codes', {}, 'Somebody entered your password and then wrong codes.', 'at once'],
  ['password-changed', { by: 'Asha Admin' }, 'Asha Admin reset your password.', 'Talk to an admin'],
])('SEC-2FA-3 SEC-2FA-4 SEC-2FA-9 an email about %s %j says so', (kind, details, event, advice) => {
  const notice = { kind, details, device: 'Firefox', network: null, at: new Date() };
  const content = securityNotice(notice, 'https://studio.example');
  expect(renderText(content)).toContain(event);
  expect(renderText(content)).toContain(advice);
  expect(content.subject).not.toContain('security notice');
});

it('MSG-2 an email about a notice that a newer version has stored says that there is one', () => {
  const kind = 'of-a-newer-version' as NoticeKind;
  const notice = { kind, details: {}, device: 'Firefox', network: null, at: new Date() };
  expect(renderText(securityNotice(notice, 'https://studio.example'))).toContain(
    'There is a security notice for your account.',
  );
});

it('MSG-2 the longest message stays below 102 KB, escaped', () => {
  const long = '<अ&"'.repeat(1250);
  const content = acknowledgement(
    {
      ...{ id: '1', reference: 'GOD-2611-7K3PXQ', name: long.slice(0, 120), phone: null, email: null, language: 'hi' },
      ...{
        eventType: 'wedding',
        ...{ eventDate: '2027-02-14', eventEndDate: '2027-02-16', dateUndecided: true },
        message: long,
        createdAt: new Date(),
        replyDueAt: new Date(),
      },
    },
    'Godhuli',
    null,
  );
  expect(Buffer.byteLength(renderHtml(content, 'Godhuli'))).toBeLessThan(MAX_HTML_BYTES);
  expect(renderHtml(content, 'Godhuli')).not.toContain('<अ');
  expect(renderText(content)).toContain('14 फ़रवरी 2027 – 16 फ़रवरी 2027, अभी तय नहीं है');
});
