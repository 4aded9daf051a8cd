import type { Mount } from '@godhuli/contracts/page';
import table from './mounts.json';

/**
 * The mount table: which remote stands where, and in which zone (ROUTE-1 to ROUTE-3). The data is a file of its own,
 * because the front door reads the same table from the shell's build.
 */
export const MOUNTS: readonly Mount[] = table;
