/** @jest-environment node */
import { FIRST_VIEW_END, FORM_VERSION, HYDRATE_NEAR, type PostedForm } from '@godhuli/contracts/host';
import type { Media } from '@godhuli/contracts/media';
import { SITE_TEXTS } from '@godhuli/contracts/site-texts';
import { render } from './server';
import { samplePhoto, sampleSite } from './testing/sample-site';

const input = (data: Record<string, unknown>, origin?: string) => ({
  url: '/?from=test',
  data,
  basePath: '/',
  release: { name: 'public-site', version: '1.0.0-0123456789ab' },
  origin,
});
const tagsOf = (head: string, name: string) => head.match(new RegExp(`<${name}[^>]*>`, 'g')) ?? [];
const attribute = (tag: string | undefined, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag ?? '')?.[1];

it('renders the whole page with its data, ready to read without JavaScript', async () => {
  const { html, data } = await render(input(sampleSite()));
  for (const text of ['Evenings kept', 'Service 5', 'Frame 7', 'Pre-Wedding Special', 'In 2024', 'Kavita Shinde'])
    expect(html).toContain(text);
  expect(html).not.toContain('Loading ');
  expect(html).toContain('action="/inquiries?page=/"');
  expect(html).toContain('href="#services"');
  // The browser keeps the markup: only the form needs data.
  expect(data).toEqual({ 'page:kept': { chatNumber: '919876543210' } });
});

it('puts the critical styles into the head and the deferred ones into the markup, above the services', async () => {
  const { html, head } = await render(input(sampleSite()));
  expect(tagsOf(head, 'style').map((tag) => attribute(tag, 'data-styles-of'))).toEqual([
    'public-site 1.0.0-0123456789ab',
  ]);
  // The second one is the carousel's own.
  expect(tagsOf(html, 'style')).toHaveLength(2);
  const below = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  expect(html.indexOf('<style')).toBeGreaterThan(html.indexOf('id="hero"'));
  expect(html.indexOf('<style')).toBeLessThan(html.indexOf('id="services"'));
  for (const rule of ['.button--solid {', '.header__content {', '.hero__bar {', '@keyframes hero-zoom']) {
    expect(head).toContain(rule);
    expect(below).not.toContain(rule);
  }
  for (const rule of [
    '.section__intro {',
    '.service-card__text {',
    '.about__text {',
    '.inquiry-form {',
    '.footer__columns {',
  ]) {
    expect(below).toContain(rule);
    expect(head).not.toContain(rule);
  }
});

it('marks the end of the first view once, between the hero and what is below', async () => {
  const { html } = await render(input(sampleSite()));
  expect(html.split(FIRST_VIEW_END)).toHaveLength(2);
  expect(html.indexOf(FIRST_VIEW_END)).toBeGreaterThan(html.indexOf('id="hero-photos"'));
  expect(html.indexOf(FIRST_VIEW_END)).toBeLessThan(html.indexOf('<style'));
});

it('preloads the first hero photo with the sources of its <picture>', async () => {
  const { html, head } = await render(input(sampleSite()));
  const preload = tagsOf(head, 'link').find((tag) => attribute(tag, 'rel') === 'preload');
  const source = tagsOf(html, 'source')[0];
  expect(attribute(preload, 'imagesrcset')).toBe(attribute(source, 'srcSet') ?? attribute(source, 'srcset'));
  expect(attribute(preload, 'imagesizes')).toBe(attribute(source, 'sizes'));
  expect(attribute(preload, 'as')).toBe('image');
  expect(attribute(preload, 'type')).toBe('image/avif');
  expect(attribute(preload, 'fetchpriority')).toBe('high');
});

