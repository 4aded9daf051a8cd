import { inquirySchema } from '@godhuli/contracts/inquiries';
import { z } from 'zod';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { inquiriesCsv } from './inquiries-csv.js';

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let nextNetwork = 1;
  /** Each test sends from a network of its own, so that none fills another's allowance. */
  let address: string;
  beforeAll(async () => {
    api = await testApp(engine);
  }, 120_000);
  afterAll(() => api.close());
  beforeEach(async () => {
    address = `198.51.100.${nextNetwork++}`;
    await api.db.deleteFrom('idempotency_keys').execute();
    await api.db.deleteFrom('inquiry_history').execute();
    await api.db.deleteFrom('inquiries').execute();
    await api.db.deleteFrom('audit').execute();
  });

  const typed = { name: 'Meera Joshi', eventType: 'wedding', elapsedMs: 9000 };
  const send = (more: object = {}, headers = {}) =>
    api.call('POST', '/api/inquiries', { json: { ...typed, ...more }, headers, address });
  const sent = async (more: object = {}) => (await jsonOf(await send(more)))._id as string;
  const list = async (query = '') =>
    z.array(inquirySchema).parse(await (await api.as('editor')('GET', `/api/inquiries${query}`)).json());
  const staffEntries = () => api.db.selectFrom('audit').selectAll().where('user_id', 'is not', null).execute();
  const rows = () => api.db.selectFrom('inquiries').selectAll().orderBy('id').execute();

  it('API-3 PUB-CONT-2 stores what a visitor sent, and staff read it', async () => {
    const whole = {
      phone: '+91 98000 00000',
      email: 'meera@example.com',
      eventDate: '2099-02-28',
      message: 'नमस्कार 🌅\nTwo days, Pune',
    };
    const answer = await send(whole);
    expect([answer.status, await answer.json()]).toEqual([201, { _id: expect.stringMatching(/^\d+$/) }]);
    const [inquiry] = await list();
    expect(inquiry).toMatchObject({
      ...whole,
      name: 'Meera Joshi',
      eventType: 'wedding',
      status: 'New',
      version: 1,
      notes: '',
    });
    const waits = Date.parse(inquiry?.replyDueAt ?? '') - Date.parse(inquiry?.createdAt ?? '');
    expect([waits, inquiry?.history.map(({ status, by }) => [status, by])]).toEqual([
      24 * 3_600_000,
      [['New', 'Website']],
    ]);
  });

  it('PUB-CONT-2 takes name and type alone; empty optional fields are none', async () => {
    await send({ phone: '', email: '', eventDate: '', message: '' });
    expect((await list())[0]).toMatchObject({ phone: null, email: null, eventDate: null, message: '' });
  });

  it('PUB-CONT-2 API-3 takes phone numbers as people write them, and says which are too short', async () => {
    const numbers = ['०९८२२० १२३४५', '98220 12345, 98220 54321', '+44 20 7946 0000', '0241-2345678'];
    for (const phone of numbers) expect([phone, (await send({ phone })).status]).toEqual([phone, 201]);
    expect((await rows()).map((row) => row.phone)).toEqual(['098220 12345', ...numbers.slice(1)]);
    for (const phone of ['98220', '९८२२०', '-----', 'call me', '1'.repeat(80)]) {
      const answer = await send({ phone });
      expect([phone, answer.status, (await jsonOf(answer)).errors]).toEqual([
        phone,
        422,
        [{ field: 'phone', message: 'Please enter a full phone number with its area or country code.' }],
      ]);
    }
  });

  it('PUB-CONT-2 API-3 a preferred date is today or later in India, whatever the time elsewhere', async () => {
    const statusAt = async (now: string, eventDate: string) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
      const answer = await send({ eventDate }).finally(() => clock.mockRestore());
      if (answer.status === 422) {
        const message = 'Please choose today or a later date.';
        expect((await jsonOf(answer)).errors).toEqual([{ field: 'eventDate', message }]);
      }
      return answer.status;
    };
    // In India it is 14 February from 18:30 UTC on the 13th.
    expect(await statusAt('2099-02-13T18:29:00Z', '2099-02-13')).toBe(201);
    expect(await statusAt('2099-02-13T18:31:00Z', '2099-02-14')).toBe(201);
    // Sent at 23:59, or a retry of that, arrives after midnight.
    expect(await statusAt('2099-02-13T18:39:00Z', '2099-02-13')).toBe(201);
    expect(await statusAt('2099-02-13T18:41:00Z', '2099-02-13')).toBe(422);
    expect(await statusAt('2099-02-14T18:29:00Z', '2099-02-14')).toBe(201);
  });

  it('API-3 a retry with the same key gets the same answer and stores nothing more, also in parallel', async () => {
    const key = { 'idempotency-key': 'form-1234-5678' };
    const answers = await Promise.all([1, 2, 3, 4].map((attempt) => send({ elapsedMs: 9000 + attempt }, key)));
    const bodies = await Promise.all(
      answers.map(async (answer) => JSON.stringify([answer.status, await answer.json()])),
    );
    expect([new Set(bodies).size, answers[0]?.status, (await rows()).length]).toEqual([1, 201, 1]);
    const other = await send({ name: 'Somebody Else' }, key);
    expect([other.status, (await jsonOf(other)).errors[0].field]).toEqual([422, 'Idempotency-Key']);
    expect(await rows()).toHaveLength(1);
  });

  it('keeps what looks like a program in quarantine and answers it like anything else', async () => {
    expect((await send({ website: 'https://spam.example' })).status).toBe(201);
    expect((await send({ elapsedMs: 2999 })).status).toBe(201);
    expect((await send({ elapsedMs: undefined })).status).toBe(201);
    expect((await send({ elapsedMs: 3000 })).status).toBe(201);
    expect((await rows()).map((row) => row.quarantined)).toEqual([true, true, false, false]);
    expect([(await list()).length, (await list('?quarantined=true')).length]).toEqual([2, 2]);
  });

  it("'Not spam' takes an inquiry out of quarantine, with audit; a stale version is told", async () => {
    const id = await sent({ website: 'https://spam.example' });
    expect((await list('?quarantined=true'))[0]).toMatchObject({ _id: id, quarantined: true });
    const change = (json: object) => api.as('editor')('PUT', `/api/inquiries/${id}`, { json });
    const answer = await change({ version: 1, quarantined: false });
    expect(inquirySchema.parse(await answer.json())).toMatchObject({ quarantined: false, version: 2 });
    expect([(await list()).map(({ _id }) => _id), await list('?quarantined=true')]).toEqual([[id], []]);
    expect((await change({ version: 1, quarantined: true })).status).toBe(409);
    expect(
      await api.db.selectFrom('audit').selectAll().where('action', '=', 'inquiries.update').execute(),
    ).toMatchObject([{ entity_id: id, before: { quarantined: true }, after: { quarantined: false } }]);
  });

  it('takes five of one network as new in ten minutes, more go to quarantine, also in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect((await rows()).filter((row) => !row.quarantined)).toHaveLength(5);
    address = `198.51.100.${nextNetwork++}`;
    await send();
    expect((await rows()).filter((row) => !row.quarantined)).toHaveLength(6);
  });

  it('ADM-INQ-1 lists those that wait first, and filters and searches', async () => {
    const [first, second, third] = [
      await sent(),
      await sent({ eventType: 'newborn', message: '100% sure_thing' }),
      await sent({ name: 'Ravi' }),
    ];
    await api.as('admin')('PUT', `/api/inquiries/${first}`, { json: { version: 1, status: 'Booked' } });
    const ids = async (query = '') => (await list(query)).map(({ _id }) => _id);
    expect(await ids()).toEqual([second, third, first]);
    expect(await ids('?status=Booked')).toEqual([first]);
    expect(await ids('?type=newborn')).toEqual([second]);
    expect(await ids('?q=ravi')).toEqual([third]);
    expect([await ids('?q=100%25'), await ids('?q=sure_'), await ids('?q=1%25%25x')]).toEqual([[second], [second], []]);
  });

  it('ADM-INQ-1 sets status and notes with history, who and when, and writes the audit', async () => {
    const id = await sent();
    const answer = await api.as('editor')('PUT', `/api/inquiries/${id}`, {
      json: { version: 1, status: 'Responded', notes: 'Called back' },
    });
    const changed = inquirySchema.parse(await answer.json());
    expect(changed).toMatchObject({ status: 'Responded', notes: 'Called back', version: 2 });
    expect(changed.history.map(({ status, by }) => [status, by])).toEqual([
      ['New', 'Website'],
      ['Responded', 'Esha Editor'],
    ]);
    expect(await staffEntries()).toMatchObject([
      {
        user_name: 'Esha Editor',
        action: 'inquiries.update',
        entity_id: id,
        before: { status: 'New', notes: '' },
        after: { status: 'Responded', notes: 'Called back' },
      },
    ]);
  });

  it('ADM-INQ-1 of two who change the same inquiry at once, one is told', async () => {
    const id = await sent();
    const change = (status: string) => api.as('admin')('PUT', `/api/inquiries/${id}`, { json: { version: 1, status } });
    const answers = await Promise.all([change('Responded'), change('Booked')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(await refused?.text()).toContain('Someone else changed this inquiry');
    expect(await staffEntries()).toHaveLength(1);
  });

  it('ADM-INQ-1 deletes softly and restores', async () => {
    const id = await sent();
    const staff = api.as('editor');
    expect((await staff('DELETE', `/api/inquiries/${id}`)).status).toBe(204);
    expect([(await list()).length, (await staff('GET', `/api/inquiries/${id}`)).status]).toEqual([0, 404]);
    expect((await staff('DELETE', `/api/inquiries/${id}`)).status).toBe(404);
    expect((await staff('POST', `/api/inquiries/${id}/restore`)).status).toBe(200);
    expect((await list()).map(({ _id }) => _id)).toEqual([id]);
    expect((await staff('POST', `/api/inquiries/${id}/restore`)).status).toBe(404);
  });

  it('ADM-INQ-1 exports CSV that is kept nowhere on the way', async () => {
    await sent({ name: '=1+1', message: 'He said "yes"' });
    const answer = await api.as('editor')('GET', '/api/inquiries.csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const text = await answer.text();
    expect(text).toContain(`"'=1+1"`);
    expect(text).toContain('"He said ""yes"""');
  });
});

it('ADM-INQ-1 no cell of the CSV is a formula, whichever separator the spreadsheet takes', () => {
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '＝1',
    '"=1',
    'x;=1',
    'x\n=1',
    'x\r\n-1',
    'x\t@a',
    'x|+1',
    ';;=1',
  ];
  for (const name of hostile) {
    const none = { phone: null, email: null, eventDate: null };
    const blank = { ...none, message: '', notes: '', history: [], version: 1, quarantined: false };
    const at = new Date(0).toISOString();
    const inquiry = {
      _id: '1',
      name,
      eventType: 'other',
      status: 'New',
      createdAt: at,
      replyDueAt: at,
      ...blank,
    } as const;
    const cells = inquiriesCsv([inquiry]).split(/[;,|\t\r\n]/);
    const formulas = cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell));
    expect([name, formulas]).toEqual([name, []]);
  }
});
