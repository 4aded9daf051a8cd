import { addDays, todayInIndia } from '@godhuli/contracts/calendar';
import { dashboardSchema } from '@godhuli/contracts/dashboard';
import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';

jest.setTimeout(120_000);

it.each(engines())('ADM-DASH-2 one request reads what a working day begins with, on %s', async (engine) => {
  const api = await testApp(engine);
  const today = todayInIndia();
  const headers = { cookie: await api.cookieOf('editor') };
  const send = (path: string, json: object) => api.call('POST', path, { headers, json });
  const inquiry = await jsonOf(
    await api.call('POST', '/api/inquiries', { json: { name: 'Meera', eventType: 'wedding', elapsedMs: 9000 } }),
  );
  await api.db.updateTable('inquiries').set({ created_at: sql<Date>`now() - interval '25 hours'` }).execute();
  const booking = { kind: 'booking', title: 'Asha', cityId: '2', startsOn: today, endsBefore: addDays(today, 1) };
  await send('/api/bookings', booking);
  const held = { kind: 'hold', startsOn: addDays(today, 40), endsBefore: addDays(today, 41), heldUntil: today };
  await send('/api/bookings', { ...booking, ...held, title: 'Nisha' });
  await send('/api/content', { section: 'hero', key: 'note', value: 'x' });
  const read = dashboardSchema.parse(await jsonOf(await api.call('GET', '/api/admin/dashboard', { headers })));
  expect(read.dueNow.map(({ _id }) => _id)).toEqual([inquiry._id]);
  expect(read).toMatchObject({ dueCount: 1, unanswered: 1, likelySpam: 0 });
  expect(read.shoots.map(({ title, city }) => [title, city])).toEqual([['Asha', 'Pune']]);
  expect(read.endingHolds.map(({ title }) => title)).toEqual(['Nisha']);
  expect(read.lastPublish?.action).toBe('content.create');
  expect(read.weeks.length).toBe(12);
  expect(read.weeks.at(-1)?.bookings).toBe(1);
  expect(read.sources).toEqual(['Unknown']);
  await api.close();
});

describe.each(engines())('the last publish, on %s', (engine) => {
  let api: TestApp;
  let headers: Record<string, string>;
  beforeEach(async () => {
    api = await testApp(engine);
    headers = { cookie: await api.cookieOf('editor') };
  });
  afterEach(() => api.close());

  const lastPublish = async () =>
    dashboardSchema.parse(await jsonOf(await api.call('GET', '/api/admin/dashboard', { headers }))).lastPublish?.action;
  const send = async (method: string, path: string, json: object) =>
    jsonOf(await api.call(method, path, { headers, json: { category: 'wedding', ...json } }));
  const film = { title: 'Film', linkUrl: 'https://youtu.be/abcDEF_-123' };

  it('ADM-DASH-2 stays however much else happens after it', async () => {
    await send('POST', '/api/portfolio', { title: 'Photo' });
    await sql`
      insert into audit (user_name, action, entity_id)
      select 'a visitor', 'inquiries.receive', n from generate_series(1, 600) n`.execute(api.db);
    expect(await lastPublish()).toBe('portfolio.create');
  });

  it('ADM-DASH-2 may be one of a story or a film', async () => {
    const { _id, version } = await send('POST', '/api/albums', { title: 'Story', published: true });
    expect(await lastPublish()).toBe('albums.create');
    await send('POST', '/api/admin/videos', { ...film, published: true });
    expect(await lastPublish()).toBe('videos.create');
    await send('PUT', `/api/albums/${_id}`, { version, published: false });
    expect(await lastPublish()).toBe('albums.update');
  });

  it('ADM-DASH-2 is no change of what visitors do not see', async () => {
    await send('POST', '/api/portfolio', { title: 'Hidden', published: false });
    const { _id, version } = await send('POST', '/api/albums', { title: 'Hidden', published: false });
    await send('PUT', `/api/albums/${_id}`, { version, title: 'Still hidden' });
    await send('POST', '/api/admin/videos', { ...film, published: false });
    expect(await lastPublish()).toBeUndefined();
  });
});

it.each(engines())('ADM-DASH-2 inquiries and bookings are counted per week and source, on %s', async (engine) => {
  const api = await testApp(engine);
  const headers = { cookie: await api.cookieOf('editor') };
  const row = { name: 'Meera', event_type: 'wedding', message: '', network: '192.0.2.9' } as const;
  const sources = ['Instagram', 'Instagram', 'Google', 'b', 'c', 'd', 'e', 'Other', null];
  const ids = await api.db
    .insertInto('inquiries')
    .values(sources.map((source) => ({ ...row, source, quarantined: false }) as never))
    .returning('id')
    .execute();
  await api.db
    .insertInto('inquiries')
    .values([
      { ...row, source: 'Spam', quarantined: true },
      { ...row, source: 'Google', quarantined: false, created_at: sql`now() - interval '7 days'` },
      { ...row, source: 'Google', quarantined: false, created_at: sql`now() - interval '85 days'` },
    ] as never)
    .execute();
  const today = todayInIndia();
  const booking = { kind: 'booking', title: 'Asha', cityId: '2', startsOn: today, endsBefore: addDays(today, 1) };
  await api.call('POST', '/api/bookings', { headers, json: { ...booking, inquiryId: ids[0]?.id } });
  const read = dashboardSchema.parse(await jsonOf(await api.call('GET', '/api/admin/dashboard', { headers })));
  expect(read.sources).toEqual(['Instagram', 'Google', 'b', 'c', 'd', 'Other', 'Unknown']);
  const [before, now] = read.weeks.slice(-2);
  expect(now).toMatchObject({ inquiries: 9, bookings: 1 });
  expect(now?.bySource.map(({ inquiries }) => inquiries)).toEqual([2, 1, 1, 1, 1, 2, 1]);
  expect(now?.bySource.map(({ bookings }) => bookings)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(before?.bySource[1]).toEqual({ inquiries: 1, bookings: 0 });
  expect(read.weeks.reduce((sum, { inquiries }) => sum + inquiries, 0)).toBe(10);
  await api.close();
});
