import { type Mount, PUBLIC_ZONE } from './page.js';

/** Where the staff portal is; links to its pages begin with it. */
export const STAFF_PATH = '/admin';

/**
 * The mount table: which remote is at which path, and in which zone (ROUTE-1 to ROUTE-3). Shell, front door, release gate,
 * development servers and the first start all read this list.
 */
export const MOUNTS: readonly Mount[] = [
  { path: '/', remote: 'public-site', zone: PUBLIC_ZONE },
  { path: STAFF_PATH, remote: 'admin-portal', zone: 'staff' },
  { path: '/admin-old', remote: 'legacy-admin', zone: 'legacy' },
];
