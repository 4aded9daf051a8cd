import type { Mount } from '@godhuli/contracts/page';
import table from './mounts.json';

/**
 * The mount table: which remote stands where, and in which zone (ROUTE-1 to ROUTE-3). It is data in a file of its own,
 * because the front door reads the same table from the shell's build.
 */
export const MOUNTS: readonly Mount[] = table;

const isBelow = (path: string, pathname: string) =>
  path === '/' || pathname === path || pathname.startsWith(`${path}/`);

/** The mount that a path of the site belongs to: the longest one that holds it, by whole segments. */
export function mountFor(pathname: string, mounts: readonly Mount[] = MOUNTS): Mount | undefined {
  return mounts
    .filter((mount) => isBelow(mount.path, pathname))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** A path of the site as the remote sees it: '/admin/dashboard' under '/admin' is '/dashboard'. */
export function pathInside(mount: Mount, pathname: string): string {
  if (mount.path === '/') return pathname;
  return pathname.slice(mount.path.length) || '/';
}