it('PUB-HERO-1 preloads only the hero photo, portrait or landscape, that the window shows', async () => {
  const site = sampleSite();
  const items = site['/api/hero'] as object[];
  const portrait = { ...samplePhoto('d'), width: 1440, height: 2560 };
  site['/api/hero'] = [{ ...items[0], portrait }, ...items.slice(1)];
  const { html, head } = await render(input(site));
  const preloads = tagsOf(head, 'link').filter((tag) => attribute(tag, 'rel') === 'preload');
  const [portraitSource, , , landscapeSource] = tagsOf(html, 'source');
  const condition = attribute(portraitSource, 'media');
  expect(preloads.map((tag) => attribute(tag, 'media'))).toEqual([condition, `not all and ${condition}`]);
  for (const [preload, source] of [
    [preloads[0], portraitSource],
    [preloads[1], landscapeSource],
  ]) {
    expect(attribute(preload, 'imagesrcset')).toBe(attribute(source, 'srcSet') ?? attribute(source, 'srcset'));
    expect(attribute(preload, 'imagesizes')).toBe(attribute(source, 'sizes'));
  }
});

it('the first frame waits for the text of the hero, and not for its photos', async () => {
  const { head, html } = await render(input(sampleSite()));
  const expected = tagsOf(head, 'link').find((tag) => attribute(tag, 'rel') === 'expect');
  expect(attribute(expected, 'blocking')).toBe('render');
  // Chromium waits until the start of the element.
  const [before = '', after] = html.split(`id="${attribute(expected, 'href')?.slice(1)}"`);
  expect(before).toContain('<p class="lead"');
  expect(before).not.toContain('<picture');
  expect(after).toContain('<picture');
});

it('renders title, description, canonical URL, Open Graph and structured data, escaped', async () => {
  const site = sampleSite();
  site['/api/content'] = [
    { _id: '1', section: 'hero', key: 'brand_name', value: 'A & "B"</script><script>alert(1)</script>' },
  ];
  const { head, html } = await render(input(site, 'https://studio.example'));
  expect(head).toContain('<title>A &amp; &quot;B&quot;&lt;/script&gt;');
  expect(tagsOf(head, 'script')).toEqual([]);
  expect(tagsOf(html, 'script')).toEqual(['<script type="application/ld+json">']);
  const meta = (name: string) => {
    const tag = tagsOf(head, 'meta').find((each) =>
      [attribute(each, 'name'), attribute(each, 'property')].includes(name),
    );
    return attribute(tag, 'content');
  };
  expect(meta('description')).toMatch(/^Expert in Cinematic &amp; Wedding photography/);
  expect(
    attribute(
      tagsOf(head, 'link').find((tag) => attribute(tag, 'rel') === 'canonical'),
      'href',
    ),
  ).toBe('https://studio.example/');
  expect(meta('og:image')).toMatch(/^https:\/\/studio\.example\/media\/[0-9a-f]{64}\/og-40\.v3\.jpg$/);
  expect(meta('og:image:width')).toBe('1200');
  expect(meta('og:image:height')).toBe('630');
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) as RegExpExecArray;
  const graph = JSON.parse(json as string)['@graph'] as Record<string, unknown>[];
  expect(graph[0]).toMatchObject({ '@type': ['LocalBusiness', 'ProfessionalService'], url: 'https://studio.example/' });
  expect(graph[0]?.makesOffer).toHaveLength(5);
  expect(graph.filter((thing) => thing['@type'] === 'ImageObject')).toHaveLength(7);
});

it('renders without data and with invalid data: the browser fetches the rest', async () => {
  for (const data of [{}, Object.fromEntries(Object.keys(sampleSite()).map((path) => [path, 7]))]) {
    const { html } = await render(input(data));
    expect(html).toContain('Loading services...');
    expect(html).toContain('Photography &amp; Films');
  }
});

it('STORY-4 PRIV-1 a page of its own has the browser fetch data that is missing or invalid', async () => {
  const waitsForReact = async (changes: Record<string, unknown>, url = '/privacy') =>
    !(await render({ ...input({ ...sampleSite(), ...changes }), url })).html.includes(HYDRATE_NEAR);
  expect(await waitsForReact({})).toBe(false);
  expect(await waitsForReact({ '/api/photos/*': null }, '/p/*')).toBe(false);
  expect(await waitsForReact({ '/api/services': undefined })).toBe(true);
  expect(await waitsForReact({ '/api/content': undefined })).toBe(true);
  expect(await waitsForReact({ '/api/profile': 7 })).toBe(true);
  expect(await waitsForReact({}, '/portfolio')).toBe(true);
  expect(await waitsForReact({ '/api/gallery/all': {} }, '/portfolio')).toBe(true);
});

