/** @jest-environment node */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORM_VERSION, type PostedForm } from '@godhuli/contracts/host';
import { EVENT_TYPES, FIELD_MESSAGES, HEARD_FROM, PRIVACY_NOTICE } from '@godhuli/contracts/inquiry-form';
import { PRIVACY_LABELS, PRIVACY_TEXT } from '@godhuli/contracts/privacy-text';
import { SITE_TEXTS } from '@godhuli/contracts/site-texts';
import { SUMMARY_LABELS } from '../contact/inquiry';
import { durationText } from '../film/duration';
import { render } from '../server';
import { sampleSite } from '../testing/sample-site';
import { DICTIONARIES } from './dictionaries';
import { LABELS, setLanguage } from './language';
import { markLanguages } from './mark-languages';
import { translatedData, translatedPrice } from './translate';

afterEach(() => setLanguage('en'));

const SOURCE = join(__dirname, '..');
const input = (url: string, data: Record<string, unknown> = sampleSite()) => ({
  ...{ url, data, basePath: '/', origin: 'https://studio.example' },
  release: { name: 'public-site', version: '1.0.0-0123456789ab' },
});
const TRANSLATIONS = {
  'text.hero': { tagline: 'संध्याकाळ जपताना' },
  'service.1': { title: 'विवाह', features: ['दोन छायाचित्रकार'] },
  'stats.all': { items: [{ number: '५००+', label: 'आनंदी जोडपी' }] },
  'timeline.all': { items: [{ year: '२०१७', title: 'सुरुवात', description: 'एक खोली' }] },
  'text.seo': { title: 'संध्या' },
};
const marathi = (more: object = {}) => ({ ...sampleSite(), '/api/translations/mr': TRANSLATIONS, ...more });

/** Names that stay as they are in every language. */
const BRANDS = ['Instagram', 'Google', 'YouTube', 'Facebook'];

it('LANG-4 every label of the pages has a translation in every language', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!.*test).*\.tsx?$/.test(file),
  );
  const calls = files.flatMap((file) => {
    const source = readFileSync(join(SOURCE, file), 'utf8');
    return [...source.matchAll(/\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g)].map(([, one, two]) => one ?? two ?? '');
  });
  expect(calls.length).toBeGreaterThan(100);
  const form = readFileSync(join(SOURCE, 'contact', 'inquiry-form.tsx'), 'utf8');
  const props = [...form.matchAll(/\b(?:label|hint)="([^"]+)"/g)].map(([, text]) => text ?? '');
  expect(props.length).toBeGreaterThan(10);
  const counts = (/COUNTS = \[([^\]]+)\]/.exec(form)?.[1]?.match(/[A-Z]\w+ fields?/g) ?? []).flatMap((count, index) =>
    (index === 0 ? ['is missing', 'needs fixing'] : ['are missing', 'need fixing']).map((rest) => `${count} ${rest}`),
  );
  expect(counts).toHaveLength(2 * Object.keys(SUMMARY_LABELS).length);
  const labels = [
    ...calls,
    ...props,
    ...counts,
    PRIVACY_NOTICE,
    ...Object.values(FIELD_MESSAGES),
    ...Object.values(SUMMARY_LABELS),
    ...[...EVENT_TYPES, ...HEARD_FROM].map(({ label }) => label).filter((label) => !BRANDS.includes(label)),
  ];
  for (const dictionary of Object.values(DICTIONARIES))
    expect(labels.filter((label) => !(label.replaceAll("\\'", "'") in dictionary))).toEqual([]);
  const [one, other] = Object.values(DICTIONARIES).map((dictionary) => Object.keys(dictionary).sort());
  expect(one).toEqual(other);
  const gaps = (text: string) => (text.match(/\{\d\}/g) ?? []).sort();
  for (const dictionary of Object.values(DICTIONARIES))
    expect(Object.entries(dictionary).filter(([key, text]) => `${gaps(key)}` !== `${gaps(text)}`)).toEqual([]);
});

