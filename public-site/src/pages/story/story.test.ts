/** @jest-environment node */
import { render } from '../../server';
import { sampleSite } from '../../testing/sample-site';

const { '/api/content': content, '/api/services': services, '/api/profile': profile } = sampleSite();
const [item] = sampleSite()['/api/highlights'] as Record<string, unknown>[];
const surroundings = { '/api/content': content, '/api/services': services, '/api/profile': profile };
const release = { name: 'public-site', version: '1.0.0-000000000000' };
const film = {
  ...{ _id: '1', slug: 'the-film', title: 'The film', description: '', category: 'wedding', poster: item?.media },
  ...{ link: { provider: 'youtube', id: 'abcdefghijk', key: '' }, file: null, captions: null },
  ...{ captionsLanguage: 'en', durationSeconds: 95, publishedAt: '2026-01-01T00:00:00.000Z' },
};
const details = {
  ...{ _id: '1', slug: 'a-day', title: 'A day', client: 'Asha', place: 'Pune', date: '2025-12-06' },
  ...{ category: 'wedding', description: 'Words', cover: item?.media ?? null },
};
const open = async (path: string, data: Record<string, unknown>) =>
  render({ url: path, origin: 'https://studio.example', data: { ...surroundings, ...data }, release } as never);

it('STORY-4 FILM-5 a story is rendered with its photos, and its film is a link to the provider', async () => {
  const entries = [
    { kind: 'photo', photo: item },
    { kind: 'film', film },
  ];
  const story = { ...details, sections: [{ title: 'Haldi', text: '', entries }], previous: null, next: null };
  const { html, head, status } = await open('/stories/a-day', { '/api/albums/a-day': story });
  expect(status).toBeUndefined();
  expect(html).toContain('6 December 2025');
  expect(html).toContain('href="https://www.youtube.com/watch?v=abcdefghijk"');
  expect(html).toContain('/?date=2025-12-06#contact');
  expect(html).not.toContain('<iframe');
  expect(html).toContain('VideoObject');
  expect(head).toContain('<title>A day, Pune · ');
});

it('STORY-4 a direction mark in one fact of a story leaves the others as they are', async () => {
  const story = { ...details, client: '\u202eAsha', sections: [], previous: null, next: null };
  const { html } = await open('/stories/a-day', { '/api/albums/a-day': story });
  expect(html.replaceAll('<!-- -->', '')).toContain(
    '<bdi>\u202eAsha</bdi> / <bdi>Pune</bdi> / <bdi>6 December 2025</bdi>',
  );
});

it('STORY-4 the gallery is rendered by category, and an unknown story is not found', async () => {
  const page = { category: null, page: 1, pages: 2, total: 61, photos: [item], films: [film] };
  const stories = [{ ...details, photoCount: 1, filmCount: 1 }];
  const { html } = await open('/portfolio', { '/api/gallery/all': { ...page, stories } });
  expect(html).toContain('href="/stories/a-day"');
  expect(html.replaceAll('<!-- -->', '')).toContain('<p><bdi>Asha</bdi>, <bdi>Pune</bdi></p>');
  expect(html).toContain('href="/portfolio/all-2"');
  expect((await open('/stories/nothing', { '/api/albums/nothing': null })).status).toBe(404);
});
