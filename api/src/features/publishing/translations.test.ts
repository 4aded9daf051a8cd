import type { Body } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';

jest.setTimeout(120_000);

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let esha: ReturnType<TestApp['as']>;
  beforeAll(async () => {
    api = await testApp(engine);
    esha = api.as('editor');
    await api.db.deleteFrom('translations').execute();
  });
  afterAll(() => api.close());

  const pathOf = (path: string) => `/api/admin/documents/${path}`;
  const read = async (path: string, locale: string): Promise<SiteDocument> =>
    jsonOf(await esha('GET', `${pathOf(path)}?locale=${locale}`));
  const put = (path: string, locale: string, version: number, body: Body) =>
    esha('PUT', pathOf(path), { json: { locale, version, body } });
  const change = async (path: string, locale: string, fields: Body): Promise<SiteDocument> => {
    const { version, body } = await read(path, locale);
    const response = await put(path, locale, version, { ...body, ...fields });
    expect({ status: response.status, text: await response.clone().text() }).toMatchObject({ status: 200 });
    return jsonOf(response);
  };
  const publish = (...documents: SiteDocument[]) =>
    esha('POST', '/api/admin/publications', {
      json: { documents: documents.map(({ entity, id, locale, version }) => ({ entity, id, locale, version })) },
    });
  const shown = async (locale: string) => jsonOf(await api.call('GET', `/api/translations/${locale}`));

  it('LANG-1 visitors see a translation after its publication, which changes no other cache', async () => {
    const english = await (await api.call('GET', '/api/content')).text();
    const before = await read('text/hero', 'mr');
    expect(before).toMatchObject({ state: 'published', version: 0, label: 'Top of the page (Marathi)' });
    expect(before.body).toEqual({ brand_name: '', trade: '', tagline: '', description: '' });
    const draft = await change('text/hero', 'mr', { tagline: 'आठवणी' });
    expect(await shown('mr')).toEqual({});
    const response = await publish(draft);
    expect(response.headers.get('surrogate-purge')?.split(' ').slice(1)).toEqual(['translations']);
    expect(await shown('mr')).toEqual({ 'text.hero': { tagline: 'आठवणी' } });
    expect(await shown('hi')).toEqual({});
    expect(await (await api.call('GET', '/api/content')).text()).toBe(english);
  });

  it('LANG-1 each language has its own versions, drafts and history; a conflict shows both texts', async () => {
    const { version, body } = await read('text/portfolio', 'hi');
    expect((await put('text/portfolio', 'hi', version, { ...body, heading: 'एक' })).status).toBe(200);
    const second = await put('text/portfolio', 'hi', version, { ...body, heading: 'दो' });
    expect(second.status).toBe(409);
    expect((await jsonOf(second)).current).toMatchObject({ locale: 'hi', body: { heading: 'एक' } });
    expect((await read('text/portfolio', 'en')).version).toBe(0);
    expect((await publish(await read('text/portfolio', 'hi'))).status).toBe(200);
    await publish(await change('text/portfolio', 'hi', { heading: 'तीन' }));
    const history = await jsonOf(await esha('GET', '/api/admin/revisions?entity=text&id=portfolio&locale=hi'));
    expect(history.revisions.map(({ label }: { label: string }) => label)).toEqual(
      Array(2).fill('Portfolio heading (Hindi)'),
    );
    const { version: now } = await read('text/portfolio', 'hi');
    const restore = `/api/admin/revisions/${history.revisions[1]._id}/restore`;
    expect(await jsonOf(await esha('POST', restore, { json: { version: now } }))).toMatchObject({
      locale: 'hi',
      state: 'draft',
      body: { heading: 'एक' },
    });
  });

  it.each([
    ['text/hero', { tagline: 'x'.repeat(121) }, 'body.tagline'],
    ['text/hero', { description: '<b>ठळक</b>' }, 'body.description'],
    ['service/1', { features: Array(21).fill('अ') }, 'body.features'],
    ['service/1', { icon: 'Heart' }, 'body.icon'],
    ['stats/all', { items: [{ number: '५००+', label: 'x'.repeat(61) }] }, 'body.items.0.label'],
  ])('LANG-1 bad input in a translation of %s is named at its field (%#)', async (path, fields, field) => {
    const { version, body } = await read(path, 'mr');
    const response = await put(path, 'mr', version, { ...body, ...fields });
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).errors).toEqual([{ field, message: expect.any(String) }]);
    expect((await read(path, 'mr')).version).toBe(version);
  });

  it('LANG-1 a translation of what does not exist, or of links, is not found, and items begin in English', async () => {
    for (const path of ['text/social', 'service/999999', 'order/service'])
      expect((await esha('GET', `${pathOf(path)}?locale=mr`)).status).toBe(404);
    expect((await esha('GET', `${pathOf('text/hero')}?locale=fr`)).status).toBe(422);
    expect((await api.call('GET', '/api/translations/en')).status).toBe(404);
    const made = await esha('POST', '/api/admin/documents', { json: { entity: 'service', locale: 'mr' } });
    expect((await jsonOf(made)).errors).toEqual([
      { field: 'locale', message: 'Please add the item in English first.' },
    ]);
  });

  it('LANG-1 lines and rows of a translation must be complete before it is published', async () => {
    const draft = await change('service/1', 'mr', { features: ['दोन छायाचित्रकार', ''] });
    const response = await publish(draft);
    expect(response.status).toBe(422);
    const message = 'Service 1 (Marathi): Please fill in this line or remove it.';
    expect((await jsonOf(response)).errors).toEqual([{ field: 'mr.service.1.features.1', message }]);
    expect((await publish(await change('service/1', 'mr', { features: ['दोन छायाचित्रकार'] }))).status).toBe(200);
    expect((await shown('mr'))['service.1']).toEqual({ features: ['दोन छायाचित्रकार'] });
  });

  it('LANG-1 translations of hidden and archived items are not public', async () => {
    await publish(await change('testimonial/1', 'mr', { text: 'छान' }));
    expect((await shown('mr'))['testimonial.1']).toEqual({ text: 'छान' });
    const { version, body } = await read('testimonial/1', 'en');
    const consent = { consent: true, consentNote: 'WhatsApp' };
    const draft = await jsonOf(await put('testimonial/1', 'en', version, { ...body, ...consent, hidden: true }));
    expect((await publish(draft)).status).toBe(200);
    expect((await shown('mr'))['testimonial.1']).toBeUndefined();
  });

  it('LANG-2 the editor learns which texts have no translation, drafts counted', async () => {
    const missing = async () => jsonOf(await esha('GET', '/api/admin/translations'));
    const before = await missing();
    expect(before.hi['text.services']).toEqual(['heading', 'intro']);
    expect(before.mr['text.social']).toBeUndefined();
    const draft = await change('text/services', 'hi', { heading: 'हमारी सेवाएँ' });
    expect((await missing()).hi['text.services']).toEqual(['intro']);
    expect((await missing()).mr['text.services']).toEqual(['heading', 'intro']);
    await change('text/services', 'hi', { heading: '', intro: 'परिचय' });
    expect((await missing()).hi['text.services']).toEqual(['heading']);
    expect(draft.state).toBe('draft');
    expect((await api.call('GET', '/api/admin/translations')).status).toBe(401);
  });

  it('LANG-9 a translation says which English texts have changed since it was saved', async () => {
    const changed = async () => (await read('text/testimonials', 'hi')).changedInEnglish;
    await publish(await change('text/testimonials', 'hi', { heading: 'प्रशंसा' }));
    expect(await changed()).toEqual([]);
    const english = await change('text/testimonials', 'en', { heading: 'What they say now', closing: 'New words.' });
    // A draft is not yet what visitors see, and a text without a translation is missing, not outdated.
    expect(await changed()).toEqual([]);
    await publish(english);
    expect(await changed()).toEqual(['heading']);
    expect((await read('text/testimonials', 'en')).changedInEnglish).toBeUndefined();
    const again = await change('text/testimonials', 'hi', { heading: 'लोग कहते हैं' });
    expect(again.changedInEnglish).toEqual([]);
    await publish(again, await change('text/testimonials', 'en', { heading: 'Once more' }));
    expect(await changed()).toEqual([]);
  });

  it('LANG-9 publishing a translation does not make it newer than the English text that has changed', async () => {
    const changed = async () => (await read('text/services', 'hi')).changedInEnglish;
    const draft = await change('text/services', 'hi', { heading: 'हमारी सेवाएँ' });
    await publish(await change('text/services', 'en', { heading: 'What we do for you' }));
    expect(await changed()).toEqual(['heading']);
    await publish(draft);
    expect(await changed()).toEqual(['heading']);
    await publish(await change('text/services', 'hi', { heading: 'हम आपके लिए क्या करते हैं' }));
    expect(await changed()).toEqual([]);
  });

  it('LANG-3 the preview contains drafts and unsaved texts of a language, whole', async () => {
    await change('text/footer', 'mr', { credit: 'मसुदा' });
    const unsaved = [{ entity: 'text', id: 'privacy', locale: 'mr', body: { title: 'गोपनीयता', text: '' } }];
    const response = await esha('POST', '/api/admin/site-preview', { json: { unsaved } });
    expect((await jsonOf(response)).objects['/api/translations/mr']).toMatchObject({
      'text.footer': { credit: 'मसुदा' },
      'text.privacy': { title: 'गोपनीयता', text: '' },
    });
  });
});