it('LANG-4 /mr shows the published translations, the labels and the form in Marathi', async () => {
  const { html, head, lang, data } = await render(input('/mr', marathi()));
  expect(lang).toBe('mr');
  for (const text of ['संध्याकाळ जपताना', 'विवाह', 'दोन छायाचित्रकार', 'आनंदी जोडपी', 'सुरुवात', 'पूर्ण नाव *', '₹४५,०००'])
    expect(html).toContain(text);
  expect(html).toContain('action="/inquiries?page=/mr"');
  expect(html).toContain('<input type="hidden" name="language" value="mr"/>');
  expect(html).toContain('href="/mr/privacy"');
  expect(head).toContain('<title>संध्या</title>');
  expect(data[LABELS]).toBe(DICTIONARIES.mr);
});

it('LANG-5 a text without translation is English with its language', async () => {
  const { html } = await render(input('/mr', marathi()));
  expect(html).toMatch(/<h3 lang="en"[^>]*>Service 2<\/h3>/);
  expect(html).toMatch(/<p lang="en"[^>]*>They were there/);
  expect(html).toMatch(/<h1 (?![^>]*lang)[^>]*>संध्याकाळ जपताना<\/h1>/);
  const texts = [{ section: 'hero', key: 'tagline', value: 'आठवणी जपताना' }];
  const mixed = await render(input('/', { ...sampleSite(), '/api/content': texts }));
  expect(mixed.html).toMatch(/<h1 lang="mr"[^>]*>आठवणी जपताना<\/h1>/);
  expect(mixed.html).toMatch(/<h2 (?![^>]*lang)[^>]*id="contact-h"/);
  const english = await render(input('/'));
  expect(english.lang).toBeUndefined();
  expect(english.html).toContain('Full Name *');
});

it('LANG-5 English is marked at its element; Devanagari inside it keeps the language of the page', () => {
  expect(markLanguages('<li><svg><use/></svg>One &amp; two <b>एक</b></li>', 'mr')).toBe(
    '<li lang="en"><svg><use/></svg>One &amp; two <b lang="mr">एक</b></li>',
  );
  for (const html of ['<p>WhatsApp करा</p>', '<p>5K ×</p>', '<style>p{color:red}</style>', '<a lang="hi">English</a>'])
    expect(markLanguages(html, 'mr')).toBe(html);
});

it('LANG-5 on an English page Devanagari is marked, also beside links that state their language', () => {
  const links = '<a href="/mr" lang="mr">मराठी</a><a href="/hi" lang="hi">हिन्दी</a>';
  expect(markLanguages(`${links}<p>One lamp</p>`, 'en')).toBe(`${links}<p>One lamp</p>`);
  expect(markLanguages(`${links}<p>दिवा</p>`, 'en')).toBe(`${links}<p lang="mr">दिवा</p>`);
  expect(markLanguages('<p lang="mr">दिवा <b>One lamp</b></p>', 'en')).toBe(
    '<p lang="mr">दिवा <b lang="en">One lamp</b></p>',
  );
  expect(markLanguages('<p><img lang="mr" src="/a"/>दिवा</p>', 'en')).toBe(
    '<p lang="mr"><img lang="mr" src="/a"/>दिवा</p>',
  );
});

it('LANG-5 the text that a voice reads of a photo or a link has its language', () => {
  expect(markLanguages('<a aria-label="One lamp"><img alt="A lamp"/><img alt="दिवा"><b>एक</b></a>', 'mr')).toBe(
    '<a lang="en" aria-label="One lamp"><img lang="en" alt="A lamp"/><img lang="mr" alt="दिवा"><b lang="mr">एक</b></a>',
  );
  for (const html of ['<a aria-label="पाहा One lamp"><img alt=""/></a>', '<img alt="दिवा"/>'])
    expect(markLanguages(html, 'mr')).toBe(html);
});

