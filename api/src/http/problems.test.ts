import { problemSchema } from '@godhuli/contracts/problem';
import { Hono } from 'hono';
import { type TestApp, testApp } from '../testing/test-app.js';
import { engines } from '../testing/test-database.js';
import { TooManyAttempts } from './errors.js';
import { problemOf, respondWithProblem } from './problems.js';

it('API-6 an unknown error reveals nothing about its cause', () => {
  const problem = problemOf(new Error('relation "users" does not exist at /srv/app/db.ts'));
  expect(problemSchema.parse(problem)).toMatchObject({ status: 500, title: 'Internal Server Error' });
  expect(JSON.stringify(problem)).not.toMatch(/users|srv/);
});

it('API-6 a problem says what people may know', () => {
  expect(problemOf(new TooManyAttempts(30))).toMatchObject({ status: 429, detail: expect.stringContaining('wait') });
});

it.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'API-6 a disk that refuses to write (%s) is 503 with a time to retry',
  async (code) => {
    const app = new Hono();
    app.get('/', () => {
      throw Object.assign(new Error(`${code}: write /srv/media`), { code, syscall: 'write' });
    });
    app.onError((error, c) => respondWithProblem(c, error));
    const response = await app.request('/');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(problemSchema.parse(await response.json()))).not.toMatch(/srv|E[A-Z]{4}/);
  },
);

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp(engine);
  }, 120_000);
  afterAll(() => api.close());

  it('API-6 a database that is not available is 503 with Retry-After, for reads and writes', async () => {
    await api.call('GET', '/api/services');
    await api.stopDatabase();
    const json = { name: 'Meera', eventType: 'wedding' };
    for (const response of [
      await api.call('POST', '/api/inquiries', { json }),
      await api.call('GET', '/api/content/hero'),
    ]) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(problemSchema.parse(await response.json()).detail).toContain('not available. Please');
    }
  });
});
