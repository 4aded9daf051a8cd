import { buildRemote } from '@godhuli/remote-kit/build-remote';

/** What every page shows around its own part. */
const SURROUNDINGS = ['/api/content', '/api/services', '/api/profile'];

await buildRemote({
  routes: ['/', '/p/*', '/portfolio', '/portfolio/*', '/stories/*', '/films/*', '/privacy'],
  serverData: [
    '/api/content',
    '/api/hero',
    '/api/highlights',
    '/api/services',
    '/api/packages',
    '/api/testimonials',
    '/api/stats',
    '/api/profile',
  ],
  routeData: [
    { route: '/p/*', serverData: ['/api/photos/{1}', ...SURROUNDINGS], sitemap: 'photos' },
    { route: '/portfolio', serverData: ['/api/gallery/all', ...SURROUNDINGS] },
    { route: '/portfolio/*', serverData: ['/api/gallery/{1}', ...SURROUNDINGS] },
    { route: '/stories/*', serverData: ['/api/albums/{1}', ...SURROUNDINGS], sitemap: 'stories' },
    { route: '/privacy', serverData: SURROUNDINGS },
    { route: '/films/*', serverData: ['/api/films/{1}', ...SURROUNDINGS], sitemap: 'films' },
  ],
});
