import { fewPages, samplePages } from './sample-pages.js';
import { fakeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

async function fewOf(routes: string[]): Promise<string[]> {
  const { pages } = await samplePages(fakeRelease({ manifest: { routes } }).manifest, createTestHost());
  return fewPages(pages).map(({ pathname }) => pathname);
}

it('CARD-7 where only eight pages are tried, they are of different kinds', async () => {
  const pages = ['/p/*', '/portfolio', '/portfolio/*', '/stories/*', '/privacy', '/films/*'];
  const translated = ['/mr', '/hi'].flatMap((language) => [language, ...pages.map((page) => language + page)]);
  expect(await fewOf(['/', ...pages, ...translated])).toEqual([
    ...['/', '/p/anything', '/portfolio', '/stories/anything', '/privacy', '/films/anything', '/mr', '/hi'],
  ]);
});

it('CARD-7 after one of each kind the next pages of a kind are tried', async () => {
  const rooms = Array.from({ length: 20 }, (_, index) => `/rooms/${index}`);
  expect(await fewOf(['/', ...rooms, '/reset', '/**'])).toEqual([
    ...['/', '/rooms/0', '/reset', '/anything', '/rooms/1', '/rooms/2', '/rooms/3', '/rooms/4'],
  ]);
});

it('CARD-7 at most 40 API paths with a segment of the URL are read', async () => {
  const routeData = Array.from({ length: 45 }, (_, index) => ({
    ...{ route: `/${index}/*`, serverData: [`/api/photos/{1}?${index}`], sitemap: 'photos' },
  }));
  const answers: Record<string, unknown> = {
    '/api/sitemap': ['photos-1'],
    '/api/sitemap/photos-1': [{ slug: 'dusk', media: null }],
  };
  const readPublic = jest.fn(async (path: string) => JSON.stringify(answers[path] ?? {}));
  const { manifest } = fakeRelease({ manifest: { routes: routeData.map(({ route }) => route), routeData } });
  const { pages } = await samplePages(manifest, createTestHost({ readPublic }));
  expect(readPublic.mock.calls.filter(([path]) => path.startsWith('/api/photos/dusk?'))).toHaveLength(40);
  expect(pages).toHaveLength(45 + 40);
});