it('LANG-11 photos, stories and films come in the language; packages of the gallery are translated too', () => {
  const shown = translatedData(
    {
      '/api/translations/mr': { 'package.7': { name: 'सोबत' } },
      '/api/translations/mr/hero': [{ title: 'दिवे' }],
      '/api/translations/mr/photos/*': null,
      '/api/translations/mr/gallery/all': {
        photos: [],
        packages: [{ _id: '7', name: 'With you', price: '₹2,50,000' }],
      },
    },
    'mr',
    DICTIONARIES.mr,
  );
  expect(shown).toEqual({
    '/api/hero': [{ title: 'दिवे' }],
    '/api/photos/*': null,
    '/api/gallery/all': {
      photos: [],
      packages: [{ _id: '7', name: 'सोबत', englishName: 'With you', price: '₹२,५०,०००' }],
    },
    [LABELS]: DICTIONARIES.mr,
  });
});

it('LANG-11 the page of a photo has its texts of the language in head, structured data and caption', async () => {
  const [item] = sampleSite()['/api/highlights'] as Record<string, unknown>[];
  const media = { ...(item?.media as object), alt: 'पणत्या' };
  const translated = { ...item, title: 'दिवे', place: 'पैठण', media };
  const { html, head } = await render(
    input('/mr/p/frame-1', {
      ...marathi(),
      '/api/translations/mr/photos/frame-1': { item: translated, previous: null, next: null },
    }),
  );
  expect(head).toContain('<title>दिवे, पैठण ·');
  for (const property of ['og:title" content="दिवे, पैठण', 'og:image:alt" content="पणत्या"'])
    expect(head).toContain(property);
  expect(html).toMatch(/<h1 id="page-h">दिवे</);
  expect(html).toMatch(/<p lang="en" class="lead">Four hundred diyas/);
  expect(html).toContain('alt="पणत्या"');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)['@graph'][0]).toMatchObject({ name: 'दिवे', contentLocation: { name: 'पैठण' } });
});

it('LANG-6 pages name their language, their canonical URL and the page in every language', async () => {
  for (const [url, canonical] of [
    ['/', 'https://studio.example/'],
    ['/mr', 'https://studio.example/mr'],
    ['/hi', 'https://studio.example/hi'],
    ['/hi/privacy', 'https://studio.example/hi/privacy'],
  ] as const) {
    const { head, html } = await render(input(url));
    expect(head).toContain(`<link rel="canonical" href="${canonical}">`);
    const path = url.replace(/^\/(mr|hi)/, '').replace(/^\/$/, '');
    for (const [language, prefix] of [
      ['en', ''],
      ['mr', '/mr'],
      ['hi', '/hi'],
      ['x-default', ''],
    ] as const)
      expect(head).toContain(
        `<link rel="alternate" hreflang="${language}" href="https://studio.example${prefix + path || '/'}">`,
      );
    expect(html).toContain(`<a href="/mr${path}" lang="mr" hreflang="mr"`);
  }
});

it('SET-1 a language that the studio does not offer is linked nowhere and stays out of search engines', async () => {
  const offering = (languages: string, url: string) => {
    const given = input(url);
    const entry = { _id: 'site.languages', section: 'site', key: 'languages', value: languages };
    return render({ ...given, data: { ...given.data, '/api/content': [entry] } });
  };
  for (const url of ['/', '/mr/privacy']) {
    const { head, html } = await offering('en mr', url);
    expect(head).toContain('hreflang="mr"');
    expect(head).not.toContain('noindex');
    expect(head + html).not.toContain('hreflang="hi"');
  }
  for (const url of ['/hi', '/hi/privacy']) {
    const { head, html } = await offering('en mr', url);
    expect(head).toContain('<meta name="robots" content="noindex">');
    expect(head).not.toContain('hreflang');
    expect(html).toContain('<a href="/mr');
  }
  const { head, html } = await offering('en', '/');
  expect(head + html).not.toContain('hreflang');
});

it('PUB-SERV-5 LANG-4 a translated service leads to the photos and packages of its category', async () => {
  const services = (sampleSite()['/api/services'] as object[]).map((service) => ({
    ...service,
    title: 'Wedding Stories',
  }));
  const { html } = await render(input('/mr', marathi({ '/api/services': services })));
  const [sheet = ''] = /<div class="service-sheet" id="service-1".*?<\/button><\/div><\/div>/s.exec(html) ?? [];
  expect(sheet).toContain('<h3>विवाह</h3>');
  for (const path of ['/mr/portfolio/wedding', '/mr/portfolio/wedding#packages', '/mr/p/'])
    expect(sheet).toContain(`href="${path}`);
});

