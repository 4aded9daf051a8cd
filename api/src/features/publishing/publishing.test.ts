import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Body } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { createLogger } from '@godhuli/server/logger';
import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { fireNextSchedule } from './schedules.service.js';
import { startScheduler } from './start-scheduler.js';

jest.setTimeout(120_000);

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let asha: ReturnType<TestApp['as']>;
  let esha: ReturnType<TestApp['as']>;
  beforeAll(async () => {
    api = await testApp(engine);
    asha = api.as('admin');
    esha = api.as('editor');
  });
  afterAll(() => api.close());

  const get = async (path: string) => jsonOf(await api.call('GET', path));
  const read = async (path: string): Promise<SiteDocument> => jsonOf(await esha('GET', `/api/admin/documents/${path}`));
  const put = (path: string, version: number, body: Body) =>
    esha('PUT', `/api/admin/documents/${path}`, { json: { version, body } });
  /** Saves a draft of a document with some fields changed. */
  const change = async (path: string, fields: Body): Promise<SiteDocument> => {
    const { version, body } = await read(path);
    const response = await put(path, version, { ...body, ...fields });
    expect(response.status).toBe(200);
    return jsonOf(response);
  };
  const chosen = ({ entity, id, version }: SiteDocument) => ({ entity, id, version });
  const publish = (...documents: SiteDocument[]) =>
    asha('POST', '/api/admin/publications', { json: { documents: documents.map(chosen) } });
  const published = async (...documents: SiteDocument[]) => {
    const response = await publish(...documents);
    expect({ status: response.status, text: await response.clone().text() }).toMatchObject({ status: 200 });
    return response;
  };
  const create = async (entity: string, more: object = {}): Promise<SiteDocument> =>
    jsonOf(await esha('POST', '/api/admin/documents', { json: { entity, ...more } }));
  const errorsOf = async (response: Response): Promise<{ field: string; message: string }[]> => {
    expect(response.status).toBe(422);
    return (await jsonOf(response)).errors;
  };
  const schedule = async (documents: SiteDocument[], minutes = 60) => {
    const { rows } = await sql<{ at: string }>`
      select to_char(now() at time zone 'Asia/Kolkata' + make_interval(mins => ${minutes}), 'YYYY-MM-DD"T"HH24:MI') as at`.execute(
      api.db,
    );
    return esha('POST', '/api/admin/schedules', {
      json: { documents: documents.map(chosen), wallTime: rows[0]?.at },
    });
  };
  /** Moves the clock past every schedule. */
  const passTime = (interval: string) =>
    sql`update schedules set due_at = now() - ${interval}::interval where state = 'waiting'`.execute(api.db);

  it('EDIT-DRAFT-1 visitors see a draft only after its publication, which changes the right caches only', async () => {
    const before = await get('/api/content');
    const draft = await change('text/hero', { tagline: 'Light, kept' });
    expect(draft).toMatchObject({ state: 'draft', savedBy: 'Esha Editor', live: { tagline: expect.any(String) } });
    expect(await get('/api/content')).toEqual(before);
    const response = await published(draft);
    expect(response.headers.get('surrogate-purge')?.split(' ').slice(1)).toEqual(['content']);
    const tagline = (await get('/api/content/hero')).find((each: { key: string }) => each.key === 'tagline');
    expect(tagline.value).toBe('Light, kept');
    const saved = await put('text/hero', draft.version, { ...draft.body, tagline: 'Once more' });
    expect(saved.headers.get('surrogate-purge')).toBeNull();
  });

  it('EDIT-CONFLICT-1 the second editor of a draft gets both versions', async () => {
    const { version, body } = await read('text/footer');
    expect((await put('text/footer', version, { ...body, credit: 'First' })).status).toBe(200);
    const second = await put('text/footer', version, { ...body, credit: 'Second' });
    expect(second.status).toBe(409);
    expect((await jsonOf(second)).current).toMatchObject({ body: { credit: 'First' }, savedBy: 'Esha Editor' });
    const now = (await read('text/footer')).version;
    const race = await Promise.all(['A', 'B'].map((credit) => put('text/footer', now, { ...body, credit })));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('EDIT-DRAFT-2 an equal save keeps the version, and a discarded draft can be restored', async () => {
    const draft = await change('text/social', { instagram: 'https://instagram.com/godhuli' });
    expect((await jsonOf(await put('text/social', draft.version, draft.body))).version).toBe(draft.version);
    const path = `/api/admin/documents/text/social/draft?version=${draft.version}`;
    expect((await esha('DELETE', path)).status).toBe(204);
    expect(await read('text/social')).toMatchObject({ state: 'published', version: draft.version });
    const { revisions } = await jsonOf(await esha('GET', '/api/admin/revisions?entity=text&id=social'));
    expect(revisions.map(({ state }: { state: string }) => state)).toEqual(['archived', 'published']);
    const restore = `/api/admin/revisions/${revisions[0]._id}/restore`;
    const restored = await jsonOf(await esha('POST', restore, { json: { version: draft.version } }));
    expect(restored).toMatchObject({ state: 'draft', version: draft.version + 1, body: draft.body });
  });

  it('EDIT-PACK-1 a package has whole rupees, and the page shows them with Indian grouping', async () => {
    const made = await create('package');
    expect(made).toMatchObject({ state: 'new', live: null, label: 'New package' });
    const fields = { name: 'Royal', rupees: 250_000, priceKind: 'from', category: 'Wedding', features: ['Two days'] };
    const offers = async () => get('/api/packages');
    const count = (await offers()).length;
    expect(await errorsOf(await publish(made))).toEqual(
      expect.arrayContaining([{ field: `package.${made.id}.name`, message: 'New package: Please enter a name.' }]),
    );
    await published(await change(`package/${made.id}`, fields));
    expect((await offers()).at(-1)).toMatchObject({ _id: made.id, name: 'Royal', price: 'From ₹2,50,000', icon: null });
    await published(await change(`package/${made.id}`, { archived: true }));
    expect(await offers()).toHaveLength(count);
    await published(await change(`package/${made.id}`, { archived: false, priceKind: 'request', rupees: null }));
    expect((await offers()).at(-1)).toMatchObject({ name: 'Royal', price: 'Price on request' });
    const copy = await create('package', { copyOf: made.id });
    expect(copy).toMatchObject({ label: 'Royal (copy)', body: { priceKind: 'request', popular: false } });
  });

  it('EDIT-PACK-1 a retry with the same Idempotency-Key adds no second copy', async () => {
    const json = { entity: 'package', copyOf: (await create('package')).id };
    const attempt = (key: string) =>
      esha('POST', '/api/admin/documents', { json, headers: { 'idempotency-key': `${key}-${engine}-1` } });
    const [copy, same] = await Promise.all((await Promise.all([attempt('copy'), attempt('copy')])).map(jsonOf));
    expect(same).toEqual(copy);
    await change(`package/${copy.id}`, { name: 'Royal' });
    const later = await attempt('copy');
    expect(later.status).toBe(201);
    expect(await jsonOf(later)).toMatchObject({ id: copy.id, label: 'Royal' });
    expect((await jsonOf(await attempt('another'))).id).not.toBe(copy.id);
  });

  it.each([
    ['a short text', 'short'],
    ['a long text', 'x'.repeat(201)],
    ['a text with spaces', 'with spaces'],
    ['a text that is not ASCII', 'é'.repeat(8)],
  ])('API-6 %s is no Idempotency-Key', async (_what, key) => {
    const json = { entity: 'package' };
    const refused = await esha('POST', '/api/admin/documents', { json, headers: { 'idempotency-key': key } });
    const message = 'Please use 8 to 200 printable ASCII characters without spaces.';
    expect(await errorsOf(refused)).toEqual([{ field: 'Idempotency-Key', message }]);
  });

  it('EDIT-PACK-2 a category has one most popular package, in whatever order two publish', async () => {
    const [one, other] = [await create('package'), await create('package')];
    const fields = { rupees: 1000, category: 'Corporate', popular: true };
    const drafts = [
      await change(`package/${one.id}`, { ...fields, name: 'One' }),
      await change(`package/${other.id}`, { ...fields, name: 'Other' }),
    ];
    const [first, second] = await Promise.all(drafts.map((draft) => publish(draft)));
    expect([first?.status, second?.status].sort()).toEqual([200, 422]);
    const popular = (await get('/api/packages')).filter((each: Body) => each.category === 'Corporate' && each.popular);
    expect(popular).toHaveLength(1);
  });

  it.each([
    ['package/1', { name: 'x'.repeat(121) }, 'body.name', 'Please use at most 120 characters.'],
    ['package/1', { name: '<b>Royal</b>' }, 'body.name', 'Please write plain text. HTML such as <b> is not supported.'],
    ['package/1', { name: 'a\u0000b' }, 'body.name', 'This text contains a character that cannot be displayed.'],
    ['package/1', { rupees: -1 }, 'body.rupees', 'A price cannot be negative.'],
    ['package/1', { rupees: 1.5 }, 'body.rupees', 'Please enter whole rupees.'],
    ['package/1', { features: Array(101).fill('x') }, 'body.features', 'Please use at most 100 lines.'],
    ['package/1', { category: ' pre wedding ' }, 'body.category', "Please choose 'Pre-Wedding'."],
    [
      'text/social',
      { youtube: 'javascript:alert(1)' },
      'body.youtube',
      'Please enter a web address that begins with https://.',
    ],
    [
      'text/social',
      { youtube: 'data:text/html,x' },
      'body.youtube',
      'Please enter a web address that begins with https://.',
    ],
    ['text/contact', { phone: 'call us' }, 'body.phone', 'Please enter a phone number with at least 7 digits.'],
    ['testimonial/1', { stars: 6 }, 'body.stars', 'Please choose 1 to 5 stars.'],
    ['text/hero', { surplus: 'x' }, 'body.surplus', 'Unknown field.'],
  ])('EDIT-BAD-1 a bad value in %s is refused at its field and not stored', async (path, fields, field, message) => {
    const { version, body } = await read(path);
    const errors = await errorsOf(await put(path, version, { ...body, ...fields }));
    expect(errors).toContainEqual({ field, message });
    expect((await read(path)).version).toBe(version);
  });

  it('EDIT-BAD-2 a category in another spelling, and one package too many, are refused', async () => {
    const [one, other] = [await create('package'), await create('package')];
    await change(`package/${one.id}`, { name: 'Brand', category: 'Product films' });
    const { version, body } = await read(`package/${other.id}`);
    const errors = await errorsOf(await put(`package/${other.id}`, version, { ...body, category: 'product  Films' }));
    expect(errors).toEqual([
      { field: 'body.category', message: "Please use the spelling of the other packages: 'Product films'." },
    ]);
    await sql`
      insert into packages (package_id, name, price, duration, category, features, terms, popular, color, position)
      select 'many-' || n, 'Many ' || n, '₹1', '', 'Many', '{}', '{}', false, '', 1000 + n
      from generate_series(1, 5000) n`.execute(api.db);
    const full = await esha('POST', '/api/admin/documents', { json: { entity: 'package' } });
    const message = 'The page can have at most 200 packages. Archive one first.';
    expect(await errorsOf(full)).toEqual([{ field: 'entity', message }]);
    const page = await jsonOf(await esha('GET', '/api/admin/documents?entity=package&limit=200'));
    expect(page.documents).toHaveLength(200);
    const next = await jsonOf(await esha('GET', `/api/admin/documents?entity=package&limit=200&cursor=${page.next}`));
    expect(page.documents.map((each: SiteDocument) => each.id)).not.toContain(next.documents[0].id);
    await sql`delete from packages where package_id like 'many-%'`.execute(api.db);
  });

  it('EDIT-TEST-1 a testimonial needs consent and a description of its photo, and can be hidden', async () => {
    const media = (await get('/api/services'))[0].media.id;
    const made = await create('testimonial');
    const fields = { name: 'Isha', text: 'Kind and quiet.', event: 'Wedding', photoId: media, stars: 4 };
    const draft = await change(`testimonial/${made.id}`, fields);
    const fieldsOf = (await errorsOf(await publish(draft))).map(({ field }) => field);
    expect(fieldsOf).toEqual([`testimonial.${made.id}.photoAlt`, `testimonial.${made.id}.consent`]);
    await published(await change(`testimonial/${made.id}`, { photoAlt: 'Isha laughs', consent: true }));
    const shown = (await get('/api/testimonials')).at(-1);
    expect(shown).toMatchObject({ name: 'Isha', rating: 4, media: { alt: 'Isha laughs' } });
    await published(await change(`testimonial/${made.id}`, { hidden: true }));
    expect((await get('/api/testimonials')).map((each: Body) => each._id)).not.toContain(made.id);
  });

  it('EDIT-TEST-1 a testimonial without consent can be hidden, and needs it to be shown again', async () => {
    const shown = async () => (await get('/api/testimonials')).map((each: Body) => each._id);
    const { id } = await read('testimonial/2');
    expect(await shown()).toContain(id);
    await published(await change(`testimonial/${id}`, { consent: false, hidden: true }));
    expect(await shown()).not.toContain(id);
    const errors = await errorsOf(await publish(await change(`testimonial/${id}`, { hidden: false })));
    expect(errors.map(({ field }) => field)).toEqual([`testimonial.${id}.consent`]);
    await published(await change(`testimonial/${id}`, { consent: true }));
    expect(await shown()).toContain(id);
  });

  it('EDIT-LIST-1 publishing an order moves the items, and keeps those that it does not name at the end', async () => {
    const order = await read('order/service');
    const ids = (order.body as { ids: string[] }).ids;
    const draft = await change('order/service', { ids: [...ids].reverse().slice(0, 3) });
    await published(draft);
    const now = (await get('/api/services')).map((each: Body) => each._id);
    expect(now).toEqual([...[...ids].reverse().slice(0, 3), ...ids.slice(0, ids.length - 3)]);
  });

  it('API-1 a service that is sent again with the same Idempotency-Key is added once', async () => {
    const add = (headers: Record<string, string>) =>
      esha('POST', '/api/services', { headers, json: { title: 'Sent twice' } });
    const headers = { 'idempotency-key': 'service-sent-twice' };
    const responses = await Promise.all([add(headers), add(headers)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const [first, second] = await Promise.all(responses.map(jsonOf));
    expect(second).toEqual(first);
    expect((await get('/api/services')).filter(({ title }: Body) => title === 'Sent twice')).toHaveLength(1);
    expect((await esha('DELETE', `/api/services/${first._id}`)).status).toBe(204);
    expect(await jsonOf(await add(headers))).toEqual(first);
    expect((await add({ 'idempotency-key': 'short' })).status).toBe(422);
  });

  it('EDIT-PUB-1 publishes all chosen drafts or none, each with an audit entry and a revision', async () => {
    const stats = await change('stats/all', { items: [{ number: '9+', label: 'Years' }] });
    const timeline = await change('timeline/all', { items: [{ year: '2017', title: '', description: '' }] });
    const entries = () => api.db.selectFrom('audit').selectAll().where('action', '=', 'site.publish').execute();
    const known = (await entries()).length;
    expect((await errorsOf(await publish(stats, timeline)))[0]?.field).toBe('timeline.all.items.0.title');
    expect((await get('/api/stats')).length).toBeGreaterThan(1);
    const achievements = await change('achievements/all', { items: ['Albums bound by hand'] });
    const profile = await change('profile/all', { title: 'Ameya K.' });
    await published(stats, achievements, profile);
    expect((await entries()).length).toBe(known + 3);
    expect(await get('/api/stats')).toMatchObject([{ number: '9+', label: 'Years' }]);
    expect(await get('/api/profile')).toMatchObject({ title: 'Ameya K.', achievements: ['Albums bound by hand'] });
    const { revisions } = await jsonOf(await esha('GET', '/api/admin/revisions?entity=stats'));
    const compared = await jsonOf(await esha('GET', `/api/admin/revisions/${revisions[1]._id}`));
    expect(compared).toMatchObject({ revision: { by: 'this installation' }, other: { items: [{ number: '9+' }] } });
    await expect(sql`update revisions set body = '{}' where state = 'published'`.execute(api.db)).rejects.toThrow(
      'cannot be changed',
    );
  });

  it('EDIT-PUB-2 two publishers of one draft: one publishes it, the other sees that it is gone', async () => {
    const draft = await change('text/portfolio', { heading: 'Frames' });
    const race = await Promise.all([publish(draft), publish(draft)]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 404]);
    const later = await change('text/portfolio', { heading: 'Frames again' });
    const save = put('text/portfolio', later.version, { ...later.body, heading: 'Typed during the publication' });
    const [saved, sent] = await Promise.all([save, publish(later)]);
    // Whichever is first, nothing that was typed is lost.
    const { body, live } = await read('text/portfolio');
    expect(saved.status).toBe(200);
    expect([200, 409]).toContain(sent.status);
    expect(body.heading).toBe('Typed during the publication');
    expect(live?.heading).toBe(sent.status === 200 ? 'Frames again' : 'Frames');
  });

  it('EDIT-SCHED-1 a schedule publishes once, at its time in India, also when two processes look at once', async () => {
    const draft = await change('text/testimonials', { closing: 'Come and see' });
    const made = await schedule([draft], 90);
    expect(made.status).toBe(201);
    const { dueAt, wallTime } = await jsonOf(made);
    expect(new Date(dueAt).getTime()).toBe(new Date(`${wallTime}:00+05:30`).getTime());
    expect(await fireNextSchedule(api.db)).toBeNull();
    const edit = await put('text/testimonials', draft.version, { ...draft.body, closing: 'Other' });
    expect({ status: edit.status, detail: (await jsonOf(edit)).detail }).toEqual({
      status: 409,
      detail: 'This is scheduled for publication. Cancel the schedule to change it.',
    });
    await passTime('3 hours');
    const fired = await Promise.all([1, 2, 3].map(() => fireNextSchedule(api.db)));
    expect(fired.filter((each) => each !== null)).toMatchObject([{ state: 'published', isLate: true }]);
    expect((await read('text/testimonials')).live?.closing).toBe('Come and see');
    const { schedules } = await jsonOf(await esha('GET', '/api/admin/schedules'));
    expect(schedules[0]).toMatchObject({ state: 'published', isLate: true, labels: ['Testimonials heading'] });
  });

  it.each([
    ['tomorrow', 'Please choose a date and a time.'],
    ['2027-02-31T10:00', 'This date does not exist.'],
    ['0027-01-01T10:00', 'Please choose a year from 2000 to 2099.'],
    ['9999-01-01T10:00', 'Please choose a year from 2000 to 2099.'],
  ])('EDIT-SCHED-1 the time %s is refused: %s', async (wallTime, message) => {
    const draft = await change('text/testimonials', { closing: `At ${wallTime}` });
    const json = { documents: [chosen(draft)], wallTime };
    const errors = await errorsOf(await esha('POST', '/api/admin/schedules', { json }));
    expect(errors).toEqual([{ field: 'wallTime', message }]);
  });

  it('EDIT-SCHED-2 a cancelled schedule leaves drafts; one that cannot be published fails and says why', async () => {
    const draft = await change('text/packages', { heading: 'Prices' });
    const { _id } = await jsonOf(await schedule([draft]));
    expect((await esha('DELETE', `/api/admin/schedules/${_id}`)).status).toBe(204);
    expect(await read('text/packages')).toMatchObject({ state: 'draft', schedule: null });
    expect((await errorsOf(await schedule([draft], -5)))[0]?.message).toBe('Please choose a time in the future.');

    const made = await create('package');
    await schedule([
      await change(`package/${made.id}`, { name: 'Later', rupees: 1, category: 'Corporate', popular: true }),
    ]);
    await passTime('1 minute');
    const failed = await fireNextSchedule(api.db);
    expect(failed).toMatchObject({ state: 'failed', problem: expect.stringContaining('only one package of') });
    expect(await read(`package/${made.id}`)).toMatchObject({ state: 'new', schedule: null });
    expect(await fireNextSchedule(api.db)).toBeNull();
  });

  it('EDIT-DRAFT-1 a draft can be edited and published after a direct write', async () => {
    const service = (await get('/api/services'))[2];
    await change(`service/${service._id}`, { title: 'Draft' });
    await esha('PUT', `/api/services/${service._id}`, { json: { description: 'Directly' } });
    const draft = await change(`service/${service._id}`, { title: 'Edited draft', description: 'Kept' });
    expect(draft).toMatchObject({ version: 4, live: { description: 'Directly' } });
    await published(draft);
    expect((await get('/api/services'))[2]).toMatchObject({ title: 'Edited draft', description: 'Kept' });
  });

  it('EDIT-DRAFT-1 a draft that is saved at the moment of a direct write is kept, and so is the write', async () => {
    const service = (await get('/api/services'))[4];
    for (let round = 0; round < 10; round += 1) {
      const { version, body } = await read(`service/${service._id}`);
      const [draft, direct] = await Promise.all([
        put(`service/${service._id}`, version, { ...body, title: `Draft ${round}` }),
        esha('PUT', `/api/services/${service._id}`, { json: { description: `Directly ${round}` } }),
      ]);
      // Without a draft, the one that comes second meets another version.
      expect([200, 409]).toContain(draft.status);
      expect(direct.status).toBe(200);
      expect((await read(`service/${service._id}`)).live?.description).toBe(`Directly ${round}`);
    }
  });

  it('EDIT-SCHED-2 a schedule fails when its document was changed directly since', async () => {
    const service = (await get('/api/services'))[3];
    await schedule([await change(`service/${service._id}`, { title: 'Scheduled' })]);
    await esha('PUT', `/api/services/${service._id}`, { json: { description: 'Corrected' } });
    await passTime('1 minute');
    expect(await fireNextSchedule(api.db)).toMatchObject({
      state: 'failed',
      problem: "'Scheduled' was changed on the website after it was scheduled. Compare and publish it again.",
    });
    expect((await get('/api/services'))[3]).toMatchObject({ title: service.title, description: 'Corrected' });
    expect(await read(`service/${service._id}`)).toMatchObject({ state: 'draft', body: { title: 'Scheduled' } });
  });

  it('EDIT-SCHED-1 what a user has scheduled who is disabled since is published, and says who it was', async () => {
    await schedule([await change('text/testimonials', { closing: 'Scheduled by Esha' })]);
    expect((await read('text/testimonials')).schedule?.by).toBe('Esha Editor');
    const setDisabled = (disabled: boolean) =>
      sql`update users set disabled = ${disabled} where name = 'Esha Editor'`.execute(api.db);
    await setDisabled(true);
    await passTime('1 minute');
    expect(await fireNextSchedule(api.db)).toMatchObject({ state: 'published', by: 'Esha Editor' });
    await setDisabled(false);
    const { entries } = await jsonOf(await asha('GET', '/api/admin/audit'));
    expect(entries[0]).toMatchObject({ action: 'site.publish', by: 'Esha Editor (scheduled)' });
  });

  it('EDIT-SCHED-2 an interrupted schedule holds up no other, and is published once it can be', async () => {
    const footer = await change('text/footer', { credit: 'Scheduled first' });
    const portfolio = await change('text/portfolio', { heading: 'Scheduled second' });
    for (const draft of [footer, portfolio]) expect((await schedule([draft])).status).toBe(201);
    await passTime('1 minute');
    await sql`create function interrupt() returns trigger language plpgsql as
      $$ begin raise exception 'the database refuses this'; end $$`.execute(api.db);
    await sql`create trigger interrupt before insert or update on revisions for each row
      when (new.entity_id = 'footer' and new.state = 'published') execute function interrupt()`.execute(api.db);
    const stop = startScheduler(api.db, createLogger('silent'), 20);
    try {
      const heading = async () => (await read('text/portfolio')).live?.heading;
      while ((await heading()) !== 'Scheduled second') await nextTurn();
      expect(await read('text/footer')).toMatchObject({ state: 'scheduled', live: { credit: footer.live?.credit } });
      await sql`drop trigger interrupt on revisions`.execute(api.db);
      const credit = async () => (await read('text/footer')).live?.credit;
      while ((await credit()) !== 'Scheduled first') await nextTurn();
    } finally {
      await stop();
    }
  });

  it("EDIT-HIST-1 the specification's own writes leave revisions, and what was there before", async () => {
    const [, service] = await get('/api/services');
    await esha('PUT', `/api/services/${service._id}`, { json: { title: 'Directly' } });
    const { revisions } = await jsonOf(await esha('GET', `/api/admin/revisions?entity=service&id=${service._id}`));
    expect(revisions.map((each: { by: string; label: string }) => [each.by, each.label])).toEqual([
      ['Esha Editor', 'Directly'],
      ['this installation', service.title],
    ]);
    const restore = `/api/admin/revisions/${revisions[1]._id}/restore`;
    const draft = await jsonOf(await esha('POST', restore, { json: { version: 2 } }));
    expect(draft).toMatchObject({ state: 'draft', body: { title: service.title } });
    await published(draft);
    expect((await get('/api/services')).find((each: Body) => each._id === service._id)).toEqual(service);
  });

  it('EDIT-PREV-1 the preview changes exactly what publishing the same drafts would', async () => {
    const { documents } = await jsonOf(await esha('GET', '/api/admin/drafts?limit=200'));
    for (const { entity, id, version } of documents)
      await esha('DELETE', `/api/admin/documents/${entity}/${id}/draft?version=${version}`);
    const preview = async (unsaved: object[] = []) =>
      jsonOf(await esha('POST', '/api/admin/site-preview', { json: { unsaved } }));
    expect(await preview()).toEqual({ lists: {}, objects: {} });

    const drafts = [
      await change('text/services', { heading: 'What we do' }),
      await change('service/2', { title: 'Portraits', features: ['One'] }),
      await change('order/package', { ids: ['3', '1', '2'] }),
      await change('package/1', { rupees: 55_000 }),
      await change('testimonial/2', { hidden: true, consent: true }),
      await change('profile/all', { subtitle: 'Photographer' }),
    ];
    const { lists, objects } = await preview();
    const paths = ['/api/content', '/api/services', '/api/packages', '/api/testimonials'];
    expect(Object.keys(lists).sort()).toEqual([...paths].sort());
    const live = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await get(path)])));
    const expected = { ...(await get('/api/profile')), ...objects['/api/profile'] };
    await published(...drafts);
    for (const path of paths) {
      const of = new Map(live[path].map((each: Body) => [each._id, each]));
      const shown = lists[path].ids.map((id: string) => ({ ...(of.get(id) as Body), ...lists[path].changed[id] }));
      const plain = (items: Body[]) =>
        items.map(({ _id, rupees, ...rest }) => (path === '/api/content' ? rest : { _id, ...rest }));
      const now = await get(path);
      // Texts that nobody changed have no row.
      if (path === '/api/content') expect(plain(shown)).toEqual(expect.arrayContaining(plain(now)));
      else expect(plain(shown)).toEqual(plain(now));
    }
    expect(await get('/api/profile')).toEqual(expected);
    const { version, body } = await read('text/hero');
    const typed = await preview([{ entity: 'text', id: 'hero', body: { ...body, tagline: 'Typing' } }]);
    expect(JSON.stringify(typed)).toContain('Typing');
    expect((await read('text/hero')).version).toBe(version);
  });
});
