import { addDays, todayInIndia } from '@godhuli/contracts/calendar';
import { jsonOf, type TestApp, testApp } from '../testing/test-app.js';
import { engines } from '../testing/test-database.js';

jest.setTimeout(240_000);

interface Entity {
  path: string;
  version: number | string;
}

const YEAR = '/api/muhurats/2032';
const DAY = addDays(todayInIndia(), 40);
const booking = { kind: 'booking', title: 'Asha', cityId: '1', startsOn: DAY, endsBefore: addDays(DAY, 1) };
const texts = { en: 'Hello', mr: '', hi: '' };
const film = { title: 'Film', category: 'wedding', linkUrl: 'https://youtu.be/abcdefghijk' };
const inquiry = { name: 'Asha', eventType: 'wedding', phone: '9822012345', elapsedMs: 9000 };

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let asha: Record<string, string>;
  let esha: Record<string, string>;
  beforeAll(async () => {
    api = await testApp(engine);
    asha = { cookie: await api.cookieOf('admin') };
    esha = { cookie: await api.cookieOf('editor') };
  });
  afterAll(() => api.close());

  const send = (method: string, path: string, json?: object, headers = asha) =>
    api.call(method, path, { headers, ...(json && { json }) });
  const added = async (path: string, json: object): Promise<Entity> => {
    const { _id, version } = await jsonOf(await send('POST', path, json));
    return { path: `${path}/${_id}`, version };
  };
  const stored = async (path: string): Promise<Entity> => ({
    path,
    version: (await jsonOf(await send('GET', path))).version,
  });
  const audited = async () =>
    Number(
      (
        await api.db
          .selectFrom('audit')
          .select(({ fn }) => fn.countAll().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    );
  const client = () => added('/api/clients', { name: 'Asha', phone: '9822054321' });

  it.each<{ what: string; make(): Promise<Entity>; mine: object; other: object }>([
    {
      what: 'ADM-INQ-1 notes of an inquiry',
      make: async () => {
        await api.call('POST', '/api/inquiries', { json: inquiry });
        const { id } = await api.db
          .selectFrom('inquiries')
          .select('id')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        return stored(`/api/inquiries/${id}`);
      },
      mine: { notes: ' Called back ' },
      other: { notes: 'Wrote back' },
    },
    {
      what: 'STORY-2 a story',
      make: () => added('/api/albums', { title: 'A story', category: 'wedding' }),
      mine: { title: 'Haldi', sections: [{ title: 'Morning', entries: [{ photoId: '3' }] }] },
      other: { title: 'Pheras' },
    },
    {
      what: 'CAL-1 a booking',
      make: () => added('/api/bookings', booking),
      mine: { ...booking, title: 'Asha and Ravi', ceremonies: [{ name: 'Haldi', day: DAY, startsAt: '10:00' }] },
      other: { title: 'Meena' },
    },
    {
      what: 'CAL-4 muhurat dates',
      make: () => stored(YEAR),
      mine: { days: [{ day: '2032-01-31', name: 'Vivah' }] },
      other: { days: [] },
    },
    {
      what: 'CLIENT-5 a reply template',
      make: () => added('/api/reply-templates', { name: 'Thanks', texts }),
      mine: { name: 'Thank you', texts },
      other: { name: 'Bye', texts },
    },
    { what: 'CLIENT-1 a client', make: client, mine: { name: 'Asha K' }, other: { name: 'Asha P' } },
    {
      what: 'CLIENT-6 a task',
      make: async () => {
        const { path } = await client();
        const task = await jsonOf(await send('POST', `${path}/tasks`, { text: 'Call', dueOn: DAY }));
        return { path: `/api/client-tasks/${task._id}`, version: task.version };
      },
      mine: { isDone: true },
      other: { isDone: false },
    },
    {
      what: 'FILM-1 a film',
      make: () => added('/api/admin/videos', film),
      mine: { title: 'Our film', posterId: null, linkUrl: 'youtu.be/lmnopqrstuv' },
      other: { title: 'Other' },
    },
    {
      what: 'ADM-GAL-2 a photo',
      make: async () => {
        const { _id, version } = (await jsonOf(await send('GET', '/api/admin/portfolio'))).items[0];
        return { path: `/api/portfolio/${_id}`, version };
      },
      mine: { place: 'Pune', focal: { x: 10, y: 20 } },
      other: { place: 'Nashik' },
    },
  ])('$what: a retry after a lost response is no conflict; other content is one', async ({ make, mine, other }) => {
    const { path, version } = await make();
    const first = await send('PUT', path, { version, ...mine });
    expect({ status: first.status, text: await first.clone().text() }).toMatchObject({ status: 200 });
    const saved = await jsonOf(first);
    const entries = await audited();
    const retry = await send('PUT', path, { version, ...mine });
    expect(retry.status).toBe(200);
    expect(await jsonOf(retry)).toEqual(saved);
    expect(await audited()).toBe(entries);
    const refused = await send('PUT', path, { version, ...other }, esha);
    expect(refused.status).toBe(409);
    const { current, changedBy, changedAt } = await jsonOf(refused);
    expect(current).toEqual(saved);
    expect(changedBy).toBe('Asha Admin');
    expect(Date.now() - Date.parse(changedAt)).toBeLessThan(60_000);
  });

  it('EDIT-CONFLICT-1 a retry of a draft after a lost response is no conflict', async () => {
    const path = '/api/admin/documents/text/social';
    const { version, body } = await jsonOf(await send('GET', path));
    const json = { version, body: { ...body, instagram: 'https://instagram.com/retry' } };
    const saved = await jsonOf(await send('PUT', path, json));
    const retry = await send('PUT', path, json);
    expect(retry.status).toBe(200);
    expect(await jsonOf(retry)).toEqual(saved);
  });

  it('API-6 a change without any field is a conflict while its version is stale', async () => {
    const { path, version } = await added('/api/bookings', {
      ...booking,
      startsOn: addDays(DAY, 9),
      endsBefore: addDays(DAY, 10),
    });
    await send('PUT', path, { version, title: 'Meena' });
    expect((await send('PUT', path, { version })).status).toBe(409);
  });
});