it('PUB-PACK-2 LANG-4 a translated package keeps the icon of its English name', async () => {
  const packages = sampleSite()['/api/packages'] as { _id: string; name: string }[];
  const renamed = packages.map(({ _id, name }) => [`package.${_id}`, { name: `नाव ${name.length}` }]);
  const translations = { ...TRANSLATIONS, ...Object.fromEntries(renamed) };
  const { html } = await render(input('/mr', marathi({ '/api/translations/mr': translations })));
  const icons = ['Essential', 'Premium', 'Luxury', 'Pre-Wedding Special'].map(
    (name) => new RegExp(`lucide-(\\w+)(?:(?!<svg).)*<h3>नाव ${name.length}</h3>`, 's').exec(html)?.[1],
  );
  expect(icons).toEqual(['star', 'crown', 'crown', 'sparkles']);
});

it('PUB-FOOT-1 LANG-4 the year of the founding is read from a date in Devanagari digits', async () => {
  const translations = { ...TRANSLATIONS, 'profile.all': { since: 'मार्च २०१५' } };
  const { html } = await render(input('/mr', marathi({ '/api/translations/mr': translations })));
  expect(html).toContain('२०१५ पासून');
  expect(html).toContain('"foundingDate":"2015"');
});

it.each([
  ['/mr', '3:45', '३:४५'],
  ['/hi', '1:02:05', '1:02:05'],
  ['/', '1:02:05', '1:02:05'],
])('LANG-4 the length of a film has the digits of %s', async (url, english, text) => {
  await render(input(url, url === '/mr' ? marathi() : sampleSite()));
  const seconds = english.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  expect(durationText(seconds)).toBe(text);
});

it('LANG-7 SET-THEME-1 a font of the theme is followed by the one for Devanagari', async () => {
  const theme = Object.entries({ display_font: 'lora', text_font: 'open-sans' });
  const texts = theme.map(([key, value]) => ({ section: 'theme', key, value }));
  const { head } = await render(input('/mr', marathi({ '/api/content': texts })));
  expect(head).toContain('--font-display:"Lora", "Noto Serif Devanagari", ');
  expect(head).toContain('--font-text:"Open Sans", "Noto Sans Devanagari", ');
});

