import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clientExportSchema } from '@godhuli/contracts/clients';
import { createLogger } from '@godhuli/server/logger';
import { type Kysely, sql } from 'kysely';
import sharp from 'sharp';
import { up as removeNamesOfViews } from '../../db/migrations/360-no-names-of-views.js';
import { up as resetPrivacyMonths } from '../../db/migrations/361-privacy-months-of-settings.js';
import { up as raiseLastAt } from '../../db/migrations/391-last-at-of-clients.js';
import { jsonOf, SITE, type TestApp, testApp, WITH_EMAIL } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { untilWaitedFor } from '../../testing/until-waited-for.js';
import { cleanUpInquiries } from '../inquiries/index.js';
import { markResult } from '../media/encoding.queries.js';
import { createMediaStore } from '../media/index.js';
import { sendDue } from '../outbox/outbox-worker.js';
import { createClientFileStore } from './file-store.js';
import { removeLeftFiles } from './left-files.js';
import { eraseStaleClients } from './retention.js';

jest.setTimeout(240_000);

/** What no table, log or message may contain after the erasure. */
const SECRETS = ['Nandini', '98229 00011', '9822900011', 'nandini@', 'Two days in Satara', 'Calls in the evening'];

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let admin: Record<string, string>;
  let count = 0;
  beforeAll(async () => {
    api = await testApp(engine, { messages: WITH_EMAIL });
    admin = { cookie: await api.cookieOf('admin') };
  });
  afterAll(() => api.close());

  const send = (method: string, path: string, json?: object, headers = admin) =>
    api.call(method, path, { headers, ...(json ? { json } : {}) });
  const rowOf = (id: string) =>
    api.db.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** Each from a network of its own, so that no limit applies. */
  const ask = async (more: object = {}): Promise<string> => {
    const json = { name: 'Nandini Joshi', eventType: 'wedding', phone: '98229 00011', elapsedMs: 9000, ...more };
    count += 1;
    return (await jsonOf(await api.call('POST', '/api/inquiries', { json, address: `10.1.0.${count}` })))._id;
  };
  /** Every row of every table as text, without the log of what visitors were told. */
  const everything = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and n.nspname = current_schema()`.execute(api.db);
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: texts } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
        api.db,
      );
      for (const { text } of texts)
        for (const secret of SECRETS)
          if (text.toLowerCase().includes(secret.toLowerCase())) found.push(`${name}: ${secret}`);
    }
    return found;
  };

  it('PRIV-1 an inquiry from a Marathi page keeps the Marathi texts, built in or published', async () => {
    const toldInMarathi = async () => {
      const { consent_version } = await rowOf(await ask({ name: 'Visitor', phone: null, language: 'mr' }));
      const told = api.db
        .selectFrom('privacy_texts')
        .select('text')
        .where('version', '=', consent_version ?? '');
      return (await told.executeTakeFirstOrThrow()).text.split('\n\n');
    };
    const [notice, title, ...builtIn] = await toldInMarathi();
    expect(notice).toContain('आता कोणतेही पैसे द्यायचे नाहीत');
    expect(title).toBe('गोपनीयता');
    expect(builtIn.join()).toContain('२४ महिन्यांनी');
    const body = JSON.stringify({ title: '', text: 'आमचा मजकूर: {months}' });
    const of = { entity: 'text', entity_id: 'privacy', locale: 'mr' } as const;
    await api.db
      .insertInto('translations')
      .values({ ...of, body })
      .execute();
    expect(await toldInMarathi()).toEqual([notice, title, 'आमचा मजकूर: २४']);
  });

  it('PRIV-1 stores when and to which text a visitor agreed, and keeps the texts', async () => {
    const inquiry = await rowOf(await ask({ name: 'Visitor', phone: '9822900012' }));
    expect(inquiry.consent_at).toBeInstanceOf(Date);
    const text = () =>
      api.db
        .selectFrom('privacy_texts')
        .select('text')
        .where('version', '=', inquiry.consent_version ?? '')
        .executeTakeFirstOrThrow();
    expect((await text()).text).toContain('We use your details only to reply');
    await send('POST', '/api/content', { section: 'privacy', key: 'text', value: 'A new text' });
    const later = await rowOf(await ask({ name: 'Visitor', phone: '9822900012' }));
    expect(later.consent_version).not.toBe(inquiry.consent_version);
    expect((await text()).text).not.toContain('A new text');
  });

  it('PRIV-2 the months that visitors read are those of the setting: texts cannot change them', async () => {
    const months = { section: 'privacy', key: 'months', value: '999' };
    const add = async (headers: Record<string, string>) => (await send('POST', '/api/content', months, headers)).status;
    expect(await add({ cookie: await api.cookieOf('editor') })).toBe(422);
    expect(await add(admin)).toBe(422);
    const { id } = await api.db.insertInto('content').values(months).returning('id').executeTakeFirstOrThrow();
    const refused = await send('PUT', `/api/content/${id}`, { value: '998' });
    expect(refused.status).toBe(422);
    expect(await jsonOf(refused)).toMatchObject({
      errors: [{ field: 'key', message: expect.stringContaining('Clients') }],
    });
    const { consent_version } = await rowOf(await ask({ name: 'Visitor', phone: '9822900013' }));
    const told = await api.db
      .selectFrom('privacy_texts')
      .select('text')
      .where('version', '=', consent_version ?? '')
      .executeTakeFirstOrThrow();
    expect(told.text).not.toContain('999');
    await resetPrivacyMonths(api.db as Kysely<unknown>);
    const shown = await jsonOf(await api.call('GET', '/api/content/privacy'));
    expect(shown.find(({ key }: { key: string }) => key === 'months').value).toBe('24');
    await api.db.deleteFrom('content').where('id', '=', id).execute();
  });

  it('PRIV-3 PRIV-4 exports and erases one person; what is left names nobody', async () => {
    const email = 'nandini@example.com';
    const id = await ask({ email, message: 'Two days in Satara' });
    const clientId = (await rowOf(id)).client_id ?? '';
    await send('PUT', `/api/inquiries/${id}`, {
      version: 1,
      notes: 'Calls in the evening',
      stage: 'Booked',
      value: 90_000,
    });
    const booking = { kind: 'booking', title: 'Nandini', cityId: '1', inquiryId: id, notes: 'Calls in the evening' };
    const days = { startsOn: '2031-05-01', endsBefore: '2031-05-02' };
    const { _id: bookingId } = await jsonOf(await send('POST', '/api/bookings', { ...booking, ...days }));
    await send('PUT', `/api/bookings/${bookingId}`, { version: 1, title: 'Nandini and Om' });
    await api.db.updateTable('bookings').set({ imported_title: 'Nandini' }).where('id', '=', bookingId).execute();
    await send('POST', `/api/clients/${clientId}/entries`, { kind: 'note', text: 'Calls in the evening' });
    await send('POST', `/api/clients/${clientId}/tasks`, { text: 'Call Nandini', dueOn: '2031-01-01' });
    await send('POST', '/api/inquiries/views', { name: 'Hers', query: '?q=Nandini+Joshi' });
    await send('GET', '/api/inquiries.csv?q=Nandini');
    const form = new FormData();
    const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#a52' } })
      .png()
      .toBuffer();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'x.png');
    const upload = { method: 'POST', headers: { ...admin, origin: SITE }, body: form };
    const media = await jsonOf(await api.app.request('/api/admin/media', upload));
    await markResult(api.db, media.id, null);
    await send('POST', `/api/clients/${clientId}/entries`, {
      kind: 'file',
      mediaId: media.id,
      text: 'Card of Nandini',
    });

    const exported = clientExportSchema.parse(await jsonOf(await send('POST', `/api/clients/${clientId}/export`)));
    expect(exported.inquiries).toMatchObject([{ message: 'Two days in Satara', email }]);
    const { entries, tasks, bookings: booked } = exported;
    expect({ entries: entries.length, tasks: tasks.length, bookings: booked.length }).toEqual({
      entries: 2,
      tasks: 1,
      bookings: 1,
    });

    const spam = await ask({ website: 'x', phone: '+91 9822900011' });
    expect((await rowOf(spam)).quarantined).toBe(true);
    const { version } = await jsonOf(await send('GET', `/api/clients/${clientId}`));
    const erase = (json: object, headers = admin) => send('POST', `/api/clients/${clientId}/erase`, json, headers);
    expect((await erase({ version }, { cookie: await api.cookieOf('editor') })).status).toBe(403);
    expect((await erase({ version: version - 1 })).status).toBe(409);
    expect(await jsonOf(await erase({ version }))).toEqual({ inquiries: 2, entries: 3, keptBookings: 1 });
    expect(await everything()).toEqual([]);
    const { rows: networks } = await sql`
      select network from audit where action = 'inquiries.receive' and entity_id in (${id}, ${spam})`.execute(api.db);
    expect(networks).toEqual([{ network: null }, { network: null }]);
    const kept = await rowOf(id);
    expect({ ...kept, value: Number(kept.value) }).toMatchObject({
      stage: 'Booked',
      value: 90_000,
      name: 'Erased client',
    });
    const bookings = await api.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).execute();
    expect(bookings).toMatchObject([
      { starts_on: '2031-05-01', title: 'Erased client', imported_title: null, notes: '' },
    ]);
    expect((await send('GET', `/api/clients/${clientId}`)).status).toBe(404);
    expect((await erase({ version })).status).toBe(404);
    expect(await readdir(join(api.dataDir, 'media', media.id)).catch(() => 'gone')).toBe('gone');
  });

  it('PRIV-3 exports what an erasure removes: likely spam, merged records and tasks of another client', async () => {
    const phone = '9822900055';
    const id = await ask({ name: 'Exported', phone });
    const mergedId = (await rowOf(await ask({ name: 'Exported before', phone: null }))).client_id ?? '';
    const spam = await ask({ name: 'Exported as spam', phone: '+91 98229-00055', website: 'x' });
    const friend = await ask({ name: 'A friend', phone: null, message: `Call Meera on ${phone}`, website: 'x' });
    const clientId = (await rowOf(id)).client_id ?? '';
    const merge = { version: 1, otherId: mergedId, otherVersion: 1 };
    expect((await send('POST', `/api/clients/${clientId}/merge`, merge)).status).toBe(200);
    const other = (await rowOf(await ask({ name: 'Visitor', phone: '9822900056' }))).client_id ?? '';
    await sql`
      insert into client_tasks (client_id, inquiry_id, text, due_on, by)
      values (${other}, ${id}, 'Call them', '2031-01-01', 'x')`.execute(api.db);
    const exported = clientExportSchema.parse(await jsonOf(await send('POST', `/api/clients/${clientId}/export`)));
    expect(exported.merged).toMatchObject([{ id: Number(mergedId), name: 'Exported before' }]);
    expect(exported.inquiries).toContainEqual(expect.objectContaining({ id: Number(spam), name: 'Exported as spam' }));
    expect(exported.tasks).toMatchObject([{ text: 'Call them' }]);
    // The erasure takes that one too, to be sure; it is another person's.
    expect(exported.inquiries).not.toContainEqual(expect.objectContaining({ id: Number(friend) }));
    const { version } = await jsonOf(await send('GET', `/api/clients/${clientId}`));
    const { inquiries } = await jsonOf(await send('POST', `/api/clients/${clientId}/erase`, { version }));
    expect(inquiries).toBe(exported.inquiries.length + 1);
  });

  it('PRIV-4 an erasure finds replies and tasks about an inquiry that another client has', async () => {
    const [id, otherId] = [
      await ask({ message: 'Two days in Satara' }),
      await ask({ name: 'Visitor', phone: '9822900013' }),
    ];
    const clientId = (await rowOf(id)).client_id ?? '';
    const other = (await rowOf(otherId)).client_id ?? '';
    // As the previous version stored them for merged clients.
    await sql`
      insert into client_entries (client_id, inquiry_id, kind, text, by)
      values (${other}, ${id}, 'whatsapp', 'A quote for Nandini', 'x')`.execute(api.db);
    await sql`
      insert into client_tasks (client_id, inquiry_id, text, due_on, by)
      values (${other}, ${id}, 'Call Nandini', '2031-01-01', 'x')`.execute(api.db);
    const { version } = await jsonOf(await send('GET', `/api/clients/${clientId}`));
    expect((await send('POST', `/api/clients/${clientId}/erase`, { version })).status).toBe(200);
    expect(await everything()).toEqual([]);
  });

  it('PRIV-4 an erasure removes saved views that name the person or search for the phone number', async () => {
    const clientId = (await rowOf(await ask({ phone: '+91 98229-00011' }))).client_id ?? '';
    const views = [
      { name: 'Nandini Joshi', query: '?q=Nandini+Joshi' },
      { name: 'One word', query: '?q=nandini' },
      { name: 'Only the name: Nandini', query: '?stage=New' },
      { name: 'Phone', query: '?q=98229+00011' },
      { name: 'This week', query: '?due=week' },
    ];
    const ids: string[] = [];
    for (const view of views) ids.push((await jsonOf(await send('POST', '/api/inquiries/views', view)))._id);
    expect((await send('DELETE', `/api/inquiries/views/${ids[0]}`)).status).toBe(204);
    const { version } = await jsonOf(await send('GET', `/api/clients/${clientId}`));
    expect((await send('POST', `/api/clients/${clientId}/erase`, { version })).status).toBe(200);
    const left = await jsonOf(await send('GET', '/api/inquiries/views'));
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['This week']);
    expect(await everything()).toEqual([]);
    expect((await send('DELETE', `/api/inquiries/views/${ids.at(-1)}`)).status).toBe(204);
  });

  it('PRIV-4 the migration removes names of saved views from the audit log, and nothing else', async () => {
    const values = { user_name: 'Asha', network: null, entity_id: 'old', before: null };
    const after = JSON.stringify({ name: 'Nandini', isShared: true });
    await api.db
      .insertInto('audit')
      .values([
        { ...values, action: 'views.create', after },
        { ...values, action: 'views.delete', before: after, after: null },
        { ...values, action: 'crews.create', after: JSON.stringify({ name: 'Team A' }) },
      ])
      .execute();
    await removeNamesOfViews(api.db as Kysely<unknown>);
    const rows = await api.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('entity_id', '=', 'old')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { before: null, after: { isShared: true } },
      { before: { isShared: true }, after: null },
      { before: null, after: { name: 'Team A' } },
    ]);
  });

  it('PRIV-4 an erasure removes names of views that an older version has written to the audit log', async () => {
    const { client_id } = await rowOf(await ask());
    const values = { user_name: 'Asha', network: null, entity_id: 'older' };
    const named = JSON.stringify({ name: 'Nandini', isShared: true });
    await api.db
      .insertInto('audit')
      .values([
        { ...values, action: 'views.create', before: null, after: named },
        { ...values, action: 'views.delete', before: named, after: null },
      ])
      .execute();
    const { version } = await jsonOf(await send('GET', `/api/clients/${client_id}`));
    expect((await send('POST', `/api/clients/${client_id}/erase`, { version })).status).toBe(200);
    expect(await everything()).toEqual([]);
  });

  it('PRIV-4 an erasure removes imported titles of bookings that an older version erased', async () => {
    const { client_id } = await rowOf(await ask());
    const days = { starts_on: '2031-06-01', ends_before: '2031-06-02' };
    const values = { uid: `erased-${engine}`, kind: 'booking', city_id: '1', created_by: 'Asha' } as const;
    const texts = { title: 'Erased client', imported_title: 'Nandini', ceremonies: '[]', erased_at: new Date() };
    await api.db
      .insertInto('bookings')
      .values({ ...values, ...days, ...texts })
      .execute();
    const { version } = await jsonOf(await send('GET', `/api/clients/${client_id}`));
    expect((await send('POST', `/api/clients/${client_id}/erase`, { version })).status).toBe(200);
    expect(await everything()).toEqual([]);
  });

  it('PRIV-4 an erasure leaves a booking alone that staff call like one of an erased client', async () => {
    const { client_id } = await rowOf(await ask());
    const days = { starts_on: '2031-08-01', ends_before: '2031-08-02' };
    const values = { uid: `called-${engine}`, kind: 'booking', city_id: '1', created_by: 'Asha' } as const;
    const texts = { title: 'Erased client', imported_title: 'A wedding', ceremonies: '[]' };
    await api.db
      .insertInto('bookings')
      .values({ ...values, ...days, ...texts })
      .execute();
    const { version } = await jsonOf(await send('GET', `/api/clients/${client_id}`));
    expect((await send('POST', `/api/clients/${client_id}/erase`, { version })).status).toBe(200);
    const booking = api.db.selectFrom('bookings').select('imported_title').where('uid', '=', values.uid);
    expect(await booking.executeTakeFirst()).toEqual({ imported_title: 'A wedding' });
  });

  it.each([
    ['clients', 'erased_at'],
    ['inquiries', 'anonymised_at'],
  ] as const)('PRIV-4 a booking is marked when an older version erases its %s', async (table, column) => {
    const id = await ask({ name: 'Someone', phone: `98229 0003${table.length}` });
    const { client_id } = await rowOf(id);
    const days = { starts_on: '2031-08-01', ends_before: '2031-08-02' };
    const of = { inquiry_id: id, client_id, kind: 'booking', city_id: '1', created_by: 'Asha' } as const;
    const { id: booking } = await api.db
      .insertInto('bookings')
      .values({ ...of, ...days, title: 'A wedding', ceremonies: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = table === 'clients' ? client_id : id;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = now() where id = ${row}`.execute(api.db);
    const marked = api.db.selectFrom('bookings').select('erased_at').where('id', '=', booking);
    expect(await marked.executeTakeFirst()).toEqual({ erased_at: expect.any(Date) });
  });

  it('PRIV-4 a person is erased whose inquiry was removed before: its audit entries and booking go too', async () => {
    const id = await ask({ message: 'Two days in Satara' });
    const clientId = (await rowOf(id)).client_id ?? '';
    await send('PUT', `/api/inquiries/${id}`, { version: 1, notes: 'Calls in the evening' });
    const booking = { kind: 'booking', title: 'Nandini', cityId: '1', inquiryId: id, notes: 'Calls in the evening' };
    const days = { startsOn: '2031-06-01', endsBefore: '2031-06-02' };
    const { _id: bookingId } = await jsonOf(await send('POST', '/api/bookings', { ...booking, ...days }));
    expect((await send('DELETE', `/api/inquiries/${id}`)).status).toBe(204);
    await sql`update inquiries set deleted_at = now() - interval '31 days' where id = ${id}`.execute(api.db);
    await cleanUpInquiries(api.db);
    const { rows: said } = await sql`
      select from audit where action like 'inquiries.%' and entity_id = ${id} and (before is not null or after is not null)`.execute(
      api.db,
    );
    expect(said).toEqual([]);
    await sql`update clients set last_at = now() - interval '25 months' where id = ${clientId}`.execute(api.db);
    expect(await eraseStaleClients(api.db)).toBe(0);
    const { version } = await jsonOf(await send('GET', `/api/clients/${clientId}`));
    const exported = clientExportSchema.parse(await jsonOf(await send('POST', `/api/clients/${clientId}/export`)));
    expect(exported.bookings.length).toBe(1);
    const erased = await jsonOf(await send('POST', `/api/clients/${clientId}/erase`, { version }));
    expect(erased).toMatchObject({ inquiries: 0, keptBookings: 1 });
    expect(await everything()).toEqual([]);
    const { title } = await api.db
      .selectFrom('bookings')
      .select('title')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow();
    expect(title).toBe('Erased client');
  });

  it('PRIV-4 export and erasure need the password again', async () => {
    const clientId = (await rowOf(await ask({ name: 'Someone', phone: '9822900099' }))).client_id ?? '';
    const old = { cookie: await api.cookieOf('admin') };
    await sql`
      update sessions set confirmed_at = now() - interval '1 day'
      where id = (select max(id) from sessions)`.execute(api.db);
    for (const [action, json] of [
      ['export', undefined],
      ['erase', { version: 1 }],
    ] as const) {
      const response = await send('POST', `/api/clients/${clientId}/${action}`, json, old);
      expect({ status: response.status, code: (await jsonOf(response)).code }).toEqual({
        status: 403,
        code: 'password-required',
      });
    }
  });

  it('PRIV-4 an interrupted erasure changes nothing; left files are removed by the next run', async () => {
    const clientId = (await rowOf(await ask())).client_id ?? '';
    await sql`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the machine lost power'; end $$`.execute(api.db);
    await sql`create trigger fail before insert on audit for each row execute function fail()`.execute(api.db);
    const failed = await send('POST', `/api/clients/${clientId}/erase`, { version: 1 });
    await sql`drop trigger fail on audit`.execute(api.db);
    expect(failed.status).toBe(500);
    expect((await jsonOf(await send('GET', `/api/clients/${clientId}`))).name).toBe('Nandini Joshi');
    await api.db
      .insertInto('client_files_to_remove')
      .values({ media_id: 'f'.repeat(64) })
      .execute();
    const store = createMediaStore({ dataDir: api.dataDir });
    await removeLeftFiles(api.db, { media: store, files: createClientFileStore(api.dataDir) });
    store.close();
    expect(await api.db.selectFrom('client_files_to_remove').selectAll().execute()).toEqual([]);
    expect((await send('POST', `/api/clients/${clientId}/erase`, { version: 1 })).status).toBe(200);
  });

  it('PRIV-4 a merge, an erasure and new inquiries at the same time leave no trace of the erased', async () => {
    const one = (await rowOf(await ask())).client_id ?? '';
    const other = (await rowOf(await ask({ name: 'Nandini J' }))).client_id ?? '';
    const merge = { version: 1, otherId: other, otherVersion: 1 };
    const [merged, erased, ...asked] = await Promise.all([
      send('POST', `/api/clients/${one}/merge`, merge),
      send('POST', `/api/clients/${one}/erase`, { version: 1 }),
      ask(),
      ask(),
    ]);
    expect([200, 404, 409, 422]).toContain(merged.status);
    expect([200, 404, 409]).toContain(erased.status);
    expect([merged.status, erased.status].filter((status) => status === 200).length).toBe(1);
    // New inquiries belong to a client who is not erased, and everything else of the erased one is gone.
    for (const id of asked) {
      const { client_id, anonymised_at } = await rowOf(id);
      if (anonymised_at !== null) continue;
      const owner = api.db
        .selectFrom('clients')
        .select('erased_at')
        .where('id', '=', client_id ?? '');
      expect((await owner.executeTakeFirstOrThrow()).erased_at).toBe(null);
    }
  });

  it('PRIV-2 anonymises stale people only, in batches that a stop does not undo', async () => {
    const make = async (name: string) => (await rowOf(await ask({ name, phone: null }))).client_id ?? '';
    const [stale, booked, recent, planned, edited, first, second] = [
      await make('Stale'),
      await make('Booked'),
      await make('Recent'),
      await make('Planned'),
      await make('Edited'),
      await make('First of several'),
      await make('Second of several'),
    ] as const;
    const old = sql`now() - interval '25 months'`;
    const assigned = [first, second];
    const ids = [stale, booked, planned, edited, ...assigned];
    await sql`update clients set last_at = ${old} where id = any(${ids}::bigint[])`.execute(api.db);
    await sql`
      update inquiry_history set at = ${old} where inquiry_id in (
        select id from inquiries where client_id = any(${ids}::bigint[]))`.execute(api.db);
    await sql`update inquiries set stage = 'Booked' where client_id = ${booked}`.execute(api.db);
    await sql`update inquiries set event_date = '2090-01-01' where client_id = ${planned}`.execute(api.db);
    const { rows } = await sql<{ id: string }>`select id from inquiries where client_id = ${edited}`.execute(api.db);
    await send('PUT', `/api/inquiries/${rows[0]?.id}`, { version: 1, notes: 'Call in March' });
    const { rows: several } = await sql<{ id: string }>`
      select id from inquiries where client_id = any(${assigned}::bigint[])`.execute(api.db);
    const items = several.map(({ id }) => ({ _id: id, version: 1 }));
    expect((await send('POST', '/api/inquiries/bulk', { items, change: { ownerId: null } })).status).toBe(200);
    // A stop ends the run before the next client.
    expect(await eraseStaleClients(api.db, AbortSignal.abort())).toBe(0);
    expect(await eraseStaleClients(api.db)).toBe(1);
    expect(await eraseStaleClients(api.db)).toBe(0);
    const erased = await api.db
      .selectFrom('clients')
      .select('id')
      .where('id', 'in', [...ids, recent])
      .where('erased_at', 'is not', null)
      .execute();
    expect(erased.map(({ id }) => id)).toEqual([stale]);
    const settings = await jsonOf(await send('GET', '/api/admin/privacy'));
    expect(settings).toEqual({ retentionMonths: 24, version: 1 });
    expect((await send('PUT', '/api/admin/privacy', { ...settings, retentionMonths: 0 })).status).toBe(422);
    expect((await send('PUT', '/api/admin/privacy', { ...settings, retentionMonths: 36 })).status).toBe(200);
    const refused = await send('PUT', '/api/admin/privacy', settings);
    expect(refused.status).toBe(409);
    expect(await jsonOf(refused)).toMatchObject({
      ...{ current: { retentionMonths: 36, version: 2 }, changedBy: 'Asha Admin', changedAt: expect.any(String) },
    });
    // Visitors read the new months at once, and an inquiry stores what was read.
    const texts: { key: string; value: string }[] = await jsonOf(await api.call('GET', '/api/content/privacy'));
    expect(texts.find(({ key }) => key === 'months')?.value).toBe('36');
    await sql`delete from content where section = 'privacy' and key = 'text'`.execute(api.db);
    const { consent_version } = await rowOf(await ask({ name: 'Months' }));
    const told = api.db
      .selectFrom('privacy_texts')
      .select('text')
      .where('version', '=', consent_version ?? '');
    expect((await told.executeTakeFirstOrThrow()).text).toContain('do not become a booking 36 months after');
  });

  it.each([
    ['a hold that lasts', false, { kind: 'hold', held_until: '2090-05-01' }],
    ['a hold that ended last month', false, { kind: 'hold', held_until: '2020-05-01', updated_at: '1 month' }],
    ['a deleted booking', false, { kind: 'booking', deleted_at: new Date() }],
    ['a hold that ended long ago', true, { kind: 'hold', held_until: '2020-05-01' }],
    ['a hold that was deleted long ago', true, { kind: 'hold', held_until: '2090-05-01', deleted_at: new Date() }],
    ['only the stage Held', true, null],
  ] as const)('PRIV-2 a person of whom nothing was heard, with %s: anonymised %s', async (_, isErased, booking) => {
    const id = await ask({ name: 'Held', phone: null });
    const { client_id } = await rowOf(id);
    await sql`update inquiries set stage = 'Held' where id = ${id}`.execute(api.db);
    await sql`update clients set last_at = now() - interval '40 months' where id = ${client_id}`.execute(api.db);
    await sql`update inquiry_history set at = now() - interval '40 months' where inquiry_id = ${id}`.execute(api.db);
    if (booking) {
      const days = { starts_on: '2020-05-01', ends_before: '2020-05-02' };
      const of = { inquiry_id: id, city_id: '1', created_by: 'Asha', title: 'Held', ceremonies: '[]' };
      const age = 'updated_at' in booking ? booking.updated_at : '40 months';
      const updated_at = sql<Date>`now() - ${age}::interval`;
      await api.db
        .insertInto('bookings')
        .values({ ...of, ...days, ...booking, updated_at })
        .execute();
    }
    await eraseStaleClients(api.db);
    const { erased_at } = await api.db
      .selectFrom('clients')
      .select('erased_at')
      .where('id', '=', client_id ?? '')
      .executeTakeFirstOrThrow();
    expect(erased_at !== null).toBe(isErased);
  });

  describe('a client whose last message is old, with a reply in the record of a merge', () => {
    let clientId: string;
    beforeEach(async () => {
      const [rootId, id] = [await ask({ name: 'Root', phone: null }), await ask({ name: 'Member', phone: null })];
      const root = (await rowOf(rootId)).client_id ?? '';
      clientId = (await rowOf(id)).client_id ?? '';
      expect(
        (await send('POST', `/api/clients/${root}/merge`, { version: 1, otherId: clientId, otherVersion: 1 })).status,
      ).toBe(200);
      const reply = { kind: 'whatsapp', text: 'A quote', repliedTo: id };
      expect((await send('POST', `/api/clients/${root}/entries`, reply)).status).toBe(201);
      await letAge();
      expect((await send('POST', `/api/clients/${clientId}/undo-merge`)).status).toBe(200);
    });
    /** As if everything but the reply had happened before the months of the setting. */
    const letAge = async () => {
      const old = sql`now() - interval '40 months'`;
      await sql`update clients set last_at = ${old} where id = ${clientId}`.execute(api.db);
      await sql`
        update inquiry_history set at = ${old}
        where inquiry_id in (select id from inquiries where client_id = ${clientId})`.execute(api.db);
    };
    const isErased = async () => {
      const row = api.db.selectFrom('clients').select('erased_at').where('id', '=', clientId);
      return (await row.executeTakeFirstOrThrow()).erased_at !== null;
    };

    it('PRIV-2 is not anonymised after the merge is undone', async () => {
      await eraseStaleClients(api.db);
      expect(await isErased()).toBe(false);
    });

    it('PRIV-2 is not anonymised after an undo by an older version', async () => {
      await letAge();
      await raiseLastAt(api.db as Kysely<unknown>);
      await eraseStaleClients(api.db);
      expect(await isErased()).toBe(false);
    });
  });

  (engine === 'postgres' ? it : it.skip).each([
    [
      'booked',
      (id: string) => sql`
        insert into bookings (kind, inquiry_id, city_id, starts_on, ends_before, title, created_by)
        values ('booking', ${id}, 1, '2020-05-01', '2020-05-02', 'Held', 'Asha')`,
    ],
    ['marked as booked', (id: string) => sql`update inquiries set stage = 'Booked' where id = ${id}`],
  ] as const)('PRIV-2 keeps a person who is being %s when the clean-up reaches them', async (_, change) => {
    const id = await ask({ name: 'Just now', phone: null });
    const { client_id } = await rowOf(id);
    await sql`update clients set last_at = now() - interval '40 months' where id = ${client_id}`.execute(api.db);
    await sql`update inquiry_history set at = now() - interval '40 months' where inquiry_id = ${id}`.execute(api.db);
    const { erasing } = await api.db.transaction().execute(async (transaction) => {
      await change(id).execute(transaction);
      const started = eraseStaleClients(api.db);
      await untilWaitedFor(transaction);
      return { erasing: started };
    });
    expect(await erasing).toBe(0);
    expect((await rowOf(id)).anonymised_at).toBe(null);
  });

  (engine === 'postgres' ? describe : describe.skip)('a likely spam of the person that is being released', () => {
    /** Locks the inquiry and, once `erase` waits for it, the client. Postgres ends the one that waited first. */
    const release = async (erase: (clientId: string) => Promise<unknown>) => {
      const phone = `98229 10${100 + count}`;
      const { client_id } = await rowOf(await ask({ name: 'Someone', phone }));
      const spam = await ask({ name: 'Someone', phone, website: 'x' });
      const erasing = await api.db.transaction().execute(async (transaction) => {
        await sql`set local deadlock_timeout = '1min'`.execute(transaction);
        await sql`select from inquiries where id = ${spam} for update`.execute(transaction);
        const erased = erase(client_id ?? '');
        await untilWaitedFor(transaction);
        await sql`select from clients where id = ${client_id} for update`.execute(transaction);
        return { erased };
      });
      return erasing.erased;
    };

    it('PRIV-4 ends the erasure with 503, so that it can be sent again', async () => {
      const response = await release((id) => send('POST', `/api/clients/${id}/erase`, { version: 1 }));
      expect((response as Response).status).toBe(503);
    });

    it('PRIV-2 leaves the person to the next clean-up, which goes on with the others', async () => {
      const later = (await rowOf(await ask({ name: 'Later', phone: null }))).client_id ?? '';
      const erased = await release(async (id) => {
        const old = sql`now() - interval '40 months'`;
        const ids = [id, later];
        await sql`update clients set last_at = ${old} where id = any(${ids}::bigint[])`.execute(api.db);
        await sql`
          update inquiry_history set at = ${old}
          where inquiry_id in (select id from inquiries where client_id = any(${ids}::bigint[]))`.execute(api.db);
        return eraseStaleClients(api.db);
      });
      expect(erased).toBe(1);
    });
  });

  it('PRIV-5 logs and errors of messages contain no personal data', async () => {
    const lines: string[] = [];
    const logger = createLogger('debug', { write: (line: string) => void lines.push(line) });
    const app = api.neighbour({ logger, messages: WITH_EMAIL });
    const json = { name: 'Nandini Log', phone: '98229 00011', email: 'nandini@example.com', eventType: 'wedding' };
    const post = (path: string, body: object, headers: Record<string, string> = {}) => {
      const typed = { 'content-type': 'application/json', ...headers };
      return app.request(
        path,
        { method: 'POST', headers: typed, body: JSON.stringify(body) },
        { clientIp: '10.9.9.9' },
      );
    };
    const { _id } = await jsonOf(await post('/api/inquiries', { ...json, elapsedMs: 9000 }));
    const clientId = (await rowOf(_id)).client_id;
    // Failures of the database, whose messages contain the rejected row and the parameters.
    await sql`alter table inquiries add constraint refused check (message <> 'refuse me')`.execute(api.db);
    await sql`alter table client_entries add constraint refused check (text not like 'Nandini%')`.execute(api.db);
    const failed = [
      await post('/api/inquiries', { ...json, message: 'refuse me', elapsedMs: 9000 }),
      await post(
        `/api/clients/${clientId}/entries`,
        { kind: 'note', text: 'Nandini calls' },
        { ...admin, origin: SITE },
      ),
    ];
    await sql`alter table inquiries drop constraint refused`.execute(api.db);
    await sql`alter table client_entries drop constraint refused`.execute(api.db);
    expect(failed.map(({ status }) => status)).toEqual([500, 500]);
    const settings = { ...WITH_EMAIL, webhook: null };
    await sendDue({ db: api.db, logger, settings, createPasswordLink: async () => null }, ['email']);
    const { rows } = await sql<{ error: string }>`select error from outbox where error is not null`.execute(api.db);
    expect(lines.length).toBeGreaterThan(1);
    expect(rows.length).toBeGreaterThan(0);
    const logged = [...lines, ...rows.map(({ error }) => error)].join('\n').toLowerCase();
    expect(SECRETS.filter((secret) => logged.includes(secret.toLowerCase()))).toEqual([]);
  });
});
