import type { Mount } from '@godhuli/contracts/page';
import { publicRoutes, sitemapOfPart, sitemapOfRoutes } from './sitemap.js';

const MOUNTS: Mount[] = [
  { path: '/', remote: 'site', zone: 'public' },
  { path: '/guestbook', remote: 'guestbook', zone: 'public' },
  { path: '/admin', remote: 'portal', zone: 'staff' },
];
const guestbook = {
  routes: ['/', '/rules&more', '/e/*'],
  routeData: [{ route: '/e/*', serverData: [], sitemap: 'photos' as const }],
};
const live = { site: { routes: ['/', '/gallery'] }, guestbook, portal: { routes: ['/', '/users'] } };

const urls = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

it('the sitemap has the pages of every public remote below its mount, and none of the portals', () => {
  expect(urls(sitemapOfRoutes('https://a.example', publicRoutes(MOUNTS, live), null))).toEqual([
    'https://a.example/',
    'https://a.example/gallery',
    'https://a.example/guestbook',
    'https://a.example/guestbook/rules&amp;more',
  ]);
});

it('the entries of a part are pages of the route below the mount of its remote', () => {
  const entries = [{ slug: 'dawn', title: 'Dawn', titles: {}, media: null }];
  expect(urls(sitemapOfPart('https://a.example', publicRoutes(MOUNTS, live), 'photos-1', entries))).toEqual([
    'https://a.example/guestbook/e/dawn',
  ]);
});

it('the sitemap has the first page while nothing is published', () => {
  expect(publicRoutes(MOUNTS, {}).routes).toEqual(['/']);
});