describe('with a posted form', () => {
  const posted = (more: Partial<PostedForm>): PostedForm => ({
    version: FORM_VERSION,
    name: 'inquiry',
    status: 'invalid',
    values: {
      name: 'Meera <b>',
      eventType: 'wedding',
      message: 'two\r\nlines',
      phone: '"><script>',
      eventDate: '2020-01-01',
      eventEndDate: '2020-01-03',
      dateUndecided: 'true',
      heardFrom: 'venue',
    },
    errors: {},
    idempotencyKey: 'key-12345678',
    ...more,
  });
  const renderForm = (more: Partial<PostedForm>) => render({ ...input(sampleSite()), form: posted(more) });
  const invalid = () =>
    renderForm({
      errors: {
        eventDate: 'Please choose today or a later date.',
        phone: 'Too <short>.',
        elapsedMs: 'Not shown.',
      },
    });

  it('PUB-CONT-3 keeps every value and shows each error next to its field', async () => {
    const { html, head, formVersion } = await invalid();
    expect(formVersion).toBe(FORM_VERSION);
    expect(html).toContain('<h4>Submission Failed</h4>');
    expect(html).toContain(
      '<p>There was an error submitting your inquiry. Please try again or contact us directly.</p>',
    );
    expect(head).toContain('<title>Submission Failed · ');
    expect(html).toContain('value="Meera &lt;b&gt;"');
    expect(html).toContain('<option value="wedding" selected="">');
    expect(html).toContain('<option value="venue" selected="">');
    expect(html).toMatch(/name="dateUndecided"[^>]* checked=""/);
    expect(html).toContain('value="2020-01-03"');
    expect(html).toMatch(/>\s*two\r?\nlines<\/textarea>/);
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(html).toContain('name="idempotencyKey" value="key-12345678"');
    const [phone] = tagsOf(html, 'input').filter((tag) => attribute(tag, 'name') === 'phone');
    expect(attribute(phone, 'aria-invalid')).toBe('true');
    expect(attribute(phone, 'aria-describedby')).toContain('field-phone-error');
    expect(html).toMatch(/id="field-phone-error">.*? <!-- -->Too &lt;short&gt;\.<\/p>/);
    expect(html).not.toContain('Not shown.');
  });

  it('PUB-CONT-3 the first invalid field has the focus, and a summary links to each', async () => {
    const { html } = await invalid();
    expect(html.match(/autofocus/gi)).toHaveLength(1);
    const [phone] = tagsOf(html, 'input').filter((tag) => attribute(tag, 'name') === 'phone');
    expect(phone).toContain('autofocus');
    const summary = /role="alert">.*?<\/div><\/div>/s.exec(html)?.[0];
    expect(summary).toMatch(/Two fields(<!-- -->| )+need fixing/);
    expect(summary).toContain('<a href="#field-phone">your phone number</a>');
    expect(summary).toContain('<a href="#field-eventDate">the date</a>');
  });

  it('PUB-CONT-4 shows the result and an empty form after success', async () => {
    const receipt = { _id: '1', reference: 'GOD-2611-7K3PXQ', hasContact: false };
    const { html } = await renderForm({ status: 'ok', values: {}, receipt });
    expect(html).toContain('<h4>Inquiry Submitted Successfully!</h4>');
    expect(html).toContain('<p>Thank you for your interest. We&#x27;ll get back to you within 24 hours.</p>');
    expect(html).toContain('<a href="/">Back to Website</a>');
    expect(html).not.toContain('Meera');
    expect(html).toContain('<b>GOD-2611-7K3PXQ</b>');
    expect(html).toContain('You left no phone number or email address.');
    expect(html).toMatch(/<section class="form-message form-message--success"[^>]* autofocus/i);
  });

  it('PUB-CONT-3 says how else to reach the studio, and keeps every value, when another try does not help', async () => {
    const message = 'Please call us or write to us on WhatsApp: +91 90000 00000.';
    const { html } = await renderForm({ status: 'refused', message });
    expect(html).toContain(message);
    expect(html).toContain('value="Meera &lt;b&gt;"');
    const failed = await renderForm({ status: 'failed' });
    expect(failed.html).toContain('Everything that you entered is still here.');
    expect(failed.html).not.toContain('role="alert"');
  });

  it('ignores a form that it does not know', async () => {
    for (const unknown of [{ name: 'newsletter' }, { version: 2 }]) {
      const { html, formVersion } = await renderForm(unknown);
      expect(formVersion).toBeUndefined();
      expect(html).not.toContain('Meera');
    }
  });
});

