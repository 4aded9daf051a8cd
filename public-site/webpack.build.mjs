import { buildRemote } from '@godhuli/remote-kit/build-remote';

await buildRemote({
  routes: ['/'],
  serverData: [
    '/api/content',
    '/api/hero',
    '/api/portfolio',
    '/api/services',
    '/api/packages',
    '/api/testimonials',
    '/api/stats',
    '/api/profile',
  ],
});
