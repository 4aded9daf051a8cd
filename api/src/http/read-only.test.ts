import { jsonOf, type TestApp, testApp } from '../testing/test-app.js';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
  const json = { name: 'Asha', eventType: 'wedding', phone: '98220 12345' };
  await api.call('POST', '/api/inquiries', { json });
}, 120_000);
afterAll(() => api.close());

describe.each([
  ['content', 'value', ['_id', 'section', 'key']],
  ['services', 'title', ['_id', 'media']],
  ['portfolio', 'title', ['_id', 'media', 'portrait', 'position']],
  ['inquiries', 'notes', ['_id', 'name', 'phone', 'createdAt', 'history']],
] as const)('API-1 PUT /api/%s', (noun, writable, readOnly) => {
  const editor = () => api.as('editor');
  const read = async () => (await jsonOf(await editor()('GET', `/api/${noun}`)))[0];

  it('accepts what GET returned, with and without a change', async () => {
    for (const change of [{}, { [writable]: 'Something else' }]) {
      const before = await read();
      const response = await editor()('PUT', `/api/${noun}/${before._id}`, { json: { ...before, ...change } });
      expect(response.status).toBe(200);
      expect(await jsonOf(response)).toMatchObject({ _id: before._id, ...change });
      const { version: _, ...after } = await read();
      const { version: __, ...expected } = { ...before, ...change };
      expect(after).toEqual(expected);
    }
  });

  it.each(readOnly)('names %s when it differs, and changes nothing', async (field) => {
    const before = await read();
    const json = { ...before, [writable]: 'Never written', [field]: 'another' };
    const response = await editor()('PUT', `/api/${noun}/${before._id}`, { json });
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).errors).toEqual([{ field, message: 'This field cannot be changed.' }]);
    expect(await read()).toEqual(before);
  });

  it('still refuses a field that nobody knows', async () => {
    const before = await read();
    const response = await editor()('PUT', `/api/${noun}/${before._id}`, { json: { ...before, colour: 'red' } });
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).errors).toEqual([{ field: 'colour', message: 'Unknown field.' }]);
  });
});

it('API-1 PUT /api/admin/users accepts what GET returned, and names _id and email when they differ', async () => {
  const admin = () => api.as('admin');
  const users = async () => jsonOf(await admin()('GET', '/api/admin/users'));
  const [before] = await users();
  const put = (json: object) => admin()('PUT', `/api/admin/users/${before._id}`, { json });
  const response = await put({ ...before, name: 'Asha Kulkarni' });
  expect(response.status).toBe(200);
  expect(await jsonOf(response)).toEqual({ ...before, name: 'Asha Kulkarni' });
  for (const field of ['_id', 'email']) {
    const refused = await put({ ...before, name: 'Never written', [field]: '999' });
    expect(refused.status).toBe(422);
    expect((await jsonOf(refused)).errors).toEqual([{ field, message: 'This field cannot be changed.' }]);
  }
  expect((await users())[0].name).toBe('Asha Kulkarni');
});