it('EDIT-PREV-3 a preview names the field of each text, price and photo; nothing else differs', async () => {
  const plain = await render(input(sampleSite()));
  const marked = await render({ ...input(sampleSite()), preview: true });
  const marks = marked.html.match(/ data-edit="[^"]+"/g) ?? [];
  for (const mark of ['text:hero:tagline', 'package:1:rupees', 'service:1:photoId', 'timeline:all:items.0'])
    expect(marks).toContain(` data-edit="${mark}"`);
  expect(plain.html).not.toContain('data-edit');
  expect(marked.html.replaceAll(/ data-edit="[^"]+"/g, '')).toBe(plain.html);
  expect((await render(input(sampleSite()))).html).toBe(plain.html);
});

it('EDIT-PREV-3 the texts that the editor begins with are those of a page without content', async () => {
  const { html } = await render(input({ ...sampleSite(), '/api/content': [] }));
  const unescaped = html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  // The privacy texts are on a page of their own, and settings are choices.
  const { privacy: _, theme: __, site: ___, ...sections } = SITE_TEXTS;
  const texts = Object.values(sections).flatMap((section) => Object.values(section));
  for (const text of texts) expect(unescaped).toContain(text);
});

const withTexts = (section: string, texts: Record<string, string>) => ({
  ...sampleSite(),
  '/api/content': [
    ...(sampleSite()['/api/content'] as object[]),
    ...Object.entries(texts).map(([key, value]) => ({ section, key, value })),
  ],
});

it('SET-THEME-1 a chosen theme is styles in the head, the default one nothing, and no text becomes CSS', async () => {
  const plain = await render(input(sampleSite()));
  const standard = { accent: 'maroon', neutral: 'warm', display_font: 'playfair', text_font: 'inter' };
  const hostile = '};*{display:none}</style><script>alert(1)</script>';
  for (const theme of [standard, { accent: hostile, neutral: hostile, display_font: 'constructor', more: hostile }])
    expect((await render(input(withTexts('theme', theme)))).head).toBe(plain.head);
  const { head, html } = await render(
    input(withTexts('theme', { ...standard, accent: 'peacock', text_font: 'open-sans' })),
  );
  expect(head.startsWith(plain.head)).toBe(true);
  const styles = head.slice(plain.head.length);
  expect(styles).toMatch(/^<style>:root\{[^<>]*\}<\/style>$/);
  expect(styles).toContain('--gold-400:#6cc7b6');
  expect(styles).toContain('--font-text:"Open Sans"');
  expect(html).toBe(plain.html);
  const subPage = await render({ ...input(withTexts('theme', { accent: 'plum' })), url: '/privacy' });
  expect(subPage.head).toContain('--maroon-900:#2d122f');
});

it('SET-LOGO-1 a logo replaces mark and name in a box of fixed size; an id that is none is ignored', async () => {
  const [dark, light] = ['a'.repeat(64), 'b'.repeat(64)];
  const { html } = await render(input(withTexts('logo', { on_dark: dark, on_light: light, alt: 'Godhuli, a lamp' })));
  const image = `<img class="logo__image" src="/media/${dark}/logo.webp" alt="Godhuli, a lamp" width="160" height="40"/>`;
  expect(html.split(image)).toHaveLength(3);
  expect(html).toContain(`"logo":"/media/${light}/logo.webp"`);
  const plain = await render(input(sampleSite()));
  expect((await render(input(withTexts('logo', { on_dark: '" onerror="alert(1)' })))).html).toBe(plain.html);
});

it('SET-CONTACT-1 chats use the WhatsApp number, places lead to maps, email and hours are shown', async () => {
  const { html } = await render(
    input(
      withTexts('contact', {
        whatsapp: '+91 98220 11111',
        map_url: 'https://maps.example/studio',
        second_address: 'Studio 9, Pune',
        second_map_url: 'javascript:alert(1)',
        email: 'hello@sandhya.example',
        hours: 'Monday to Saturday, 10:00 to 19:00',
      }),
    ),
  );
  expect(html).toContain('href="https://wa.me/919822011111');
  expect(html).not.toContain('wa.me/919876543210');
  expect(html).toContain('href="tel:+919876543210"');
  for (const text of ['+91 98220 11111', 'Studio 9, Pune', 'mailto:hello@sandhya.example', '10:00 to 19:00'])
    expect(html).toContain(text);
  expect(html).toContain('href="https://maps.example/studio"');
  expect(html).toContain('"hasMap":"https://maps.example/studio"');
  expect(html).not.toContain('javascript:');
});

it('SET-CONTACT-1 every chat link has the country code of a number that is written the Indian way', async () => {
  const { html } = await render(input(withTexts('contact', { whatsapp: '098220 99887' })));
  const numbers = html.match(/(?<=https:\/\/wa\.me\/)\d*/g);
  expect(new Set(numbers)).toEqual(new Set(['919822099887']));
  expect(html).toContain('<span>098220 99887</span>');
});

it('EDIT-PREV-3 the share image that staff chose replaces the first photo', async () => {
  const content = [
    { section: 'seo', key: 'share_image', value: 'c'.repeat(64) },
    { section: 'seo', key: 'share_image_alt', value: 'A mandap at dusk' },
  ];
  const { head } = await render(input({ ...sampleSite(), '/api/content': content }));
  expect(head).toContain(`content="/media/${'c'.repeat(64)}/og.v3.jpg"`);
  expect(head).toContain('content="A mandap at dusk"');
});

const withWideCrop = (media: Media): Media => ({
  ...media,
  crops: { wide: { ...samplePhoto('e'), focal: { x: 50, y: 13 } } },
});

it('ADM-PHOTO-2 the preview of a shared photo is around its focal point, or that of its wide crop', async () => {
  const { head } = await render(photoInput(photoData({ ...sampleItem(), media: withWideCrop(samplePhoto('1')) })));
  expect(head).toContain(`content="https://studio.example/media/${'e'.repeat(64)}/og-15.v3.jpg"`);
  expect(head).not.toContain('/og-40.v3.jpg');
});

it('ADM-PHOTO-2 the share image that staff chose has its wide crop when the page shows it too', async () => {
  const site = sampleSite();
  const [first, ...others] = site['/api/hero'] as { media: Media }[];
  site['/api/hero'] = [first, ...others.map((item) => ({ ...item, media: withWideCrop(item.media) }))];
  site['/api/content'] = [{ section: 'seo', key: 'share_image', value: others[0]?.media.id }];
  const { head } = await render(input(site));
  expect(head).toContain(`content="/media/${'e'.repeat(64)}/og-15.v3.jpg"`);
});

const photoData = (item: object, neighbours: object = {}) => ({
  ...Object.fromEntries(
    ['content', 'services', 'profile'].map((name) => [`/api/${name}`, sampleSite()[`/api/${name}`]]),
  ),
  '/api/photos/frame-1': { item, previous: null, next: null, ...neighbours },
});
const sampleItem = () => (sampleSite()['/api/highlights'] as { title: string }[])[0] as object;
const photoInput = (data: Record<string, unknown>, url = '/p/frame-1') => ({
  ...input(data, 'https://studio.example'),
  url,
});

it('PUB-PHOTO-1 renders a photo with caption, neighbours and the way to the form, without JavaScript', async () => {
  const next = { slug: 'frame-2', title: 'Frame 2', image: '', media: samplePhoto('2') };
  const { html, status } = await render(photoInput(photoData(sampleItem(), { next })));
  expect(status).toBeUndefined();
  for (const text of [
    'Frame 1',
    'Four hundred diyas.',
    'Paithan',
    'Wedding &amp; Events',
    'href="/p/frame-2"',
    'href="/#contact"',
  ])
    expect(html).toContain(text);
  expect(html).toContain('<span hidden="" data-hydrate-near="">');
  expect(html).not.toContain('Previous photo');
  // The sections are on another page.
  expect(html).toContain('href="/#services"');
});

it('PUB-PHOTO-2 describes a photo to search engines and link previews', async () => {
  const { html, head } = await render(photoInput(photoData(sampleItem())));
  expect(head).toContain('<title>Frame 1, Paithan · Sandhya</title>');
  expect(head).toContain('<link rel="canonical" href="https://studio.example/p/frame-1">');
  expect(head).toContain(`content="https://studio.example/media/${'1'.repeat(64)}/og-40.v3.jpg"`);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const graph = JSON.parse(json)['@graph'];
  expect(graph.map((each: Record<string, string>) => each['@type'])).toEqual(['ImageObject', 'BreadcrumbList']);
  expect(graph[1].itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    'https://studio.example/',
    'https://studio.example/portfolio/wedding',
    'https://studio.example/p/frame-1',
  ]);
});

