/** @jest-environment node */
import { render } from './server';
import { photograph, sampleSite } from './testing/sample-site';

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
  expect(html).toContain('action="/inquiries"');
  expect(html).toContain('href="#services"');
  expect(Object.keys(data)).toEqual(Object.keys(sampleSite()));
});

it('the head holds the first view’s styles under the name of the release, the markup those of what is below, above it', async () => {
  const { html, head } = await render(input(sampleSite()));
  expect(tagsOf(head, 'style').map((tag) => attribute(tag, 'data-styles-of'))).toEqual([
    'public-site 1.0.0-0123456789ab',
  ]);
  expect(tagsOf(html, 'style')).toHaveLength(1);
  const below = /<style[^>]*>(.*?)<\/style>/.exec(html)?.[1] ?? '';
  expect(html.indexOf('<style')).toBeGreaterThan(html.indexOf('id="hero"'));
  expect(html.indexOf('<style')).toBeLessThan(html.indexOf('id="services"'));
  for (const rule of ['.site h1,', '.site-header.hdr{', '.site-hero h1{', '@keyframes ']) {
    expect(head).toContain(rule);
    if (rule.startsWith('.')) expect(below).not.toContain(rule);
  }
  for (const rule of ['.site-services ', '.site-about .about__top{', '.site-contact h2{', '.site-footer']) {
    expect(below).toContain(rule);
    expect(head).not.toContain(`}${rule}`);
  }
});

it('preloads the first hero photograph exactly as the picture asks for it', async () => {
  const { html, head } = await render(input(sampleSite()));
  const preload = tagsOf(head, 'link').find((tag) => attribute(tag, 'rel') === 'preload');
  const source = tagsOf(html, 'source')[0];
  expect(attribute(preload, 'imagesrcset')).toBe(attribute(source, 'srcSet') ?? attribute(source, 'srcset'));
  expect(attribute(preload, 'imagesizes')).toBe(attribute(source, 'sizes'));
  expect([attribute(preload, 'as'), attribute(preload, 'type'), attribute(preload, 'fetchpriority')]).toEqual([
    'image',
    'image/avif',
    'high',
  ]);
});

it('PUB-HERO-1 preloads of an upright and a wide hero photo the one that the window shows', async () => {
  const site = sampleSite();
  const items = site['/api/hero'] as object[];
  const portrait = { ...photograph('d'), width: 1440, height: 2560 };
  site['/api/hero'] = [{ ...items[0], portrait }, ...items.slice(1)];
  const { html, head } = await render(input(site));
  const preloads = tagsOf(head, 'link').filter((tag) => attribute(tag, 'rel') === 'preload');
  const [upright, , , wide] = tagsOf(html, 'source');
  const condition = attribute(upright, 'media');
  expect(preloads.map((tag) => attribute(tag, 'media'))).toEqual([condition, `not all and ${condition}`]);
  for (const [preload, source] of [
    [preloads[0], upright],
    [preloads[1], wide],
  ]) {
    expect(attribute(preload, 'imagesrcset')).toBe(attribute(source, 'srcSet') ?? attribute(source, 'srcset'));
    expect(attribute(preload, 'imagesizes')).toBe(attribute(source, 'sizes'));
  }
});

it('says title, description, canonical address, Open Graph and structured data, escaped', async () => {
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
  expect(meta('og:image')).toMatch(/^https:\/\/studio\.example\/media\/[0-9a-f]{64}\/og\.jpg$/);
  expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) as RegExpExecArray;
  const graph = JSON.parse(json as string)['@graph'] as Record<string, unknown>[];
  expect(graph[0]).toMatchObject({ '@type': ['LocalBusiness', 'ProfessionalService'], url: 'https://studio.example/' });
  expect(graph[0]?.makesOffer).toHaveLength(5);
  expect(graph.filter((thing) => thing['@type'] === 'ImageObject')).toHaveLength(7);
});

it('renders with nothing and with garbage: the browser fetches the rest', async () => {
  for (const data of [{}, Object.fromEntries(Object.keys(sampleSite()).map((path) => [path, 7]))]) {
    const { html } = await render(input(data));
    expect(html).toContain('Loading services...');
    expect(html).toContain('Photography &amp; Films');
  }
});
