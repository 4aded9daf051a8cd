import { buildRemote } from '@godhuli/remote-kit/build-remote';

await buildRemote({
  routes: [
    '/',
    '/dashboard',
    '/dashboard/gallery',
    '/dashboard/videos',
    '/dashboard/blog',
    '/dashboard/offers',
    '/dashboard/pages',
    '/dashboard/analytics',
    '/dashboard/marketing',
    '/dashboard/users',
    '/dashboard/settings',
    '/dashboard/inquiries',
    '/dashboard/releases',
    '/dashboard/audit',
    '/dashboard/account',
    '/reset-password',
    '/**',
  ],
});
