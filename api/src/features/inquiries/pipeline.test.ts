import { deletedInquirySchema, inquirySchema } from '@godhuli/contracts/inquiries';
import { sql } from 'kysely';
import { z } from 'zod';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines, USERS } from '../../testing/test-database.js';

/** `PIPELINE_ROWS=20000` is the whole volume. */
const ROWS = Number(process.env.PIPELINE_ROWS ?? 3000);

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp(engine);
  }, 120_000);
  afterAll(() => api.close());
  beforeEach(async () => {
    for (const table of ['inquiry_history', 'inquiries', 'inquiry_views'] as const)
      await api.db.deleteFrom(table).execute();
  });

  const staff = (method: string, path: string, json?: object) => api.as('editor')(method, path, { json });
  const add = async (values: object = {}) => {
    const row = { name: 'Meera Joshi', event_type: 'wedding', message: '', quarantined: false, network: '192.0.2.9' };
    const inserted = await api.db
      .insertInto('inquiries')
      .values({ ...row, ...values } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    return inserted.id;
  };
  const change = async (id: string, json: object) => {
    const { version } = await jsonOf(await staff('GET', `/api/inquiries/${id}`));
    return staff('PUT', `/api/inquiries/${id}`, { version, ...json });
  };
  const list = async (query = '') =>
    z.array(inquirySchema).parse(await jsonOf(await staff('GET', `/api/inquiries${query}`)));
  const idsOf = async (query = '') => (await list(query)).map(({ _id }) => _id);
  const userId = async (email: string) =>
    (await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

  it('ADM-PIPE-1 a stage sets the status and a status sets the stage, with history and undo', async () => {
    const id = await add();
    const at = async (json: object) => {
      const { stage, status, lostReason } = inquirySchema.parse(await jsonOf(await change(id, json)));
      return [stage, status, lostReason];
    };
    expect(await at({ stage: 'Quoted' })).toEqual(['Quoted', 'Responded', null]);
    expect(await at({ status: 'Responded' })).toEqual(['Quoted', 'Responded', null]);
    expect(await at({ status: 'Booked' })).toEqual(['Booked', 'Booked', null]);
    expect(await at({ stage: 'Lost', lostReason: 'No reply' })).toEqual(['Lost', 'Responded', 'No reply']);
    expect(await at({ status: 'New' })).toEqual(['New', 'New', null]);
    expect(await at({ status: 'Responded' })).toEqual(['Replied', 'Responded', null]);
    const { version } = await jsonOf(await staff('GET', `/api/inquiries/${id}`));
    const undone = inquirySchema.parse(await jsonOf(await staff('POST', `/api/inquiries/${id}/undo`, { version })));
    expect(undone).toMatchObject({ stage: 'New', status: 'New' });
    expect(undone.history.map(({ stage }) => stage)).toEqual(['Quoted', 'Booked', 'Lost', 'New', 'Replied', 'New']);
  });

  it('ADM-PIPE-1 a program that knows only the status changes the stage too', async () => {
    const id = await add({ status: 'Responded' });
    expect((await list())[0]).toMatchObject({ stage: 'Replied', status: 'Responded' });
    await sql`update inquiries set status = 'Booked' where id = ${id}`.execute(api.db);
    expect((await list())[0]).toMatchObject({ stage: 'Booked', status: 'Booked' });
  });

  it('ADM-PIPE-1 refuses a lost inquiry without a reason, and an owner who cannot sign in', async () => {
    const id = await add();
    for (const [json, field] of [
      [{ stage: 'Lost' }, 'lostReason'],
      [{ ownerId: await userId(USERS.disabled.email) }, 'ownerId'],
      [{ ownerId: '999999' }, 'ownerId'],
    ] as const) {
      const response = await change(id, json);
      expect({ status: response.status, field: (await jsonOf(response)).errors[0].field }).toEqual({
        status: 422,
        field,
      });
    }
    const ownerId = await userId(USERS.editor.email);
    const fields = { ownerId, value: 150_000, city: 'Pune', source: 'A friend' };
    expect(await jsonOf(await change(id, fields))).toMatchObject({ ...fields, ownerName: USERS.editor.name });
    expect(
      (await jsonOf(await staff('GET', '/api/inquiries/owners'))).map(({ name }: { name: string }) => name),
    ).toEqual([USERS.admin.name, USERS.editor.name]);
  });

  it('ADM-PIPE-2 sorts by due time, event date, value and name, each page after the one before', async () => {
    const now = Date.now();
    for (let number = 0; number < 120; number += 1) {
      await add({
        name: `Visitor ${number % 7}`,
        event_date: number % 3 === 0 ? null : `2027-0${1 + (number % 8)}-14`,
        value: number % 4 === 0 ? null : (number % 9) * 1000,
        status: number % 2 === 0 ? 'New' : 'Responded',
        created_at: new Date(now - (number % 5) * 3_600_000),
      });
    }
    const all = await api.db.selectFrom('inquiries').selectAll().execute();
    const by: Record<string, (row: (typeof all)[number]) => string | number> = {
      'event-date': ({ event_date }) => event_date ?? '9999',
      value: ({ value }) => -Number(value ?? -1),
      name: ({ name }) => name.toLowerCase(),
      due: ({ status, created_at }) => (status === 'New' ? created_at.getTime() : Number.MAX_SAFE_INTEGER),
    };
    for (const [order, keyOf] of Object.entries(by)) {
      const seen: string[] = [];
      for (let next: string | undefined = `/api/inquiries?order=${order}`; next; ) {
        const response = await staff('GET', next);
        seen.push(
          ...z
            .array(inquirySchema)
            .parse(await response.json())
            .map(({ _id }) => _id),
        );
        next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      }
      expect(new Set(seen).size).toBe(120);
      const keys = seen.map((id) => keyOf(all.find((row) => row.id === id) as never));
      expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    const foreign = Buffer.from('["x","1"]').toString('base64url');
    for (const cursor of ['x', foreign])
      expect((await staff('GET', `/api/inquiries?cursor=${cursor}`)).status).toBe(422);
  });

  it('ADM-PIPE-2 filters by stage, owner, due time, source and date range; counts and CSV follow', async () => {
    const ownerId = await userId(USERS.editor.email);
    const owned = await add({
      owner_id: ownerId,
      stage: 'Met',
      event_date: '2027-02-12',
      event_end_date: '2027-02-14',
      name: 'Owned',
    });
    const late = await add({ created_at: new Date(Date.now() - 30 * 3_600_000), event_date: '2027-03-01' });
    const fresh = await add({ source: 'Instagram' });
    await add({ source: 'Spam', quarantined: true });
    expect(await idsOf('?source=Instagram')).toEqual([fresh]);
    expect(await jsonOf(await staff('GET', '/api/inquiries/sources'))).toEqual(['Instagram']);
    expect(await idsOf('?stage=Met')).toEqual([owned]);
    expect(await idsOf(`?owner=${ownerId}`)).toEqual([owned]);
    expect(await idsOf('?owner=none')).toEqual([late, fresh]);
    expect(await idsOf('?due=overdue')).toEqual([late]);
    expect(await idsOf('?due=week')).toEqual([late, fresh]);
    expect(await idsOf('?due=none')).toEqual([owned]);
    expect(await idsOf('?from=2027-02-14&to=2027-02-28')).toEqual([owned]);
    expect(await jsonOf(await staff('GET', '/api/inquiries/counts?owner=none'))).toMatchObject({ New: 2, overdue: 1 });
    const csv = await (await staff('GET', '/api/inquiries.csv?stage=Met')).text();
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain('"Met"');
    expect((await staff('GET', '/api/inquiries?owner=me')).status).toBe(422);
  });

  it.each([
    ['मीरा', 'मीरा जोशी'],
    ['मिरा', 'मीरा जोशी'],
    ['Deshmuk', 'Anil Deshmukh'],
    ['Kavitha', 'Kavita Rao'],
    ['kawita rao', 'Kavita Rao'],
    ['98220-54321', 'Anil Deshmukh'],
    ['+91 98220 54321', 'Anil Deshmukh'],
    ['९८२२० ५४३२१', 'Anil Deshmukh'],
    ['54321', 'Anil Deshmukh'],
    ['anil 98220-54321', 'Anil Deshmukh'],
    ['nashik', 'Kavita Rao'],
    ['१४ फेब्रुवारी', 'मीरा जोशी'],
    ['14 फरवरी 2027', 'मीरा जोशी'],
    ['february', 'मीरा जोशी'],
    ['14 february', 'मीरा जोशी'],
    ['15 february', 'मीरा जोशी'],
    ['GOD-2611-7K3PXQ', 'Kavita Rao'],
    ['god 2611 7k3pxq', 'Kavita Rao'],
    ['7K3PXQ', 'Kavita Rao'],
  ])("ADM-PIPE-3 the search '%s' finds %s", async (q, name) => {
    const old = new Date('2026-05-05T05:00:00Z');
    await add({
      name: 'मीरा जोशी'.normalize('NFD'),
      event_date: '2027-02-14',
      event_end_date: '2027-02-16',
      created_at: old,
    });
    await add({ name: 'Anil Deshmukh', phone: '98220 12345, 98220 54321', created_at: old });
    await add({ name: 'Kavita Rao', city: 'Nashik', reference: 'GOD-2611-7K3PXQ', created_at: old });
    const found = (await list(`?q=${encodeURIComponent(q)}`)).map((each) => each.name.normalize('NFC'));
    expect(found).toEqual([name.normalize('NFC')]);
  });

  it("ADM-PIPE-3 'today', 'tomorrow' and 'next month' are days in India", async () => {
    const old = new Date('2026-05-05T05:00:00Z');
    await add({ name: 'Fourteenth', event_date: '2099-02-14', created_at: old });
    await add({ name: 'March', event_date: '2099-03-09', created_at: old });
    // In India it is 14 February from 18:30 UTC on the 13th.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2099-02-13T18:31:00Z'));
    const namesAt = async (q: string) => (await list(`?q=${q}`)).map(({ name }) => name);
    const found = [await namesAt('today'), await namesAt('tomorrow'), await namesAt('next%20month')];
    clock.mockRestore();
    expect(found).toEqual([['Fourteenth'], [], ['March']]);
  });

  it('ADM-PIPE-4 changes several in one transaction and names each conflict', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    await change(second, { notes: 'Someone was faster' });
    const items = [first, second, third, '999999'].map((_id) => ({ _id, version: 1 }));
    const bulk = (change: object) => staff('POST', '/api/inquiries/bulk', { items, change });
    expect(await jsonOf(await bulk({ stage: 'Met', ownerId: await userId(USERS.admin.email) }))).toEqual({
      changed: [first, third],
      conflicts: [
        { _id: second, reason: 'changed' },
        { _id: '999999', reason: 'deleted' },
      ],
    });
    const rows = await list('?order=newest');
    expect(rows.map(({ stage, version, history }) => [stage, version, history.length])).toEqual([
      ['Met', 2, 1],
      ['New', 2, 0],
      ['Met', 2, 1],
    ]);
    expect((await bulk({ stage: 'Lost' })).status).toBe(422);
    expect((await bulk({})).status).toBe(422);
    const again = rows.map(({ _id, version }) => ({ _id, version }));
    await staff('POST', '/api/inquiries/bulk', { items: again, change: { quarantined: true } });
    expect((await list('?quarantined=true')).map(({ quarantineReason }) => quarantineReason)).toEqual(
      Array(3).fill('staff'),
    );
    const [spam] = await list('?quarantined=true&order=newest');
    await staff('POST', '/api/inquiries/bulk', {
      items: [{ _id: third, version: spam?.version }],
      change: { quarantined: false },
    });
    expect((await list()).map(({ _id, quarantineReason }) => [_id, quarantineReason])).toEqual([[third, null]]);
  });

  it('ADM-PIPE-4 of two who change the same inquiries at once, each inquiry goes to one', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add()));
    const items = ids.map((_id) => ({ _id, version: 1 }));
    const results = await Promise.all(
      ['Met', 'Quoted'].map(async (stage) =>
        jsonOf(
          await staff('POST', '/api/inquiries/bulk', {
            items: stage === 'Met' ? items : items.toReversed(),
            change: { stage },
          }),
        ),
      ),
    );
    expect(results.flatMap(({ changed }) => changed)).toHaveLength(20);
    expect(results.flatMap(({ conflicts }) => conflicts)).toHaveLength(20);
  });

  const versions = async (ids: readonly string[]) => {
    const rows = await list('?order=newest');
    return ids.map((id) => ({ _id: id, version: rows.find(({ _id }) => _id === id)?.version }));
  };
  const undoBulk = async (items: object[]) =>
    jsonOf(await staff('POST', '/api/inquiries/bulk/undo', { items })) as Promise<{
      changed: string[];
      conflicts: { _id: string; reason: string }[];
    }>;

  it('ADM-PIPE-4 a bulk change is undone: each inquiry has its stage, reason and owner again', async () => {
    const owner = await userId(USERS.disabled.email);
    const quoted = await add({ stage: 'Quoted', owner_id: owner });
    const lost = await add({ stage: 'Lost', lost_reason: 'No reply' });
    const fresh = await add();
    const items = [quoted, lost, fresh].map((_id) => ({ _id, version: 1 }));
    const change = { stage: 'Booked', ownerId: await userId(USERS.admin.email) };
    await staff('POST', '/api/inquiries/bulk', { items, change });
    const before = [
      { _id: quoted, version: 2, stage: 'Quoted', lostReason: null, ownerId: owner },
      { _id: lost, version: 2, stage: 'Lost', lostReason: 'No reply', ownerId: null },
      { _id: fresh, version: 2, stage: 'New', lostReason: null, ownerId: null },
    ];
    expect(await undoBulk(before)).toEqual({ changed: [quoted, lost, fresh], conflicts: [] });
    const rows = await list('?order=newest');
    const places = rows.map(({ _id, stage, lostReason, ownerId }) => ({ _id, version: 2, stage, lostReason, ownerId }));
    expect(places.toReversed()).toEqual(before);
    expect(rows.map(({ history }) => history.at(-1))).toMatchObject(
      ['New', 'Lost', 'Quoted'].map((stage) => ({ stage, isUndo: true })),
    );
  });

  it('ADM-PIPE-4 an undo leaves what others changed since and names it; sent again it changes nothing', async () => {
    const [mine, theirs, gone] = [await add(), await add(), await add()];
    const items = [mine, theirs, gone].map((_id) => ({ _id, version: 1 }));
    await staff('POST', '/api/inquiries/bulk', { items, change: { stage: 'Met' } });
    await change(theirs, { stage: 'Booked' });
    await staff('POST', '/api/inquiries/delete', { ids: [gone] });
    const undo = items.map((item) => ({ ...item, version: 2, stage: 'New' }));
    const result = {
      changed: [mine],
      conflicts: [
        { _id: theirs, reason: 'changed' },
        { _id: gone, reason: 'deleted' },
      ],
    };
    expect(await undoBulk(undo)).toEqual(result);
    const after = await versions([mine, theirs]);
    expect(await undoBulk(undo)).toEqual(result);
    expect(await versions([mine, theirs])).toEqual(after);
    expect((await list('?stage=Booked')).map(({ _id }) => _id)).toEqual([theirs]);
    const unknown = { items: [{ _id: mine, version: 3, ownerId: '999999' }] };
    expect((await staff('POST', '/api/inquiries/bulk/undo', unknown)).status).toBe(422);
  });

  it('ADM-PIPE-4 a bulk mark as spam is undone, and announces nothing a second time', async () => {
    const marked = [await add({ email: 'meera@example.com' }), await add()];
    const arrived = await add({ quarantined: true, quarantine_reason: 'links' });
    const items = marked.map((_id) => ({ _id, version: 1 }));
    await staff('POST', '/api/inquiries/bulk', { items, change: { quarantined: true } });
    expect(await idsOf()).toEqual([]);
    const undo = [...items.map((item) => ({ ...item, version: 2 })), { _id: arrived, version: 1 }];
    const result = await undoBulk(undo.map((item) => ({ ...item, quarantined: false })));
    expect(result).toEqual({ changed: marked, conflicts: [{ _id: arrived, reason: 'changed' }] });
    const rows = await list('?order=newest');
    expect(rows.map(({ _id, quarantineReason }) => [_id, quarantineReason])).toEqual(
      marked.toReversed().map((id) => [id, null]),
    );
    expect(await api.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  it('ADM-INQ-2 lists deleted inquiries by page, the latest deletion first, with the day of their removal', async () => {
    const kept = await add({ name: 'Kept' });
    const at = '2026-11-20T10:00:00.123456Z';
    const ids: string[] = [];
    // All of one request have the same time.
    for (let number = 0; number < 5; number += 1) ids.push(await add({ deleted_at: sql`${at}::timestamptz` }));
    const latest = await add({ deleted_at: sql`now()`, quarantined: true });
    const seen: { _id: string; deletedAt: string; removedAt: string }[] = [];
    for (let next: string | undefined = '/api/inquiries/deleted?limit=2'; next; ) {
      const response = await staff('GET', next);
      expect(response.headers.get('cache-control')).toContain('no-store');
      seen.push(...(await jsonOf(response)));
      next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen.map(({ _id }) => _id)).toEqual([latest, ...ids.toReversed()]);
    expect(seen.at(-1)).toMatchObject({ deletedAt: '2026-11-20T10:00:00.123Z', removedAt: '2026-12-20T10:00:00.123Z' });
    await staff('POST', '/api/inquiries/restore', { ids });
    expect((await idsOf()).toSorted()).toEqual([kept, ...ids].toSorted());
    expect((await jsonOf(await staff('GET', '/api/inquiries/deleted'))).length).toBe(1);
    for (const cursor of ['x', '2026-99-20T10:00:00.123456Z_1'])
      expect((await staff('GET', `/api/inquiries/deleted?cursor=${cursor}`)).status).toBe(422);
    expect((await api.call('GET', '/api/inquiries/deleted')).status).toBe(401);
  });

  const deleted = async (query = '') =>
    z.array(deletedInquirySchema).parse(await jsonOf(await staff('GET', `/api/inquiries/deleted${query}`)));

  it.each([
    ['a name', 'q=meera', ['Meera Joshi']],
    ['a spelling mistake', 'q=Mira%20Joshi', ['Meera Joshi']],
    ['a phone number', 'q=98220%2012345', ['Meera Joshi']],
    ['a percent sign, which is no wildcard', 'q=100%25', ['100% Films']],
    ['an underscore, which is no wildcard', 'q=_', []],
  ])('ADM-INQ-2 the search of deleted inquiries finds %s', async (_, query, names) => {
    await add({ name: 'Meera Patil' });
    const meera = await add({ phone: '+91 98220 12345' });
    const others = [await add({ name: '100% Films' }), await add({ name: 'Ravi Kale' })];
    await staff('POST', '/api/inquiries/delete', { ids: [meera, ...others] });
    expect((await deleted(`?${query}`)).map(({ name }) => name)).toEqual(names);
  });

  it('ADM-INQ-2 says who deleted each inquiry, alone or with others, and again after a restore', async () => {
    const [alone = '', together = '', bulk = ''] = [await add(), await add(), await add()];
    await api.as('admin')('DELETE', `/api/inquiries/${alone}`);
    await staff('POST', '/api/inquiries/delete', { ids: [together] });
    const items = [{ _id: bulk, version: 1 }];
    await staff('POST', '/api/inquiries/bulk', { items, change: { deleted: true } });
    const by = async () => Object.fromEntries((await deleted()).map(({ _id, deletedBy }) => [_id, deletedBy]));
    const { admin, editor } = USERS;
    expect(await by()).toEqual({ [alone]: admin.name, [together]: editor.name, [bulk]: editor.name });
    await staff('POST', '/api/inquiries/restore', { ids: [alone] });
    await staff('POST', '/api/inquiries/delete', { ids: [alone] });
    expect((await by())[alone]).toBe(editor.name);
  });

  it('ADM-PIPE-2 a shared view is deleted by the user who saved it, or by an admin', async () => {
    const save = async (who: 'admin' | 'editor', name: string) => {
      const json = { name, query: '', isShared: true };
      return (await jsonOf(await api.as(who)('POST', '/api/inquiries/views', { json })))._id as string;
    };
    const remove = async (who: 'admin' | 'editor', id: string) =>
      (await api.as(who)('DELETE', `/api/inquiries/views/${id}`)).status;
    const ofAdmin = await save('admin', 'A');
    const ofEditor = [await save('editor', 'B'), await save('editor', 'C')];
    const seenBy = async (who: 'admin' | 'editor') =>
      (await jsonOf(await api.as(who)('GET', '/api/inquiries/views'))).map(
        ({ canDelete }: { canDelete: boolean }) => canDelete,
      );
    expect(await seenBy('editor')).toEqual([false, true, true]);
    expect(await seenBy('admin')).toEqual([true, true, true]);
    expect(await remove('editor', ofAdmin)).toBe(403);
    expect(await remove('editor', ofEditor[0] ?? '')).toBe(204);
    expect(await remove('admin', ofEditor[1] ?? '')).toBe(204);
    expect(await remove('admin', ofAdmin)).toBe(204);
  });

  it('ADM-PIPE-2 saved views are those of the user and the shared ones, at most 20 of each', async () => {
    const save = (who: 'admin' | 'editor', json: object) => api.as(who)('POST', '/api/inquiries/views', { json });
    const names = async (who: 'admin' | 'editor') =>
      (await jsonOf(await api.as(who)('GET', '/api/inquiries/views'))).map(({ name }: { name: string }) => name);
    await save('editor', { name: 'Mine', query: '?owner=2' });
    const shared = await jsonOf(await save('editor', { name: 'Ours', query: '?due=today', isShared: true }));
    expect(await names('editor')).toEqual(['Mine', 'Ours']);
    expect(await names('admin')).toEqual(['Ours']);
    const many = await Promise.all(
      Array.from({ length: 25 }, (_, n) => save('editor', { name: `View ${n}`, query: '' })),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(19);
    expect((await api.as('admin')('DELETE', `/api/inquiries/views/${shared._id}`)).status).toBe(204);
    const [mine] = await jsonOf(await api.as('editor')('GET', '/api/inquiries/views'));
    expect((await api.as('admin')('DELETE', `/api/inquiries/views/${mine._id}`)).status).toBe(404);
  });

  it('ADM-PIPE-2 a view that is sent again after a lost response is saved once', async () => {
    const save = async (who: 'admin' | 'editor', json: object) =>
      jsonOf(await api.as(who)('POST', '/api/inquiries/views', { json }));
    const view = { name: 'Mine', query: '?owner=2', isShared: true };
    const first = await save('editor', view);
    expect(await save('editor', view)).toEqual(first);
    const others = [
      await save('admin', view),
      await save('editor', { ...view, query: '' }),
      await save('editor', { ...view, isShared: false }),
    ];
    expect(new Set([first, ...others].map(({ _id }) => _id)).size).toBe(4);
  });

  it(`ADM-PIPE-2 with ${ROWS} inquiries every order has an index`, async () => {
    await sql`
      insert into inquiries (name, phone, event_type, event_date, message, stage, quarantined, network, created_at, city, value)
      select (array['Meera','Ravi','Anjali','Suresh','Kavita','Prakash','मीरा','राहुल'])[1 + n % 8] || ' '
          || (array['Joshi','Patil','Deshmukh','Kulkarni','Shinde','कदम','जाधव','Pawar','Rao'])[1 + n % 9],
        '+91 98' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'wedding', date '2027-01-01' + n % 365,
        repeat('We would like two days of photos in our house. ', 5),
        (array['New','Replied','Met','Quoted','Held','Booked','Lost'])[1 + n % 7], n % 10 = 0, '203.0.113.9',
        now() - (n || ' minutes')::interval, (array['Pune','Mumbai','Ahilyanagar',null])[1 + n % 4], n * 10
      from generate_series(1, ${ROWS}) n`.execute(api.db);
    await sql`analyze inquiries`.execute(api.db);
    const figures: string[] = [];
    for (const query of [
      ...['', '?order=event-date', '?order=value', '?order=name', '?order=newest', '?stage=Met&order=name'],
      ...[
        '?due=overdue',
        '?owner=none&from=2027-02-01&to=2027-02-28',
        '?q=joshi',
        '?q=Kulkarnni',
        '?q=Zxqwy',
        '?q=14%20February',
      ],
      ...['?q=98000', '/counts', '/counts?q=joshi'],
    ]) {
      const times: number[] = [];
      for (let count = 0; count < 20; count += 1) {
        const started = performance.now();
        const response = await staff('GET', `/api/inquiries${query}`);
        await response.arrayBuffer();
        times.push(performance.now() - started);
      }
      figures.push(`${query || 'list'} ${Math.round(times.sort((a, b) => a - b)[18] ?? 0)}`);
    }
    process.stdout.write(`${engine}, ${ROWS} rows, p95 in ms: ${figures.join('; ')}\n`);
    const plans = await Promise.all(
      ['due_order', "coalesce(event_date, date '9999-12-31')", 'coalesce(value, -1) desc', 'name_key collate "C"'].map(
        async (order) => {
          const id = order.endsWith('desc') ? 'id desc' : 'id';
          const { rows } = await sql<Record<string, string>>`
            explain select * from inquiries where deleted_at is null and quarantined = false
            order by ${sql.raw(`${order}, ${id}`)} limit 51`.execute(api.db);
          return rows.map((row) => row['QUERY PLAN']).join('\n');
        },
      ),
    );
    expect(plans.filter((plan) => !/Index Scan using inquiries_order_/.test(plan))).toEqual([]);
  }, 120_000);
});
