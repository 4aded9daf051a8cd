import { addDays, todayInIndia } from '@godhuli/contracts/calendar';
import { type Client, clientRowSchema, clientSchema, clientTaskSchema } from '@godhuli/contracts/clients';
import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { untilWaitedFor } from '../../testing/until-waited-for.js';
import { linkRemainingInquiries } from '../contacts/index.js';
import { cleanUpInquiries } from '../inquiries/index.js';

jest.setTimeout(240_000);

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let editor: Record<string, string>;
  let count = 0;
  beforeAll(async () => {
    api = await testApp(engine);
    editor = { cookie: await api.cookieOf('editor') };
  });
  afterAll(() => api.close());

  const send = (method: string, path: string, json?: object, headers = editor) =>
    api.call(method, path, { headers, ...(json ? { json } : {}) });
  /** Each from a network of its own, so that no limit applies. */
  const ask = async (more: object): Promise<string> => {
    count += 1;
    const json = { name: 'Asha Patil', eventType: 'wedding', elapsedMs: 9000, ...more };
    const address = `10.0.${Math.floor(count / 250)}.${count % 250}`;
    return (await jsonOf(await api.call('POST', '/api/inquiries', { json, address })))._id;
  };
  const clientIdOf = async (inquiryId: string): Promise<string> =>
    (await jsonOf(await send('GET', `/api/inquiries/${inquiryId}`))).clientId;
  const read = async (id: string): Promise<Client> =>
    clientSchema.parse(await jsonOf(await send('GET', `/api/clients/${id}`)));
  const list = async (query: string) => (await jsonOf(await send('GET', `/api/clients?${query}`))) as Client[];
  const clientOf = async (more: object) => read(await clientIdOf(await ask(more)));
  /** A number that no other test uses. */
  const freshPhone = () => {
    count += 1;
    return `98220${10_000 + count}`;
  };
  const merge = (target: Client, other: Client) =>
    send('POST', `/api/clients/${target._id}/merge`, {
      version: target.version,
      otherId: other._id,
      otherVersion: other.version,
    });

  it('CLIENT-1 recognises a person by phone in any format, or by email, with the same name', async () => {
    const phone = freshPhone();
    const first = await clientIdOf(await ask({ name: 'Asha Patil', phone }));
    const formats = [`+91 ${phone}`, `0${phone}`, `0091${phone}`, `${phone} / 0241 2345678`];
    for (const each of formats) expect(await clientIdOf(await ask({ name: 'asha  PATIL.', phone: each }))).toBe(first);
    const email = `asha${count}@Example.com`;
    expect(await clientIdOf(await ask({ phone, email }))).toBe(first);
    expect(await clientIdOf(await ask({ email: email.toLowerCase() }))).toBe(first);
    const client = await read(first);
    expect(client.contacts.map(({ key }) => key)).toEqual([`+91${phone}`, '+912412345678', email.toLowerCase()]);
    expect(client.inquiryCount).toBe(7);
  });

  it('CLIENT-2 a phone that a family shares suggests duplicates and merges nothing', async () => {
    const phone = freshPhone();
    const asha = await clientOf({ phone });
    const ravi = await clientOf({ name: 'Ravi Patil', phone });
    expect(ravi._id).not.toBe(asha._id);
    expect(ravi.duplicates).toMatchObject([{ _id: asha._id, name: 'Asha Patil', shared: [`+91${phone}`] }]);
    expect((await list('show=duplicates')).map(({ _id }) => _id)).toEqual([ravi._id, asha._id]);
    const json = { otherId: asha._id };
    expect((await send('POST', `/api/clients/${ravi._id}/not-duplicates`, json)).status).toBe(204);
    expect((await read(asha._id)).duplicates).toEqual([]);
    expect(await list('show=duplicates')).toEqual([]);
  });

  it('CLIENT-9 staff add a client without an inquiry, to whom a later inquiry belongs', async () => {
    const phone = freshPhone();
    const twin = await clientOf({ name: 'Nisha Rao', phone });
    const json = {
      name: 'मीना कदम',
      phone: `+91 ${phone.slice(0, 5)}-${phone.slice(5)}, 020 25501234`,
      language: 'mr',
    };
    const response = await send('POST', '/api/clients', { ...json, email: `Meena${count}@Example.com` });
    expect(response.status).toBe(201);
    const client = clientSchema.parse(await jsonOf(response));
    expect(client).toMatchObject({ name: 'मीना कदम', language: 'mr', inquiryCount: 0, inquiries: [] });
    expect(client.contacts.map(({ key }) => key)).toEqual([
      `+91${phone}`,
      '+912025501234',
      `meena${count}@example.com`,
    ]);
    expect(client.duplicates.map(({ _id }) => _id)).toEqual([twin._id]);
    expect((await list(`q=${phone}`)).map(({ _id }) => _id)).toContain(client._id);
    const inquiryId = await ask({ name: 'मीना कदम', phone });
    expect(await clientIdOf(inquiryId)).toBe(client._id);
    // An erased inquiry takes only a client with it whom nobody added.
    await send('DELETE', `/api/inquiries/${inquiryId}`);
    await send('POST', '/api/inquiries/delete', { ids: [inquiryId], permanently: true });
    expect((await read(client._id)).inquiryCount).toBe(0);
    const audit = await api.db.selectFrom('audit').selectAll().where('action', '=', 'clients.create').execute();
    expect(audit.map(({ entity_id }) => entity_id)).toEqual([client._id]);
    expect(JSON.stringify(audit)).not.toMatch(/कदम|98220/);
    for (const [bad, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'A', phone: '98220' }, 'phone'],
      [{ name: 'A', email: 'meena at home' }, 'email'],
      [{ name: 'A', language: 'fr' }, 'language'],
    ] as const)
      expect((await jsonOf(await send('POST', '/api/clients', bad))).errors).toMatchObject([{ field }]);
    expect((await api.call('POST', '/api/clients', { json: { name: 'A' } })).status).toBe(401);
  });

  it('CLIENT-9 CLIENT-4 a retry with the same Idempotency-Key adds no second client, entry or task', async () => {
    const withKey = (name: string) => ({ ...editor, 'idempotency-key': `${name}-${engine}-1` });
    const [phone, email] = [freshPhone(), `retry${count}@example.com`];
    const attempt = () => send('POST', '/api/clients', { name: 'Mira Once', phone, email }, withKey('client'));
    const responses = await Promise.all([attempt(), attempt(), attempt()]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const clients = await Promise.all(responses.map(async (response) => clientSchema.parse(await jsonOf(response))));
    const id = clients[0]?._id ?? '';
    expect((await list(`q=${phone}`)).map(({ _id }) => _id)).toEqual([id]);
    expect(clients.map(({ _id }) => _id)).toEqual([id, id, id]);
    const json = { kind: 'call', text: 'Asked for the price' };
    const add = () => send('POST', `/api/clients/${id}/entries`, json, withKey('entry'));
    const entries = await Promise.all((await Promise.all([add(), add(), add()])).map(jsonOf));
    expect(new Set(entries.map(({ _id }) => _id)).size).toBe(1);
    expect((await read(id)).timeline.filter(({ kind }) => kind === 'call')).toHaveLength(1);
    expect((await send('POST', `/api/clients/${id}/entries`, json)).status).toBe(201);
    expect((await read(id)).timeline.filter(({ kind }) => kind === 'call')).toHaveLength(2);
    const task = { text: 'Send the quotation', dueOn: '2030-01-01' };
    const addTask = () => send('POST', `/api/clients/${id}/tasks`, task, withKey('task'));
    const tasks = await Promise.all((await Promise.all([addTask(), addTask(), addTask()])).map(jsonOf));
    expect(new Set(tasks.map(({ _id }) => _id)).size).toBe(1);
    expect((await read(id)).tasks).toHaveLength(1);
  });

  it('CLIENT-3 a merge is undone exactly, also after more inquiries have arrived', async () => {
    const phone = freshPhone();
    const asha = await clientOf({ phone });
    const nickname = await clientOf({ name: 'Ashu', phone });
    const merged = clientSchema.parse(await jsonOf(await merge(asha, nickname)));
    expect(merged.inquiryCount).toBe(2);
    expect(merged.merged).toMatchObject([{ _id: nickname._id, name: 'Ashu' }]);
    expect((await read(nickname._id))._id).toBe(asha._id);
    const later = [await ask({ phone }), await ask({ name: 'Ashu', phone })];
    await send('POST', `/api/clients/${nickname._id}/entries`, { kind: 'note', text: 'Called her' });
    expect((await read(asha._id)).inquiryCount).toBe(4);
    const undone = clientSchema.parse(await jsonOf(await send('POST', `/api/clients/${nickname._id}/undo-merge`)));
    expect(undone.inquiries.map(({ _id }) => _id)).toEqual([later[1], nickname.inquiries[0]?._id]);
    const left = await read(asha._id);
    expect(left.inquiries.map(({ _id }) => _id)).toEqual([later[0], asha.inquiries[0]?._id]);
    // What staff added to the merged record stays there.
    expect(left.timeline.filter(({ kind }) => kind === 'note').length).toBe(1);
    expect((await send('POST', `/api/clients/${nickname._id}/undo-merge`)).status).toBe(404);
  });

  it('CLIENT-3 replies and tasks about an inquiry leave with its client when a merge is undone', async () => {
    const phone = freshPhone();
    const asha = await clientOf({ phone });
    const nickname = await clientOf({ name: 'Ashu', phone });
    const latest = await clientOf({ name: 'Ashi', phone });
    const both = clientSchema.parse(await jsonOf(await merge(nickname, latest)));
    await merge(asha, both);
    const [ofNickname, ofLatest] = [nickname.inquiries[0]?._id, latest.inquiries[0]?._id];
    const reply = { kind: 'whatsapp', text: 'A quote for Ashu', repliedTo: ofNickname };
    expect((await send('POST', `/api/clients/${asha._id}/entries`, reply)).status).toBe(201);
    const task = { text: 'Call Ashi', dueOn: '2030-01-10' };
    const { inquiryId } = await jsonOf(await send('POST', `/api/clients/${asha._id}/tasks`, task));
    expect(inquiryId).toBe(ofLatest);
    const held = async (id: string) => {
      const { timeline, tasks } = await read(id);
      return [...timeline.filter(({ kind }) => kind === 'whatsapp'), ...tasks].map(({ text }) => text);
    };
    expect(await held(asha._id)).toEqual(['A quote for Ashu', 'Call Ashi']);
    await send('POST', `/api/clients/${nickname._id}/undo-merge`);
    expect(await held(asha._id)).toEqual([]);
    expect(await held(nickname._id)).toEqual(['A quote for Ashu', 'Call Ashi']);
    await send('POST', `/api/clients/${latest._id}/undo-merge`);
    expect(await held(nickname._id)).toEqual(['A quote for Ashu']);
    expect(await held(latest._id)).toEqual(['Call Ashi']);
  });

  it('CLIENT-3 a merge of a merged client is undone in steps', async () => {
    const phone = freshPhone();
    const [one, two, three] = [
      await clientOf({ name: 'One', phone }),
      await clientOf({ name: 'Two', phone }),
      await clientOf({ name: 'Three', phone }),
    ] as const;
    const both = await jsonOf(await merge(two, one));
    const all = await jsonOf(await merge(three, both));
    expect(all.inquiryCount).toBe(3);
    // The inner merge cannot be undone first.
    expect((await send('POST', `/api/clients/${one._id}/undo-merge`)).status).toBe(409);
    expect((await jsonOf(await send('POST', `/api/clients/${two._id}/undo-merge`))).inquiryCount).toBe(2);
    expect((await jsonOf(await send('POST', `/api/clients/${one._id}/undo-merge`))).inquiryCount).toBe(1);
    expect((await read(three._id)).inquiryCount).toBe(1);
  });

  it('CLIENT-3 PRIV-4 what staff read of a merged client neither changes nor erases the other one', async () => {
    const phone = freshPhone();
    const asha = await clientOf({ phone });
    const { _id } = await clientOf({ name: 'Ashu', phone });
    const nickname = clientSchema.parse(
      await jsonOf(await send('PUT', `/api/clients/${_id}`, { version: 1, name: 'Ash' })),
    );
    const { version, name } = clientSchema.parse(await jsonOf(await merge(asha, nickname)));
    expect(version).toBe(nickname.version);
    const renamed = await send('PUT', `/api/clients/${_id}`, { version, name: 'Aashu' });
    expect(renamed.status).toBe(409);
    expect((await jsonOf(renamed)).current).toMatchObject({ _id: asha._id, name });
    const asAdmin = { cookie: await api.cookieOf('admin') };
    expect((await send('POST', `/api/clients/${_id}/erase`, { version }, asAdmin)).status).toBe(409);
    expect((await read(asha._id)).name).toBe(name);
  });

  it('CLIENT-3 of merges at the same time one wins, and no client is lost', async () => {
    const phone = freshPhone();
    const [one, two, three] = [
      await clientOf({ name: 'First', phone }),
      await clientOf({ name: 'Second', phone }),
      await clientOf({ name: 'Third', phone }),
    ] as const;
    const attempts = [merge(one, two), merge(two, one), merge(two, three), merge(three, one), merge(one, three)];
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
    expect(statuses).toContain(200);
    const roots = await Promise.all([one, two, three].map(async ({ _id }) => read(_id)));
    const counted = new Map(roots.map(({ _id, inquiryCount }) => [_id, inquiryCount]));
    expect([...counted.values()].reduce((sum, each) => sum + each, 0)).toBe(3);
    expect((await merge(one, one)).status).not.toBe(200);
  });

  it('CLIENT-1 inquiries of one new person at the same time create one client', async () => {
    const phone = freshPhone();
    const ids = await Promise.all(Array.from({ length: 8 }, () => ask({ phone })));
    const clients = new Set(await Promise.all(ids.map(clientIdOf)));
    expect(clients.size).toBe(1);
  });

  it('CLIENT-4 the timeline has messages, stages, notes, calls and WhatsApp replies, newest first', async () => {
    const client = await clientOf({ phone: freshPhone(), message: 'Two days in Pune' });
    const [inquiry] = client.inquiries;
    const add = (json: object) => send('POST', `/api/clients/${client._id}/entries`, json);
    expect((await add({ kind: 'note', text: 'Prefers mornings' })).status).toBe(201);
    expect((await add({ kind: 'call', text: 'Asked for the price' })).status).toBe(201);
    const reply = { kind: 'whatsapp', text: 'Thank you for writing', repliedTo: inquiry?._id };
    expect((await add(reply)).status).toBe(201);
    const { timeline, inquiries } = await read(client._id);
    expect(timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['stage', 'whatsapp', 'call', 'note', 'inquiry']),
    );
    expect(timeline.at(-1)).toMatchObject({ kind: 'inquiry', text: 'Two days in Pune' });
    expect(inquiries[0]?.stage).toBe('Replied');
    const note = timeline.find(({ kind }) => kind === 'note');
    expect((await send('DELETE', `/api/client-entries/${note?.entryId}`)).status).toBe(204);
    expect((await send('DELETE', `/api/client-entries/${note?.entryId}`)).status).toBe(404);
    expect((await add({ kind: 'note', text: '' })).status).toBe(422);
    expect((await add({ kind: 'file' })).status).toBe(422);
    expect((await add({ ...reply, repliedTo: '999999' })).status).toBe(422);
  });

  it('CLIENT-5 a task has a due date, and its inquiry is due with it', async () => {
    const client = await clientOf({ phone: freshPhone() });
    const inquiryId = client.inquiries[0]?._id;
    await send('POST', `/api/clients/${client._id}/entries`, { kind: 'call', text: 'Spoke', repliedTo: inquiryId });
    const dueAt = async () => (await jsonOf(await send('GET', `/api/inquiries/${inquiryId}`))).dueAt;
    expect(await dueAt()).toBe(null);
    const add = { text: 'Send the quote', dueOn: '2026-01-10' };
    const task = clientTaskSchema.parse(await jsonOf(await send('POST', `/api/clients/${client._id}/tasks`, add)));
    expect(await dueAt()).toBe('2026-01-10T18:29:59.999Z');
    expect((await list('show=due')).map(({ _id }) => _id)).toContain(client._id);
    const dashboard = await jsonOf(await send('GET', '/api/admin/dashboard'));
    expect(dashboard.dueTasks).toMatchObject([{ text: 'Send the quote', clientId: client._id }]);
    const path = `/api/client-tasks/${task._id}`;
    const done = await jsonOf(await send('PUT', path, { ...task, isDone: true }));
    expect(done).toMatchObject({ doneBy: 'Esha Editor', version: 2 });
    expect(await dueAt()).toBe(null);
    expect((await send('PUT', path, { version: 1, isDone: false })).status).toBe(409);
    expect((await send('DELETE', `${path}?version=1`)).status).toBe(409);
    expect((await send('DELETE', `${path}?version=2`)).status).toBe(204);
  });

  it('CLIENT-5 ADM-PIPE-2 a task of today is due today, not overdue, and the CSV has its day', async () => {
    const client = await clientOf({ phone: freshPhone() });
    const id = client.inquiries[0]?._id;
    await send('POST', `/api/clients/${client._id}/entries`, { kind: 'call', text: 'Spoke', repliedTo: id });
    const today = todayInIndia();
    const add = { text: 'Send the quote', dueOn: today };
    const task = clientTaskSchema.parse(await jsonOf(await send('POST', `/api/clients/${client._id}/tasks`, add)));
    const isDue = async (due: string) =>
      (await jsonOf(await send('GET', `/api/inquiries?due=${due}`))).some(({ _id }: { _id: string }) => _id === id);
    expect(await isDue('today')).toBe(true);
    expect(await isDue('overdue')).toBe(false);
    const csv = await (await send('GET', '/api/inquiries.csv')).text();
    expect(csv.split('\r\n').find((line) => line.startsWith(`"${id}"`))).toContain(`,"${today}",`);
    await send('PUT', `/api/client-tasks/${task._id}`, { version: 1, dueOn: addDays(today, 1) });
    expect(await isDue('today')).toBe(false);
  });

  it('CLIENT-6 name and language are changed with a version, and what was read can be sent back', async () => {
    const client = await clientOf({ phone: freshPhone(), language: 'mr' });
    const changed = await send('PUT', `/api/clients/${client._id}`, { ...client, name: 'Asha Kulkarni' });
    expect(changed.status).toBe(200);
    expect(await jsonOf(changed)).toMatchObject({ name: 'Asha Kulkarni', language: 'mr', version: 2 });
    expect((await send('PUT', `/api/clients/${client._id}`, { version: 1, name: 'Late' })).status).toBe(409);
    const [row] = await list(`q=${encodeURIComponent('asha kulkarni')}`);
    expect(clientRowSchema.parse(row)._id).toBe(client._id);
    expect((await send('PUT', `/api/clients/${client._id}`, { ...row, language: 'hi' })).status).toBe(200);
    const forged = { version: 3, createdAt: '2020-01-01T00:00:00.000Z' };
    expect((await send('PUT', `/api/clients/${client._id}`, forged)).status).toBe(422);
  });

  it('CLIENT-6 a conflict names who changed the client, not who added a note later', async () => {
    const { _id } = await clientOf({ phone: freshPhone() });
    const path = `/api/clients/${_id}`;
    await send('PUT', path, { version: 1, name: 'Asha Kulkarni' }, { cookie: await api.cookieOf('admin') });
    await send('POST', `${path}/entries`, { kind: 'note', text: 'Called' });
    const refused = await send('PUT', path, { version: 1, name: 'Late' });
    expect(refused.status).toBe(409);
    const conflict = await jsonOf(refused);
    expect(clientSchema.parse(conflict.current)).toMatchObject({ _id, name: 'Asha Kulkarni', version: 2 });
    expect(conflict.changedBy).toBe('Asha Admin');
  });

  it('CLIENT-6 a conflict names who merged the client, and who undid it', async () => {
    const phone = freshPhone();
    const [asha, nickname] = [await clientOf({ phone }), await clientOf({ name: 'Ashu', phone })];
    const path = `/api/clients/${asha._id}`;
    const asAdmin = { cookie: await api.cookieOf('admin') };
    const late = async () => jsonOf(await send('PUT', path, { version: 1, name: 'Late' }));
    const wanted = { version: 1, otherId: nickname._id, otherVersion: 1 };
    expect((await send('POST', `${path}/merge`, wanted, asAdmin)).status).toBe(200);
    expect(await late()).toMatchObject({ status: 409, changedBy: 'Asha Admin', current: { version: 2 } });
    await send('POST', `/api/clients/${nickname._id}/undo-merge`);
    const conflict = await late();
    expect(conflict).toMatchObject({ status: 409, current: { version: 3 } });
    expect(conflict.changedBy).not.toBe('Asha Admin');
    expect(conflict.changedBy).toEqual(expect.any(String));
  });

  it('CLIENT-6 the list has pages by the newest activity and finds phones in any format', async () => {
    const phone = freshPhone();
    const client = await clientOf({ phone, name: 'Zoya Shaikh' });
    const spaced = `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
    expect((await list(`q=${encodeURIComponent(spaced)}`)).map(({ _id }) => _id)).toEqual([client._id]);
    const seen: string[] = [];
    let path: string | undefined = '/api/clients?limit=3';
    while (path !== undefined) {
      const response = await send('GET', path);
      seen.push(...(await jsonOf(response)).map(({ _id }: Client) => _id));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(seen.length);
    const { total } = await api.db
      .selectFrom('clients')
      .select((of) => of.fn.countAll<string>().as('total'))
      .where('merged_into', 'is', null)
      .executeTakeFirstOrThrow();
    expect(seen.length).toBe(Number(total));
    expect(seen[0]).toBe(client._id);
  });

  it('CLIENT-7 reply templates have three languages, a version, and known fields only', async () => {
    const texts = { en: 'Hello {name}', mr: 'नमस्कार {name}', hi: '' };
    const template = await jsonOf(await send('POST', '/api/reply-templates', { name: 'Welcome', texts }));
    const path = `/api/reply-templates/${template._id}`;
    expect((await send('PUT', path, { ...template, name: 'Greeting' })).status).toBe(200);
    expect((await send('PUT', path, { version: 1, name: 'Late' })).status).toBe(409);
    const unknown = { version: 2, texts: { ...texts, en: 'Hello {price}' } };
    const refused = await send('PUT', path, unknown);
    expect((await jsonOf(refused)).errors).toEqual([
      { field: 'texts.en', message: 'Please use only the fields {name}, {date} and {package}.' },
    ]);
    expect((await jsonOf(await send('GET', '/api/reply-templates'))).length).toBe(4);
    expect((await send('DELETE', `${path}?version=2`)).status).toBe(204);
  });

  it('CLIENT-7 a retry with the same Idempotency-Key adds no second reply template', async () => {
    const json = { name: 'Once', texts: { en: 'Hello {name}', mr: '', hi: '' } };
    const withKey = { ...editor, 'idempotency-key': `template-${engine}-1` };
    const add = () => send('POST', '/api/reply-templates', json, withKey);
    const added = await Promise.all((await Promise.all([add(), add(), add()])).map(jsonOf));
    expect(new Set(added.map(({ _id }) => _id)).size).toBe(1);
    const named = (await jsonOf(await send('GET', '/api/reply-templates'))).filter(
      ({ name }: { name: string }) => name === 'Once',
    );
    expect(named).toEqual([added[0]]);
    expect((await send('DELETE', `/api/reply-templates/${added[0]._id}?version=1`)).status).toBe(204);
  });

  it('CLIENT-1 quarantined inquiries have no client until staff say that they are no spam', async () => {
    const id = await ask({ phone: freshPhone(), website: 'x' });
    expect(await clientIdOf(id)).toBe(null);
    await linkRemainingInquiries(api.db);
    expect(await clientIdOf(id)).toBe(null);
    await send('PUT', `/api/inquiries/${id}`, { version: 1, quarantined: false });
    expect(await clientIdOf(id)).not.toBe(null);
  });

  (engine === 'postgres' ? it : it.skip)(
    'CLIENT-1 CLIENT-3 inquiries released together lock their clients in the sequence of a merge',
    async () => {
      const [phone, otherPhone] = [freshPhone(), freshPhone()];
      const first = await clientIdOf(await ask({ phone }));
      const second = await clientIdOf(await ask({ name: 'Ravi', phone: otherPhone }));
      const ids = [await ask({ name: 'Ravi', phone: otherPhone, website: 'x' }), await ask({ phone, website: 'x' })];
      const items = ids.map((_id) => ({ _id, version: 1 }));
      const lock = (id: string) => sql`select from clients where id = ${id} for update nowait`;
      const released = await api.db.transaction().execute(async (transaction) => {
        await lock(first).execute(transaction);
        const bulk = send('POST', '/api/inquiries/bulk', { items, change: { quarantined: false } });
        await untilWaitedFor(transaction);
        // The release holds no client while it waits for the first one.
        await lock(second).execute(transaction);
        return { bulk };
      });
      expect((await released.bulk).status).toBe(200);
      expect(await Promise.all(ids.map(clientIdOf))).toEqual([second, first]);
    },
  );

  (engine === 'postgres' ? it : it.skip)(
    'CLIENT-4 a reply that is being recorded neither blocks nor ends the removal of a booked inquiry',
    async () => {
      const id = await ask({ phone: freshPhone() });
      const clientId = await clientIdOf(id);
      const days = { startsOn: '2042-05-01', endsBefore: '2042-05-02' };
      const booking = { kind: 'booking', title: 'Asha', cityId: '1', inquiryId: id, ...days };
      const { _id } = await jsonOf(await send('POST', '/api/bookings', booking));
      expect((await send('DELETE', `/api/inquiries/${id}`)).ok).toBe(true);
      await sql`update inquiries set deleted_at = now() - interval '31 days' where id = ${id}`.execute(api.db);
      await api.db.transaction().execute(async (transaction) => {
        // A reply locks the client before its inquiry.
        await sql`select from clients where id = ${clientId} for update`.execute(transaction);
        expect(await cleanUpInquiries(api.db)).toBe(0);
        const refused = await send('POST', '/api/inquiries/delete', { ids: [id], permanently: true });
        expect(refused.status).toBe(409);
        expect((await jsonOf(refused)).detail).toContain('Someone else is changing the client');
      });
      expect(await cleanUpInquiries(api.db)).toBe(1);
      const stored = api.db.selectFrom('bookings').select('client_id').where('id', '=', _id);
      expect(await stored.executeTakeFirst()).toEqual({ client_id: clientId });
    },
  );

  it('CLIENT-1 inquiries of an older program are linked later; a client without anything is removed', async () => {
    const phone = freshPhone();
    const id = await ask({ phone, name: 'Old Row' });
    const clientId = await clientIdOf(id);
    await sql`update inquiries set client_id = null where id = ${id}`.execute(api.db);
    expect(await linkRemainingInquiries(api.db)).toBe(1);
    expect(await clientIdOf(id)).toBe(clientId);
    const json = { ids: [id], permanently: true, versions: { [id]: 1 } };
    expect((await send('POST', '/api/inquiries/delete', json)).status).toBe(200);
    expect((await send('GET', `/api/clients/${clientId}`)).status).toBe(404);
  });

  it('CLIENT-6 20,000 clients stay fast: the list, search and suggestions use indexes', async () => {
    await sql`
      insert into clients (name, search, last_at)
      select 'Person ' || n, 'person ' || n || E'\n+91' || (7000000000 + n), now() - make_interval(mins => n + 60)
      from generate_series(1, 20000) n`.execute(api.db);
    await sql`
      insert into client_contacts (client_id, kind, value, key)
      select id, 'phone', split_part(search, E'\n', 2), split_part(search, E'\n', 2) from clients
      where search like 'person %'`.execute(api.db);
    await sql`analyze clients, client_contacts, inquiries, client_tasks`.execute(api.db);
    const slow: string[] = [];
    for (const query of ['', 'q=person+19999', 'q=7000012345', 'show=duplicates', 'show=due']) {
      const start = performance.now();
      expect((await list(query)).length).toBeLessThanOrEqual(50);
      const ms = performance.now() - start;
      process.stdout.write(`${engine}: /api/clients?${query} among 20,000 in ${Math.round(ms)} ms\n`);
      if (ms > 1000) slow.push(`${query}: ${ms}`);
    }
    expect(slow).toEqual([]);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from clients where erased_at is null and merged_into is null
      order by last_at desc, id desc limit 51`.execute(api.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('clients_by_activity');
  });
});