it('PUB-PHOTO-3 an unknown photo is a page of the site with status 404 that crawlers leave out', async () => {
  const { '/api/photos/frame-1': _, ...surroundings } = photoData({}) as Record<string, unknown>;
  const { html, head, status } = await render(photoInput({ ...surroundings, '/api/photos/*': null }, '/p/*'));
  expect(status).toBe(404);
  expect(html).toContain('Photo not found');
  expect(html).toContain('class="footer"');
  expect(head).toContain('<meta name="robots" content="noindex">');
});

/** The sentences about months and sources, by page. */
const TRANSLATED_PRIVACY = [
  ['/mr/privacy', 'शेवटचा संपर्क झाल्यानंतर ३६ महिन्यांनी', 'यासाठी कुकी वापरत नाही'],
  ['/hi/privacy', 'आख़िरी संपर्क के 36 महीने बाद', 'कुकी का इस्तेमाल नहीं करते'],
] as const;

it('PRIV-1 PRIV-6 /privacy names the months of the setting and the sources, in each language', async () => {
  const months = { section: 'privacy', key: 'months', value: '36' };
  const show = async (url: string, entries: object[]) =>
    (await render({ ...input({ ...sampleSite(), '/api/content': entries }), url })).html;
  expect(await show('/privacy', [])).toContain('do not become a booking 24 months after');
  const english = await show('/privacy', [months]);
  expect(english).toContain('do not become a booking 36 months after');
  expect(english).toContain('We note how you heard of us, if you tell us');
  expect(english).toContain('we use no cookies for it');
  expect(await show('/privacy', [{ ...months, value: '1' }])).toContain('booking 1 month after');
  const own = { section: 'privacy', key: 'text', value: 'Gone after {months} months.' };
  expect(await show('/privacy', [months, own])).toContain('Gone after 36 months.');
  for (const [url, text, cookies] of TRANSLATED_PRIVACY) {
    const html = await show(url, [months]);
    expect(html).toContain(text);
    expect(html).toContain(cookies);
  }
});

it('PRIV-1 /privacy shows the text from the content, with whom to ask; the form links to it', async () => {
  const content = [
    { section: 'privacy', key: 'title', value: 'Your data' },
    { section: 'privacy', key: 'text', value: 'We keep it for a year.\n\nAsk us <b>anything</b>.' },
  ];
  const data = { ...sampleSite(), '/api/content': content };
  const page = await render({ ...input(data, 'https://studio.example'), url: '/privacy' });
  expect(page.html).toContain('<p>We keep it for a year.</p><p>Ask us &lt;b&gt;anything&lt;/b&gt;.</p>');
  expect(page.html).toContain('href="tel:+919000000000"');
  expect(page.head).toContain('<title>Your data · Godhuli</title>');
  expect(page.status).toBeUndefined();
  const without = await render({ ...input({ ...sampleSite(), '/api/content': [] }), url: '/privacy' });
  expect(without.html).toContain('Data Protection Board of India');
  const home = await render(input(data));
  expect(home.html).toContain('<a href="/privacy">How long we keep them</a>');
  expect(home.html).toContain('to see, correct or erase them');
  const marked = await render({ ...input(data), url: '/privacy', preview: true });
  expect(marked.html).toContain('data-edit="text:privacy:text"');
});
