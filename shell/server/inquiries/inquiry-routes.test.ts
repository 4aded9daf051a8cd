import { Hono } from 'hono';
import { readShellBuild } from '../shell-build.js';
import { createFakeApi, type FakeApi, quiet, temporaryFolders, writeShell } from '../testing/fake-site.js';
import { inquiryRoutes } from './inquiry-routes.js';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

async function open(): Promise<{
  fake: FakeApi;
  send(body: string | URLSearchParams, headers?: Record<string, string>): Promise<Response>;
}> {
  const directory = folders.create();
  writeShell(directory);
  const fake = createFakeApi({ generation: 1, remotes: {} });
  const app = new Hono().route('/', inquiryRoutes(await readShellBuild(directory), fake.api, quiet, {}));
  return {
    fake,
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

it('PUB-CONT-2 PUB-CONT-4 takes the form without JavaScript and says the words of success', async () => {
  const { fake, send } = await open();
  const answer = await send(form({ idempotencyKey: 'key-12345678', stranger: 'x' }));
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain('Inquiry Submitted Successfully!');
  expect(html).toContain('Thank you for your interest. We&#39;ll get back to you within 24 hours.');
  expect(html).not.toContain('<form');
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
});

it('PUB-CONT-3 a refused form keeps every value and stands each error beside its field', async () => {
  const { fake, send } = await open();
  fake.answerInquiry = () =>
    new Response(
      JSON.stringify({
        status: 422,
        errors: [{ field: 'phone', message: 'Please enter a full phone number with its area or country code.' }],
      }),
      { status: 422 },
    );
  const answer = await send(form({ phone: '"><script>' }));
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain('Submission Failed');
  expect(html).toContain('There was an error submitting your inquiry. Please try again or contact us directly.');
  expect(html).toContain('value="Meera &lt;b&gt;"');
  expect(html).toContain('<option value="wedding" selected>');
  expect(html).toContain('>\ntwo\r\nlines</textarea>');
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(html).toMatch(/id="inquiry-phone"[^>]*aria-invalid="true" aria-describedby="inquiry-phone-error"/);
  expect(html).toContain(
    'id="inquiry-phone-error">Please enter a full phone number with its area or country code.</p>',
  );
});

it('PUB-CONT-3 without JavaScript the first refused field has the focus, and a list links to each', async () => {
  const { fake, send } = await open();
  const errors = [
    { field: 'eventDate', message: 'Please choose today or a later date.' },
    { field: 'phone', message: 'Too <short>.' },
    { field: 'elapsedMs', message: 'Not shown.' },
  ];
  fake.answerInquiry = () => new Response(JSON.stringify({ status: 422, errors }), { status: 422 });
  const html = await (
    await send(form({ idempotencyKey: 'key-12345678', phone: '98220', eventDate: '2020-01-01' }))
  ).text();
  expect(html.match(/autofocus/g)).toHaveLength(1);
  expect(html).toMatch(/<input id="inquiry-phone"[^>]* autofocus /);
  const list = /role="alert">.*?<\/div>/.exec(html)?.[0];
  expect(list).toBe(
    'role="alert"><p>Please fix the fields below.</p><ul>' +
      '<li><a href="#inquiry-phone">Phone Number</a>: Too &lt;short&gt;.</li>' +
      '<li><a href="#inquiry-eventDate">Preferred Date</a>: Please choose today or a later date.</li></ul></div>',
  );
  expect(html).toMatch(/id="inquiry-eventDate"[^>]* value="2020-01-01" min="\d{4}-\d\d-\d\d"/);
  // What is corrected is another inquiry; the key of a refused one would be refused with it.
  expect(html).not.toContain('key-12345678');
});

it('PUB-CONT-3 over the limit of its network a form hears how else to reach the studio', async () => {
  const { fake, send } = await open();
  const detail = 'Please call us or write to us on WhatsApp: +91 90000 00000.';
  fake.answerInquiry = () => new Response(JSON.stringify({ status: 429, detail }), { status: 429 });
  const answer = await send(form());
  expect(answer.status).toBe(429);
  expect(await answer.text()).toContain(detail);
});

it('PUB-CONT-3 keeps every value and the key while the API is away', async () => {
  const { fake, send } = await open();
  fake.away = true;
  const answer = await send(form({ idempotencyKey: 'key-12345678' }));
  expect(answer.status).toBe(503);
  const html = await answer.text();
  expect(html).toContain('value="Meera &lt;b&gt;"');
  expect(html).toContain('name="idempotencyKey" value="key-12345678"');
  expect(html).not.toContain('role="alert"');
});

it('refuses other content types, and bodies over 64 KB, before the API hears of them', async () => {
  const { fake, send } = await open();
  expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415);
  expect((await send(form({ message: 'x'.repeat(65 * 1024) }))).status).toBe(413);
  expect(fake.inquiries).toHaveLength(0);
});
