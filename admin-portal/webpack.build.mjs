import { buildRemote } from '@godhuli/remote-kit/build-remote';

await buildRemote({
  routes: [
    '/',
    '/dashboard',
    '/dashboard/gallery',
    '/dashboard/albums',
    '/dashboard/videos',
    '/dashboard/blog',
    '/dashboard/offers',
    '/dashboard/pages',
    '/dashboard/analytics',
    '/dashboard/marketing',
    '/dashboard/users',
    '/dashboard/settings',
    '/dashboard/inquiries',
    '/dashboard/clients',
    '/dashboard/messages',
    '/dashboard/calendar',
    '/dashboard/releases',
    '/dashboard/audit',
    '/dashboard/account',
    '/reset-password',
    '/**',
  ],
});