it('LANG-7 fonts with Devanagari belong to the pages in Marathi and Hindi alone', async () => {
  const hasFonts = async (url: string) =>
    /@font-face\{font-family:"Noto Serif Devanagari"/.test((await render(input(url))).head);
  expect(await Promise.all(['/mr', '/hi/privacy', '/', '/privacy'].map(hasFonts))).toEqual([true, true, false, false]);
});

it('LANG-10 the built-in privacy text is translated on its page, and only there a part of the document', async () => {
  const digest = createHash('sha256').update(SITE_TEXTS.privacy.text).digest('hex').slice(0, 16);
  // Another English text? Then change both translations and this digest.
  expect(digest).toBe('01d636084afabbf8');
  for (const language of ['mr', 'hi'] as const) {
    const months = language === 'mr' ? '२४' : '24';
    const paragraphs = PRIVACY_TEXT[language].replace('{months}', months).split('\n\n');
    expect(paragraphs).toHaveLength(SITE_TEXTS.privacy.text.split('\n\n').length);
    const { html } = await render(input(`/${language}/privacy`));
    for (const paragraph of paragraphs) expect(html).toContain(`<p>${paragraph}</p>`);
    expect(JSON.stringify(await render(input(`/${language}`)))).not.toContain(paragraphs[0]);
  }
});

it.each(['mr', 'hi'] as const)(
  'PRIV-1 the labels of the privacy notice in %s are those that inquiries record',
  (language) => {
    const labels = DICTIONARIES[language];
    expect({ notice: labels[PRIVACY_NOTICE], title: labels[SITE_TEXTS.privacy.title] }).toEqual(
      PRIVACY_LABELS[language],
    );
  },
);

it('LANG-4 prices have the digits and the grouping of the language', () => {
  const price = (text: string, language: 'mr' | 'hi') => translatedPrice(text, DICTIONARIES[language]);
  expect(price('₹2,50,000', 'mr')).toBe('₹२,५०,०००');
  expect(price('From ₹2,50,000', 'mr')).toBe('₹२,५०,००० पासून');
  expect(price('From ₹2,50,000', 'hi')).toBe('₹2,50,000 से');
  expect(price('Price on request', 'hi')).toBe('क़ीमत पूछने पर');
  expect(price('By agreement', 'hi')).toBe('By agreement');
});

it('LANG-5 damaged translations leave the English page', async () => {
  for (const damaged of [null, [], 'x', { 'service.1': 5, 'text.hero': [], 'stats.all': { items: 'x' } }]) {
    const { html } = await render(input('/mr', marathi({ '/api/translations/mr': damaged })));
    expect(html).toContain('Service 1');
    expect(html).toContain('पूर्ण नाव *');
  }
  const { html } = await render(input('/mr', { '/api/translations/mr': TRANSLATIONS }));
  expect(html).toContain('पूर्ण नाव *');
  expect(translatedData({}, 'mr', {})).toEqual({ [LABELS]: {} });
});

it.each([
  ['mr', 'कृपया तुमचे नाव सांगा.'],
  ['hi', 'कृपया अपना नाम बताएँ।'],
] as const)('LANG-8 the result of a form that was posted from /%s is in its language', async (language, message) => {
  const form: PostedForm = {
    ...{ version: FORM_VERSION, name: 'inquiry', status: 'invalid', idempotencyKey: 'x'.repeat(32) },
    values: { name: '', eventType: 'wedding', language },
    errors: { name: FIELD_MESSAGES.name, email: 'Some new rule of the API.' },
  };
  const { html, head } = await render({ ...input(`/${language}`), form });
  expect(html).toContain(message);
  expect(html).toContain(DICTIONARIES[language][FIELD_MESSAGES.email]);
  expect(html).not.toContain('Some new rule of the API.');
  expect(html).toContain(DICTIONARIES[language]['Two fields need fixing']);
  expect(head).toContain(`<title>${DICTIONARIES[language]['Submission Failed']}`);
  const sent = await render({ ...input(`/${language}`), form: { ...form, status: 'ok', values: {}, errors: {} } });
  expect(sent.html).toContain(DICTIONARIES[language]['We received your inquiry']);
  expect(sent.html).toContain(`<a href="/${language}">`);
});

it.each([
  ['', 'Your reference is GOD-2611-7K3PXQ. ', ', page 2 of 3.'],
  ['/mr', 'तुमचा संदर्भ क्रमांक GOD-2611-7K3PXQ आहे. ', ', ३ पैकी पान २.'],
  ['/hi', 'आपका संदर्भ क्रमांक GOD-2611-7K3PXQ है। ', ', 3 में से पेज 2।'],
])('LANG-4 LANG-8 sentences with a value end as in the language of %s/', async (prefix, result, end) => {
  const form: PostedForm = {
    ...{ version: FORM_VERSION, name: 'inquiry', status: 'ok', idempotencyKey: 'x'.repeat(32), values: {}, errors: {} },
    receipt: { _id: '1', reference: 'GOD-2611-7K3PXQ', hasContact: true },
  };
  const sent = await render({ ...input(prefix || '/'), form });
  expect(sent.html.replace(/<[^>]*>/g, '')).toContain(result);
  const gallery = { category: null, page: 2, pages: 3, photos: [], stories: [], films: [] };
  const data = { ...sampleSite(), '/api/gallery/all-2': gallery };
  const { head } = await render(input(`${prefix}/portfolio/all-2`, data));
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(head) ?? [];
  expect(description?.slice(-end.length)).toBe(end);
});
