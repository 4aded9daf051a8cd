import { inquirySchema } from '@godhuli/contracts/inquiries';
import { sql } from 'kysely';
import { z } from 'zod';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { cleanUpInquiries } from './inquiries-cleanup.js';
import { INQUIRY_LIMITS } from './inquiry-limits.js';

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
      ...{ eventDate: '2099-02-28', eventEndDate: '2099-03-02', dateUndecided: true },
      message: 'नमस्कार 🌅\nTwo days, Pune',
    };
    const response = await send(whole);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      reference: expect.stringMatching(/^GOD-\d{4}-[2-9A-Z]{6}$/),
      hasContact: true,
    });
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
    expect(waits).toEqual(24 * 3_600_000);
    expect(inquiry?.history.map(({ status, by }) => [status, by])).toEqual([['New', 'Website']]);
  });

  it('PUB-CONT-2 a range ends after its first day, and a date may be undecided', async () => {
    const dates = { eventDate: '2099-02-14', dateUndecided: '' };
    for (const eventEndDate of ['2099-02-13', '2100-06-01', '2099-02-30', '14 February'])
      expect((await jsonOf(await send({ ...dates, eventEndDate }))).errors).toMatchObject([{ field: 'eventEndDate' }]);
    expect((await send({ eventEndDate: '2099-02-14' })).status).toBe(422);
    expect((await send({ ...dates, eventEndDate: '2099-02-14' })).status).toBe(201);
    expect((await list())[0]).toMatchObject({ eventDate: '2099-02-14', eventEndDate: null, dateUndecided: false });
    // What a form without JavaScript posts.
    expect((await send({ dateUndecided: 'true' })).status).toBe(201);
    expect((await list('?order=newest'))[0]).toMatchObject({ eventDate: null, dateUndecided: true });
    expect(await csv()).toContain('"Last date","Date not fixed"');
    expect((await send({ dateUndecided: 'on' })).status).toBe(422);
  });

  it('PUB-CONT-5 stores how the visitor found the studio, without anything that is no campaign', async () => {
    const sourceOf = async (more: object, headers = {}) => {
      await send(more, headers);
      const [{ source, heardFrom, utmSource, utmMedium, utmCampaign } = {} as never] = await list('?order=newest');
      await api.db.deleteFrom('inquiry_history').execute();
      await api.db.deleteFrom('inquiries').execute();
      return [source, heardFrom, utmSource, utmMedium, utmCampaign];
    };
    const referer = 'http://localhost/?utm_source=Instagram&utm_medium=social&utm_campaign=Diwali%202026';
    expect(await sourceOf({ heardFrom: 'venue' })).toEqual(['Venue or planner', 'venue', null, null, null]);
    expect(await sourceOf({}, { referer })).toEqual(['Instagram', null, 'instagram', 'social', 'diwali 2026']);
    expect(await sourceOf({ utmSource: 'Newsletter' }, { referer })).toEqual([
      'newsletter',
      null,
      'newsletter',
      null,
      null,
    ]);
    expect(await sourceOf({ heardFrom: 'friend', utmSource: 'x' })).toEqual([
      'Friend or family',
      'friend',
      'x',
      null,
      null,
    ]);
    for (const utmSource of ['meera@example.com', 'https://a.b', 'x'.repeat(61), '<b>', '=1+1', '', '   '])
      expect(await sourceOf({ utmSource })).toEqual([null, null, null, null, null]);
    expect(await sourceOf({}, { referer: 'not a url' })).toEqual([null, null, null, null, null]);
    expect((await send({ heardFrom: 'a neighbour' })).status).toBe(422);
  });

  it.each(['', null, undefined])(
    'PUB-CONT-2 API-3 name and type suffice; optional fields that are %j are none',
    async (value) => {
      await send({ phone: value, email: value, eventDate: value, message: value });
      expect((await list())[0]).toMatchObject({ phone: null, email: null, eventDate: null, message: '' });
    },
  );

  it('PUB-CONT-2 API-3 accepts phone numbers as people write them, and says which are too short', async () => {
    const numbers = ['०९८२२० १२३४५', '98220 12345, 98220 54321', '+44 20 7946 0000', '0241-2345678'];
    for (const phone of numbers)
      expect({ phone, status: (await send({ phone })).status }).toEqual({ phone, status: 201 });
    expect((await rows()).map((row) => row.phone)).toEqual(['098220 12345', ...numbers.slice(1)]);
    for (const phone of ['98220', '९८२२०', '-----', 'call me', '1'.repeat(80)]) {
      const response = await send({ phone });
      expect({ phone, status: response.status, errors: (await jsonOf(response)).errors }).toEqual({
        phone,
        status: 422,
        errors: [{ field: 'phone', message: 'Please enter a full phone number with its area or country code.' }],
      });
    }
  });

  it('PUB-CONT-2 API-3 a preferred date is today or later in India, whatever the time elsewhere', async () => {
    const statusAt = async (now: string, eventDate: string) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
      const response = await send({ eventDate }).finally(() => clock.mockRestore());
      if (response.status === 422) {
        const message = 'Please choose today or a later date.';
        expect((await jsonOf(response)).errors).toEqual([{ field: 'eventDate', message }]);
      }
      return response.status;
    };
    // In India it is 14 February from 18:30 UTC on the 13th.
    expect(await statusAt('2099-02-13T18:29:00Z', '2099-02-13')).toBe(201);
    expect(await statusAt('2099-02-13T18:31:00Z', '2099-02-14')).toBe(201);
    // Sent at 23:59, or a retry of that, arrives after midnight.
    expect(await statusAt('2099-02-13T18:39:00Z', '2099-02-13')).toBe(201);
    expect(await statusAt('2099-02-13T18:41:00Z', '2099-02-13')).toBe(422);
    expect(await statusAt('2099-02-14T18:29:00Z', '2099-02-14')).toBe(201);
  });

  it('API-3 a retry with the same key gets the same response and stores nothing more, also in parallel', async () => {
    const key = { 'idempotency-key': 'form-1234-5678' };
    const responses = await Promise.all([1, 2, 3, 4].map((attempt) => send({ elapsedMs: 9000 + attempt }, key)));
    const bodies = await Promise.all(
      responses.map(async (response) => JSON.stringify([response.status, await response.json()])),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect(await rows()).toHaveLength(1);
    const other = await send({ name: 'Somebody Else' }, key);
    expect(other.status).toBe(422);
    expect((await jsonOf(other)).errors[0].field).toBe('Idempotency-Key');
    expect(await rows()).toHaveLength(1);
  });

  it('quarantines what looks like spam, with the same response as for others', async () => {
    expect((await send({ website: 'https://spam.example' })).status).toBe(201);
    expect((await send({ elapsedMs: 2999 })).status).toBe(201);
    expect((await send({ elapsedMs: undefined })).status).toBe(201);
    expect((await send({ elapsedMs: 3000 })).status).toBe(201);
    expect((await rows()).map((row) => row.quarantined)).toEqual([true, true, false, false]);
    expect(await list()).toHaveLength(2);
    expect(await list('?quarantined=true')).toHaveLength(2);
  });

  const shortlistOf = (site: string) => ({
    message: ['Photos I like:', `- Two Rings: ${site}/p/two-rings`, `- Mandap: ${site}/p/mandap`].join('\n'),
  });

  it('PUB-LIKE-1 links to photos of the site are no spam, links to other sites are', async () => {
    const headers = { origin: 'http://localhost' };
    await send(shortlistOf('http://localhost'), headers);
    await send(shortlistOf('https://other.example'), headers);
    await send(shortlistOf('http://localhost'));
    expect((await rows()).map(({ quarantine_reason }) => quarantine_reason)).toEqual([null, 'links', 'links']);
  });

  it('PUB-LIKE-1 links to photos are no spam on a site whose host begins with www', async () => {
    const site = 'https://www.studio.example';
    const json = { ...typed, ...shortlistOf(site) };
    await api.call('POST', `${site}/api/inquiries`, { json, headers: { origin: site }, address });
    expect((await rows()).map(({ quarantine_reason }) => quarantine_reason)).toEqual([null]);
  });

  it("'Not spam' restores an inquiry from quarantine, with audit; a stale version gets a conflict", async () => {
    const id = await sent({ website: 'https://spam.example' });
    expect((await list('?quarantined=true'))[0]).toMatchObject({ _id: id, quarantined: true });
    const change = (json: object) => api.as('editor')('PUT', `/api/inquiries/${id}`, { json });
    const response = await change({ version: 1, quarantined: false });
    expect(inquirySchema.parse(await response.json())).toMatchObject({ quarantined: false, version: 2 });
    expect((await list()).map(({ _id }) => _id)).toEqual([id]);
    expect(await list('?quarantined=true')).toEqual([]);
    expect((await change({ version: 1, quarantined: true })).status).toBe(409);
    expect(
      await api.db.selectFrom('audit').selectAll().where('action', '=', 'inquiries.update').execute(),
    ).toMatchObject([{ entity_id: id, before: { quarantined: true }, after: { quarantined: false } }]);
  });

  it('accepts five of one network as new in ten minutes and quarantines more, also in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(201));
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
    expect(await ids('?q=100%25')).toEqual([second]);
    expect(await ids('?q=sure_')).toEqual([second]);
    expect(await ids('?q=1%25%25x')).toEqual([]);
  });

  it('ADM-INQ-1 sets status and notes with history, who and when, and writes the audit', async () => {
    const id = await sent();
    const response = await api.as('editor')('PUT', `/api/inquiries/${id}`, {
      json: { version: 1, status: 'Responded', notes: 'Called back' },
    });
    const changed = inquirySchema.parse(await response.json());
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

  it('ADM-INQ-1 of two who change the same inquiry at once, one gets a conflict', async () => {
    const id = await sent();
    const change = (status: string) => api.as('admin')('PUT', `/api/inquiries/${id}`, { json: { version: 1, status } });
    const responses = await Promise.all([change('Responded'), change('Booked')]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    const refused = responses.find((response) => response.status === 409);
    expect(await refused?.text()).toContain('Someone else changed this inquiry');
    expect(await staffEntries()).toHaveLength(1);
  });

  it('ADM-INQ-1 deletes softly and restores', async () => {
    const id = await sent();
    const staff = api.as('editor');
    expect((await staff('DELETE', `/api/inquiries/${id}`)).status).toBe(204);
    expect(await list()).toHaveLength(0);
    expect((await staff('GET', `/api/inquiries/${id}`)).status).toBe(404);
    expect((await staff('DELETE', `/api/inquiries/${id}`)).status).toBe(404);
    expect((await staff('POST', `/api/inquiries/${id}/restore`)).status).toBe(200);
    expect((await list()).map(({ _id }) => _id)).toEqual([id]);
    expect((await staff('POST', `/api/inquiries/${id}/restore`)).status).toBe(404);
  });

  const csv = async (query = '') => (await api.as('editor')('GET', `/api/inquiries.csv${query}`)).text();

  it('ADM-INQ-1 exports CSV that is kept nowhere on the way', async () => {
    await sent({ name: '=1+1', message: 'He said "yes"' });
    const response = await api.as('editor')('GET', '/api/inquiries.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).toContain(`"'=1+1"`);
    expect(text).toContain('"He said ""yes"""');
  });

  it('MSG-2 the last column of the CSV is the reference that the visitor was given', async () => {
    await sent();
    const [head, first] = (await csv()).trim().split('\r\n');
    expect(head).toMatch(/,"Reference"$/);
    expect(first).toMatch(/,"GOD-\d{4}-[2-9A-Z]{6}"$/);
  });

  it('ADM-INQ-1 the CSV has Indian time and follows the filters and the search', async () => {
    const [first, second] = [await sent({ eventType: 'newborn' }), await sent({ name: 'Ravi' })];
    await api.db
      .updateTable('inquiries')
      .set({ created_at: new Date('2026-11-21T20:00:00Z') })
      .where('id', '=', first)
      .execute();
    const [head, ...lines] = (await csv()).trim().split('\r\n');
    expect(head).toContain('"Received (IST, Asia/Kolkata)","Reply due (IST, Asia/Kolkata)"');
    expect(lines.map((line) => line.split(',')[0])).toEqual([`"${second}"`, `"${first}"`]);
    expect(lines[1]).toContain('"2026-11-22 01:30","2026-11-23 01:30"');
    expect(await csv('?type=newborn')).not.toContain('Ravi');
    expect(await csv('?q=ravi')).not.toContain(`"${first}"`);
    expect((await csv('?quarantined=true')).trim().split('\r\n')).toHaveLength(1);
  });

  it.each([
    ['+919822011111', '"+91 98220 11111"'],
    ['+91 98220 11111', '"+91 98220 11111"'],
    ['098220-11111', '"+91 98220 11111"'],
    ['0241-2345678', '"0241 2345678"'],
    ['+44 20 7946 0000', '"+44 20 7946 0000"'],
    ['98220 12345, 98220 54321', '"+91 98220 12345, +91 98220 54321"'],
    ['+1-2+3-4', `"'+1-2+3-4"`],
    ['98220 11111 / 12', '"98220 11111 / 12"'],
    ['+91 98220 11111 / 12', `"'+91 98220 11111 / 12"`],
    ['9822011111 9822022222 12345', '"9822011111 9822022222 12345"'],
    ['9822011111 9822022222', '"+91 98220 11111, +91 98220 22222"'],
    ['0241/2345678', '"0241 2345678"'],
    ['98220 11111; 12', '"98220 11111; 12"'],
    ['98220 11111;+12', `"98220 11111;'+12"`],
  ])('ADM-INQ-1 the CSV shows the phone number %s as the text %s', async (phone, shown) => {
    await api.db
      .insertInto('inquiries')
      .values({ name: 'x', phone, event_type: 'other', message: '', quarantined: false, network: address })
      .execute();
    expect((await csv()).split('\r\n')[1]?.match(/"[^"]*"/g)?.[5]).toBe(shown);
  });

  it('ADM-INQ-1 no cell of the CSV is a formula, whichever separator the spreadsheet uses', async () => {
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
    const rows = hostile.flatMap((text) => [
      { name: text, phone: null },
      { name: 'x', phone: text },
    ]);
    const common = { event_type: 'other', message: '', quarantined: false, network: address } as const;
    await api.db
      .insertInto('inquiries')
      .values(rows.map((row) => ({ ...common, ...row })))
      .execute();
    const cells = (await csv()).split(/[;,|\t\r\n]/);
    expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  });

  it.each(['14 February', '14 Feb', 'feb 14th', '14/02', '14/02/2027', '2027-02-14', 'February 2027', 'Meera 14 Feb'])(
    "ADM-INQ-1 the search '%s' finds the requested date",
    async (q) => {
      const wanted = await sent({ eventDate: '2027-02-14' });
      await sent({ eventDate: '2027-03-14' });
      await sent();
      expect((await list(`?q=${encodeURIComponent(q)}`)).map(({ _id }) => _id)).toEqual([wanted]);
    },
  );

  it('ADM-INQ-1 the search finds the Indian date of receipt, phones in any format and words in any order', async () => {
    const id = await sent({ phone: '098220-11111', message: 'Two days in Pune' });
    const received = new Date('2026-02-13T20:00:00Z');
    await api.db.updateTable('inquiries').set({ created_at: received }).where('id', '=', id).execute();
    await sent({ name: 'Ravi' });
    for (const q of ['14 February', '+91 98220 11111', '9822011111', 'pune two meera']) {
      expect({ q, list: (await list(`?q=${encodeURIComponent(q)}`)).map(({ _id }) => _id) }).toEqual({ q, list: [id] });
    }
    expect(await list('?q=13%20February')).toEqual([]);
  });

  const fill = (count: number, { quarantined = false, network = '203.0.113.77', age = '0 days', message = 'x' } = {}) =>
    sql`
      insert into inquiries (name, event_type, message, status, quarantined, network, created_at)
      select 'Row ' || n, 'other', ${message}, case when n % 3 = 0 then 'Booked' else 'New' end,
        ${quarantined}, ${network}, now() - ${age}::interval
      from generate_series(1, ${count}) n`.execute(api.db);
  const follow = async (path: string) => {
    const ids: string[] = [];
    const sizes: number[] = [];
    for (let next: string | undefined = path; next; ) {
      const response = await api.as('editor')('GET', next);
      const page = z.array(inquirySchema).parse(await response.json());
      sizes.push(page.length);
      ids.push(...page.map(({ _id }) => _id));
      next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return { ids, sizes };
  };

  it('API-1 lists come in pages of 50 that Link leads through, each inquiry once and in order', async () => {
    await fill(130);
    const whole = await follow('/api/inquiries');
    expect(whole.sizes).toEqual([50, 50, 30]);
    const ordered = (await rows()).filter(({ status }) => status === 'New').map(({ id }) => id);
    const responded = (await rows()).filter(({ status }) => status !== 'New').map(({ id }) => id);
    expect(whole.ids).toEqual([...ordered, ...responded.reverse()]);
    expect((await follow('/api/inquiries?status=Booked&q=row')).ids).toEqual(responded);
    expect((await follow('/api/inquiries?order=newest')).ids).toEqual((await rows()).map(({ id }) => id).reverse());
    expect((await follow('/api/inquiries?quarantined=true')).sizes).toEqual([0]);
    const counts = await api.as('editor')('GET', '/api/inquiries/counts');
    expect(await counts.json()).toEqual({
      New: ordered.length,
      Responded: 0,
      Booked: responded.length,
      quarantined: 0,
      overdue: 0,
      stages: { New: ordered.length, Replied: 0, Met: 0, Quoted: 0, Held: 0, Booked: responded.length, Lost: 0 },
    });
    const found = await api.as('editor')('GET', '/api/inquiries/counts?q=row%2013');
    expect(await found.json()).toMatchObject({ New: 3, Booked: 0 });
    for (const bad of ['cursor=x', 'limit=51', 'limit=0', 'cursor=99999999999999999999']) {
      expect((await api.as('editor')('GET', `/api/inquiries?${bad}`)).status).toBe(422);
    }
  });

  it('ADM-INQ-1 undo restores the status before, with history and audit, unless someone changed it since', async () => {
    const id = await sent();
    const staff = api.as('editor');
    const undo = (version: number) => staff('POST', `/api/inquiries/${id}/undo`, { json: { version } });
    expect((await undo(1)).status).toBe(409);
    await staff('PUT', `/api/inquiries/${id}`, { json: { version: 1, status: 'Booked' } });
    expect((await undo(1)).status).toBe(409);
    const undone = inquirySchema.parse(await (await undo(2)).json());
    expect(undone).toMatchObject({ status: 'New', version: 3 });
    expect(undone.history.map(({ status, by, isUndo }) => [status, by, isUndo])).toEqual([
      ['New', 'Website', undefined],
      ['Booked', 'Esha Editor', undefined],
      ['New', 'Esha Editor', true],
    ]);
    expect((await staffEntries()).at(-1)).toMatchObject({
      action: 'inquiries.undo',
      before: { status: 'Booked' },
      after: { status: 'New' },
    });
    expect((await undo(3)).status).toBe(409);
  });

  it('ADM-INQ-1 deletes several, restores them, and deletes permanently', async () => {
    const ids = [await sent(), await sent(), await sent()];
    const staff = api.as('editor');
    const post = async (path: string, json: object) => (await staff('POST', `/api/inquiries/${path}`, { json })).json();
    expect(await post('delete', { ids: ids.slice(0, 2) })).toEqual({ count: 2 });
    expect((await list()).map(({ _id }) => _id)).toEqual([ids[2]]);
    expect(await post('restore', { ids })).toEqual({ count: 2 });
    const versions = { [String(ids[0])]: 3 };
    expect(await post('delete', { ids: [ids[0]], permanently: true, versions })).toEqual({ count: 1 });
    expect(await post('restore', { ids })).toEqual({ count: 0 });
    expect((await rows()).map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await staffEntries()).map(({ action, entity_id }) => [action, entity_id])).toEqual([
      ['inquiries.delete', '2 inquiries'],
      ['inquiries.restore', '2 inquiries'],
      ['inquiries.erase', ids[0]],
      ['inquiries.restore', '0 inquiries'],
    ]);
  });

  it('ADM-INQ-1 an old list permanently deletes nothing that a colleague has changed since', async () => {
    const [spam, booked, gone] = [await sent({ website: 'x' }), await sent(), await sent({ website: 'x' })];
    const staff = api.as('editor');
    const erase = (ids: string[], versions?: object) =>
      staff('POST', '/api/inquiries/delete', { json: { ids, permanently: true, versions } });
    await staff('PUT', `/api/inquiries/${spam}`, { json: { version: 1, quarantined: false } });
    await staff('PUT', `/api/inquiries/${booked}`, { json: { version: 1, status: 'Booked' } });
    for (const id of [spam, booked]) {
      for (const versions of [undefined, { [id]: 1, [gone]: 1 }]) {
        const response = await erase([gone, id], versions);
        expect(response.status).toBe(409);
        expect((await jsonOf(response)).detail).toBe(
          'Someone else changed one of these inquiries. Reload to see their version.',
        );
      }
    }
    expect((await rows()).map(({ id }) => id)).toEqual([spam, booked, gone]);
    expect((await erase([spam, gone], { [spam]: 2 })).status).toBe(200);
    expect((await rows()).map(({ id }) => id)).toEqual([booked]);
  });

  it('ADM-INQ-1 of a permanent deletion and a change at the same moment, one is refused', async () => {
    const change = (id: string, json: object) => api.as('editor')('PUT', `/api/inquiries/${id}`, { json });
    const removals = {
      delete: (id: string) => ({ ids: [id], permanently: true }),
      'empty-quarantine': (id: string) => ({ upTo: id }),
    };
    for (let round = 0; round < 20; round++) {
      const [path, body] = Object.entries(removals)[round % 2] as [string, (id: string) => object];
      await fill(1, { quarantined: true });
      const id = String((await rows())[0]?.id);
      const [changed, removed] = await Promise.all([
        change(id, { version: 1, quarantined: false, status: 'Responded' }),
        api.as('admin')('POST', `/api/inquiries/${path}`, { json: body(id) }),
      ]);
      const { count } = await jsonOf(removed);
      const outcome = { path, changed: changed.status, removed: removed.status, count, left: (await rows()).length };
      const refused = path === 'delete' ? { removed: 409 } : { removed: 200, count: 0 };
      expect(outcome).toEqual(
        changed.status === 200
          ? { path, changed: 200, ...refused, left: 1 }
          : { path, changed: 404, removed: 200, count: 1, left: 0 },
      );
      await api.db.deleteFrom('inquiry_history').execute();
      await api.db.deleteFrom('inquiries').execute();
    }
  });

  it('the cleanup does not remove what somebody restores from quarantine at that moment', async () => {
    await fill(2, { quarantined: true });
    await sql`update inquiries set quarantined_at = now() - interval '31 days'`.execute(api.db);
    const [first] = await rows();
    const changing = await api.db.startTransaction().execute();
    await changing.updateTable('inquiries').set({ quarantined: false }).where('id', '=', String(first?.id)).execute();
    const cleaning = cleanUpInquiries(api.db);
    // On Postgres the cleanup ends while the other transaction is open; the embedded one lets it wait.
    if (engine === 'postgres') await cleaning;
    await changing.commit().execute();
    expect(await cleaning).toBe(1);
    expect((await rows()).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('ADM-INQ-1 emptying the quarantine keeps the inbox and what came after the staff looked', async () => {
    await fill(2300, { quarantined: true });
    const kept = await sent();
    const upTo = (await rows()).at(-2)?.id;
    const later = await sent({ website: 'x' });
    const response = await api.as('editor')('POST', '/api/inquiries/empty-quarantine', { json: { upTo } });
    expect(await response.json()).toEqual({ count: 2300 });
    expect((await rows()).map(({ id }) => id)).toEqual([kept, later]);
  });

  it('removes what has been deleted or in quarantine for 30 days, with one audit entry', async () => {
    await fill(1200, { quarantined: true });
    await sql`update inquiries set quarantined_at = now() - interval '31 days'`.execute(api.db);
    await fill(1, { quarantined: true, age: '400 days' });
    await fill(1, { age: '400 days' });
    await sql`insert into inquiries (name, event_type, message, quarantined, network, deleted_at)
      values ('Gone', 'other', '', false, '203.0.113.9', now() - interval '31 days'),
        ('Kept', 'other', '', false, '203.0.113.9', now())`.execute(api.db);
    expect(await cleanUpInquiries(api.db)).toBe(1201);
    expect((await rows()).map(({ name }) => name)).toEqual(['Row 1', 'Row 1', 'Kept']);
    expect(await cleanUpInquiries(api.db)).toBe(0);
    const entries = api.db.selectFrom('audit').selectAll().where('action', '=', 'inquiries.erase');
    expect(await entries.execute()).toMatchObject([
      { user_name: 'this installation', entity_id: '1201 inquiries', before: { removed: 1201 } },
    ]);
  });

  it('counts the days in quarantine anew when an inquiry goes back into it', async () => {
    const id = await sent({ website: 'https://spam.example' });
    await sql`update inquiries set quarantined_at = now() - interval '31 days'`.execute(api.db);
    const mark = (version: number, quarantined: boolean) =>
      api.as('editor')('PUT', `/api/inquiries/${id}`, { json: { version, quarantined } });
    await mark(1, false);
    expect((await rows())[0]?.quarantined_at).toBeNull();
    await mark(2, true);
    expect(await cleanUpInquiries(api.db)).toBe(0);
    expect((await rows()).map((row) => row.id)).toEqual([id]);
  });

  it('refuses what a network sends over its limit with 429, and offers phone and WhatsApp', async () => {
    await fill(INQUIRY_LIMITS.quarantinedPerHour, { quarantined: true, network: address });
    const refused = await send({ website: 'https://spam.example' }, { 'idempotency-key': 'form-9999-0001' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toEqual(expect.any(Number));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await jsonOf(refused)).detail).toMatch(/call us or write to us on WhatsApp: \+91 90000 00000/);
    const count = (await rows()).length;
    expect(count).toBe(INQUIRY_LIMITS.quarantinedPerHour);
    address = `198.51.100.${nextNetwork++}`;
    const again = await send({ website: 'https://spam.example' }, { 'idempotency-key': 'form-9999-0001' });
    expect(again.status).toBe(201);
  });

  it("accepts a network's first plausible inquiry under every limit, and its retry too", async () => {
    await fill(INQUIRY_LIMITS.allQuarantined, { quarantined: true });
    await fill(INQUIRY_LIMITS.allNewPerDay);
    await sql`update inquiries set plausible = false`.execute(api.db);
    expect((await send({ website: 'x' })).status).toBe(429);
    const key = { 'idempotency-key': 'form-9999-0002' };
    const first = await send({}, key);
    expect(first.status).toBe(201);
    expect(await (await send({}, key)).json()).toEqual(await first.json());
    expect((await send({ message: 'Another' })).status).toBe(429);
  });

  it('bounds what the networks of one IPv6 /48 store, however many they are', async () => {
    const networks = INQUIRY_LIMITS.networksPerCustomer;
    for (let at = 1; at <= networks; at += 1) await fill(1, { network: `2001:db8:77:${at.toString(16)}::/64` });
    const quarantined = async () => (await rows()).at(-1)?.quarantined;
    // One of the first networks, and one too many: its second form too.
    address = '2001:db8:77:1::5';
    expect((await send()).status).toBe(201);
    expect(await quarantined()).toBe(false);
    address = '2001:db8:77:ff::5';
    for (const message of ['One', 'Two']) {
      expect((await send({ message })).status).toBe(201);
      expect(await quarantined()).toBe(true);
    }
    await fill(INQUIRY_LIMITS.quarantinedPerHour - 2, { quarantined: true, network: '2001:db8:77:fe::/64' });
    expect((await send({ message: 'Three' })).status).toBe(429);
    // The first form of a person in another network is kept, up to a number of networks.
    address = '2001:db8:77:fd::5';
    expect((await send()).status).toBe(201);
    expect(await quarantined()).toBe(true);
    expect((await send({ message: 'Two' })).status).toBe(429);
    for (let at = networks + 5; at <= INQUIRY_LIMITS.firstsPerCustomer; at += 1)
      await fill(1, { quarantined: true, network: `2001:db8:77:1${at.toString(16)}::/64` });
    address = '2001:db8:77:fb::5';
    expect((await send()).status).toBe(201);
    expect(await quarantined()).toBe(true);
    address = '2001:db8:77:fc::5';
    expect((await send()).status).toBe(429);
    address = '2001:db8:78:1::5';
    expect((await send()).status).toBe(201);
    expect(await quarantined()).toBe(false);
    await fill(INQUIRY_LIMITS.newPerCustomer, { network: '2001:db8:79:1::/64' });
    address = '2001:db8:79:2::5';
    expect((await send()).status).toBe(201);
    expect(await quarantined()).toBe(true);
  });

  it('repeats a refusal from memory, and stores the first plausible inquiry in spite of it', async () => {
    await fill(INQUIRY_LIMITS.quarantinedPerHour, { quarantined: true, network: address });
    await sql`update inquiries set plausible = false`.execute(api.db);
    expect((await send({ website: 'x' })).status).toBe(429);
    // With room again, the database would take it.
    await api.db.deleteFrom('inquiries').execute();
    const again = await send({ website: 'x' });
    expect(again.status).toBe(429);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rows()).toEqual([]);
    expect((await send()).status).toBe(201);
    address = `198.51.100.${nextNetwork++}`;
    expect((await send({ website: 'x' })).status).toBe(201);
  });

  it('refuses a network that was just refused before it reads the body', async () => {
    await fill(INQUIRY_LIMITS.quarantinedPerHour, { quarantined: true, network: address });
    expect((await send({ eventType: 'nothing that we know' })).status).toBe(422);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 20) statuses.push((await send()).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await send({ eventType: 'nothing that we know' })).status).toBe(429);
  });

  it('accepts the longest form that a person can fill in, and refuses a longer body with 413', async () => {
    const longest = { name: 'म'.repeat(120), phone: '९८२२०१२३४५', message: 'म'.repeat(5000) };
    expect((await send({ ...longest, email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example` })).status).toBe(201);
    expect((await send({ message: 'म'.repeat(7000) })).status).toBe(413);
  });
});

it('writes into the audit who exported inquiries, and with which filter', async () => {
  const api = await testApp();
  try {
    const response = await api.as('editor')('GET', '/api/inquiries.csv?status=Booked');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    await response.text();
    const { entries } = await jsonOf(await api.as('admin')('GET', '/api/admin/audit?action=inquiries.export'));
    expect(entries[0]).toMatchObject({ action: 'inquiries.export', after: { status: 'Booked', quarantined: false } });
  } finally {
    await api.close();
  }
}, 120_000);
