import type { PostedForm } from '@godhuli/contracts/host';
import { Hono } from 'hono';
import { readShellBuild } from '../shell-build.js';
import { createFakeApi, type FakeApi, quiet, temporaryFolders, writeShell } from '../testing/fake-site.js';
import { inquiryRoutes } from './inquiry-routes.js';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

interface Site {
  fake: FakeApi;
  /** what the release was given to render, oldest first */
  rendered: PostedForm[];
  /** asks for the URL of the response, which the browser shows */
  reload(query: string): Promise<Response>;
  send(body: string | URLSearchParams, headers?: Record<string, string>): Promise<Response>;
}

/** @param page what the live release renders; null for one that does not show posted forms */
async function open(page: string | null = '<p>the page of the release</p>'): Promise<Site> {
  const directory = folders.create();
  writeShell(directory);
  const fake = createFakeApi({ generation: 1, remotes: {} });
  const rendered: PostedForm[] = [];
  const renderForm = async (_: unknown, form: PostedForm) => {
    rendered.push(form);
    return page;
  };
  const shell = await readShellBuild(directory);
  const app = new Hono().route(
    '/',
    inquiryRoutes({ shell, api: fake.api, logger: quiet, headers: { 'cache-control': 'no-cache' }, renderForm }),
  );
  return {
    fake,
    rendered,
    reload: async (query) => app.request(`/inquiries${query}`),
    send: async (body, headers = {}) =>
      app.request('/inquiries', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost', ...headers },
        body: String(body),
      }),
  };
}

const form = (values: Record<string, string> = {}) =>
  new URLSearchParams({
    name: 'Meera <b>',
    eventType: 'wedding',
    phone: '',
    eventDate: '',
    message: 'two\r\nlines',
    ...values,
  });

const problem = (status: number, members: object) => () =>
  new Response(JSON.stringify({ status, ...members }), { status });

