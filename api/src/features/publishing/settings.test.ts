import type { Body } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import sharp from 'sharp';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';

jest.setTimeout(120_000);

describe.each(engines())('settings on %s', (engine) => {
  let api: TestApp;
  let asha: ReturnType<TestApp['as']>;
  beforeAll(async () => {
    api = await testApp(engine);
    asha = api.as('admin');
  });
  afterAll(() => api.close());

  const read = async (id: string): Promise<SiteDocument> =>
    jsonOf(await asha('GET', `/api/admin/documents/text/${id}`));
  const save = async (id: string, fields: Body) => {
    const { version, body } = await read(id);
    return asha('PUT', `/api/admin/documents/text/${id}`, { json: { version, body: { ...body, ...fields } } });
  };
  const publish = async (...saved: Response[]) => {
    const documents = await Promise.all(saved.map(async (each) => jsonOf(each)));
    const chosen = documents.map(({ entity, id, version }) => ({ entity, id, version }));
    return asha('POST', '/api/admin/publications', { json: { documents: chosen } });
  };
  const contentOf = async (section: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await jsonOf(await api.call('GET', `/api/content/${section}`))).map(
        ({ key, value }: { key: string; value: string }) => [key, value],
      ),
    );
  const upload = async (bytes: Buffer, type: string) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'logo');
    const headers = { cookie: await api.cookieOf('admin'), origin: 'http://localhost' };
    return api.app.request('/api/admin/media', { method: 'POST', body: form, headers });
  };

  it('SET-THEME-1 a theme is a choice of known values: a draft first, then published, and restorable', async () => {
    for (const [field, value] of [
      ['accent', 'red; } * { display: none'],
      ['neutral', ''],
      ['display_font', 'Comic Sans MS'],
      ['text_font', 'https://evil.example/font.woff2'],
      ['accent', '__proto__'],
      ['accent', 'constructor'],
      ['text_font', 'toString'],
      ['css', 'body{}'],
      ['constructor', 'x'],
    ] as const)
      expect({ field, status: (await save('theme', { [field]: value })).status }).toEqual({ field, status: 422 });
    const { version } = await read('theme');
    const polluted = JSON.parse(`{"version": ${version}, "body": {"__proto__": {"accent": "red"}}}`);
    expect((await asha('PUT', '/api/admin/documents/text/theme', { json: polluted })).status).toBe(422);
    const draft = await save('theme', { accent: 'peacock', display_font: 'lora' });
    expect(draft.status).toBe(200);
    expect((await contentOf('theme')).accent).toBeUndefined();
    expect((await publish(draft)).status).toBe(200);
    expect(await contentOf('theme')).toMatchObject({ accent: 'peacock', display_font: 'lora' });
    const { revisions } = await jsonOf(await asha('GET', '/api/admin/revisions?entity=text&id=theme'));
    expect(revisions.length).toBeGreaterThan(0);
  });

  it('SET-THEME-1 only an admin saves and publishes a theme', async () => {
    const esha = api.as('editor');
    const draft: SiteDocument = await jsonOf(await save('theme', { accent: 'plum' }));
    const { entity, id, version, body } = draft;
    const documents = [{ entity, id, version }];
    const json = { version, body: { ...body, accent: 'leaf' } };
    expect((await esha('PUT', '/api/admin/documents/text/theme', { json })).status).toBe(403);
    expect((await esha('DELETE', `/api/admin/documents/text/theme/draft?version=${version}`)).status).toBe(403);
    expect((await esha('POST', '/api/admin/publications', { json: { documents } })).status).toBe(403);
    const wallTime = '2099-01-01T10:00';
    expect((await esha('POST', '/api/admin/schedules', { json: { documents, wallTime } })).status).toBe(403);
    const direct = { section: 'theme', key: 'text_font', value: 'open-sans' };
    expect((await asha('POST', '/api/content', { json: direct })).status).toBe(422);
    expect((await contentOf('theme')).accent).toBe('peacock');
    expect((await asha('POST', '/api/admin/publications', { json: { documents } })).status).toBe(200);
  });

  it('SET-THEME-1 only an admin cancels the schedule of a theme, also one that publishes more', async () => {
    const esha = api.as('editor');
    const theme: SiteDocument = await jsonOf(await save('theme', { accent: 'leaf' }));
    const heading: SiteDocument = await jsonOf(await save('testimonials', { heading: 'Kind words' }));
    const documents = [theme, heading].map(({ entity, id, version }) => ({ entity, id, version }));
    const tomorrowInIndia = new Date(Date.now() + 29.5 * 3_600_000).toISOString().slice(0, 16);
    const json = { documents, wallTime: tomorrowInIndia };
    const scheduled = await asha('POST', '/api/admin/schedules', { json });
    expect({ status: scheduled.status, text: await scheduled.clone().text() }).toMatchObject({ status: 201 });
    const { _id } = await jsonOf(scheduled);
    const refused = await esha('DELETE', `/api/admin/schedules/${_id}`);
    expect(refused.status).toBe(403);
    expect((await jsonOf(refused)).detail).toBe('Only an admin can change logo, theme and languages.');
    const { schedules } = await jsonOf(await asha('GET', '/api/admin/schedules'));
    expect(schedules[0]).toMatchObject({ _id, state: 'waiting' });
    expect((await asha('DELETE', `/api/admin/schedules/${_id}`)).status).toBe(204);
    expect((await esha('DELETE', `/api/admin/schedules/${_id}`)).status).toBe(409);
  });

  it('SET-LOGO-1 a published logo is public with its transparency; a draft is not, and SVG is refused', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await upload(svg, 'image/svg+xml')).status).toBeGreaterThanOrEqual(415);
    const transparent = { r: 120, g: 20, b: 40, alpha: 0.4 };
    const png = await sharp({ create: { width: 800, height: 200, channels: 4, background: transparent } })
      .png()
      .toBuffer();
    const { id } = await jsonOf(await upload(png, 'image/png'));
    const visit = () => api.call('GET', `/media/${id}/logo.webp`);
    const draft = await save('logo', { on_dark: id });
    expect((await visit()).status).toBe(404);
    // The description is needed before publishing.
    expect((await publish(draft)).status).toBe(422);
    expect((await publish(await save('logo', { on_dark: id, alt: 'Godhuli' }))).status).toBe(200);
    const shown = await visit();
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const { width, height, hasAlpha } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect({ width, height, hasAlpha }).toEqual({ width: 640, height: 160, hasAlpha: true });
    expect((await publish(await save('logo', { on_dark: '', alt: '' }))).status).toBe(200);
    expect((await visit()).status).toBe(404);
    const missing = await save('logo', { on_dark: 'f'.repeat(64), alt: 'x' });
    expect(missing.status).toBe(422);
    expect((await jsonOf(missing)).errors).toEqual([
      { field: 'body.on_dark', message: 'Photo not found. Please upload it again.' },
    ]);
  });

  it('SET-CONTACT-1 numbers, email and links are checked, and kept as they are written', async () => {
    for (const [id, field, value] of [
      ['contact', 'whatsapp', 'call me'],
      ['contact', 'whatsapp', '1234567'],
      ['contact', 'whatsapp', '+91 98220 11111, +91 98220 22222'],
      ['contact', 'email', 'nobody'],
      ['contact', 'map_url', 'javascript:alert(1)'],
      ['contact', 'second_map_url', 'data:text/html,x'],
      ['contact', 'hours', '<b>always</b>'],
      ['social', 'instagram', 'godhuli'],
      ['social', 'youtube', 'javascript:alert(1)'],
      ['site', 'languages', 'mr'],
      ['site', 'languages', 'en fr'],
    ] as const) {
      const response = await save(id, { [field]: value });
      expect({ field, value, status: response.status }).toEqual({ field, value, status: 422 });
      expect((await jsonOf(response)).errors[0].field).toBe(`body.${field}`);
    }
    const contact = { whatsapp: '098220-11111', email: 'hello@godhuli.example', map_url: 'https://maps.example/x' };
    const saved = [
      await save('contact', contact),
      await save('social', { facebook: '' }),
      await save('site', { languages: 'en mr' }),
    ];
    expect((await publish(...saved)).status).toBe(200);
    expect(await contentOf('contact')).toMatchObject(contact);
    expect(await contentOf('site')).toEqual({ languages: 'en mr' });
  });
});