it('PUB-CONT-2 PUB-CONT-4 forwards the form to the API and shows the page of the release', async () => {
  const { fake, rendered, send } = await open();
  const referer = 'http://localhost/?utm_source=instagram';
  const response = await send(form({ idempotencyKey: 'key-12345678' }), { referer });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toBe('<p>the page of the release</p>');
  expect(fake.inquiries).toHaveLength(1);
  expect(fake.inquiries[0]?.body).toEqual({
    name: 'Meera <b>',
    eventType: 'wedding',
    phone: '',
    eventDate: '',
    message: 'two\nlines',
  });
  expect(fake.inquiries[0]?.headers.get('idempotency-key')).toBe('key-12345678');
  expect(fake.inquiries[0]?.headers.get('origin')).toBe('http://localhost');
  expect(fake.inquiries[0]?.headers.get('referer')).toBe(referer);
  expect(rendered).toEqual([
    {
      version: 1,
      name: 'inquiry',
      status: 'ok',
      values: {},
      errors: {},
      receipt: { _id: '1' },
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
});

it('PUB-CONT-2 a new field reaches the API and the release without a change of the front door', async () => {
  const { fake, rendered, send } = await open();
  fake.respondToInquiry = problem(422, { errors: [{ field: 'guests', message: 'At most 2000 guests.' }] });
  await send(form({ guests: '9000', website: '' }));
  expect(fake.inquiries[0]?.body).toMatchObject({ guests: '9000', website: '' });
  expect(rendered[0]?.values.guests).toBe('9000');
  expect(rendered[0]?.errors).toEqual({ guests: 'At most 2000 guests.' });
});

it('PUB-CONT-3 invisible control characters from a word processor do not reach the API', async () => {
  const { fake, send } = await open();
  await send(form({ message: 'Haldi\u000bWedding\u0007\r\nThank you\t:)' }));
  expect(fake.inquiries[0]?.body).toMatchObject({ message: 'Haldi\nWedding\nThank you\t:)' });
});

it('PUB-CONT-3 a refused form keeps every value and has the message of each invalid field', async () => {
  const { fake, rendered, send } = await open();
  fake.respondToInquiry = problem(422, {
    errors: [
      { field: 'phone', message: 'Please enter a full phone number with its area or country code.' },
      { field: 'phone', message: 'A second one.' },
      { field: 'eventDate', message: 'Please choose today or a later date.' },
    ],
  });
  const response = await send(form({ idempotencyKey: 'key-12345678', phone: '"><script>' }));
  expect(response.status).toBe(422);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(rendered[0]).toMatchObject({
    status: 'invalid',
    values: { name: 'Meera <b>', eventType: 'wedding', phone: '"><script>', message: 'two\r\nlines' },
    errors: {
      phone: 'Please enter a full phone number with its area or country code.',
      eventDate: 'Please choose today or a later date.',
    },
  });
  // A corrected form is another inquiry. The API would refuse it with the key of the first.
  expect(rendered[0]?.idempotencyKey).not.toBe('key-12345678');
});

it('PUB-CONT-2 a form that is too large for the API keeps every value and says to shorten the message', async () => {
  const { fake, rendered, send } = await open();
  fake.respondToInquiry = problem(413, { detail: 'The request body is larger than 20 KB.' });
  const message = 'न'.repeat(6900);
  expect((await send(form({ message }))).status).toBe(413);
  expect(rendered[0]).toMatchObject({
    status: 'invalid',
    values: { name: 'Meera <b>', message },
    errors: { message: 'Please shorten your message.' },
  });
});

it('PUB-CONT-3 over the limit of its network a form says how else to reach the studio', async () => {
  const detail = 'Please call us or write to us on WhatsApp: +91 90000 00000.';
  const { fake, rendered, send } = await open();
  fake.respondToInquiry = problem(429, { detail });
  expect((await send(form())).status).toBe(429);
  expect(rendered[0]).toMatchObject({ status: 'refused', message: detail });
});

it('PUB-CONT-3 keeps every value and the key while the API is not available', async () => {
  const { fake, rendered, send } = await open();
  fake.isUnavailable = true;
  expect((await send(form({ idempotencyKey: 'key-12345678' }))).status).toBe(503);
  expect(rendered[0]).toMatchObject({
    status: 'failed',
    values: { name: 'Meera <b>' },
    errors: {},
    idempotencyKey: 'key-12345678',
  });
});

it('PUB-CONT-3 the same values have the same key: a second tap, or Back, sends the same inquiry', async () => {
  const { fake, rendered, send } = await open();
  for (const values of [form(), form(), form({ name: 'Ravi' }), form({ idempotencyKey: 'short' })]) await send(values);
  const [first, second, other, unusable] = fake.inquiries.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  expect(unusable).toBe(first);
  fake.isUnavailable = true;
  await send(form());
  expect(rendered.at(-1)).toMatchObject({ status: 'failed', idempotencyKey: first });
});

it('PUB-CONT-3 the URL of the response leads to the page with the form, and never to another site', async () => {
  const { reload } = await open();
  const leadsTo = async (query: string) => {
    const { status, headers } = await reload(query);
    expect(status).toBe(303);
    return headers.get('location');
  };
  expect(await leadsTo('?page=/mr/p/haldi%3Fa=b')).toBe('/mr/p/haldi?a=b');
  for (const query of [
    '',
    '?page=',
    '?page=https://evil.example',
    '?page=//evil.example',
    '?page=/%5Cevil.example',
    '?page=/%0d%0aa:b',
  ])
    expect(await leadsTo(query)).toBe('/');
});

it('shows a page of its own, with the same status, when the live release does not show posted forms', async () => {
  const { fake, send } = await open(null);
  const accepted = await send(form());
  expect(accepted.status).toBe(200);
  expect(accepted.headers.get('cache-control')).toBe('no-store');
  expect(await accepted.text()).toContain('We received your message');
  fake.respondToInquiry = problem(422, { errors: [{ field: 'phone', message: 'Too <short>.' }] });
  const refused = await send(form());
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain('Please go back');
  expect(html).toContain('<li>Too &lt;short&gt;.</li>');
  expect(html).not.toContain('<input');
});

it('refuses other content types, and bodies over 200 KB, without a request to the API', async () => {
  const { fake, send } = await open();
  expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415);
  expect((await send(form({ message: 'x'.repeat(201 * 1024) }))).status).toBe(413);
  expect(fake.inquiries).toHaveLength(0);
});
