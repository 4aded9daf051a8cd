import { readStored, writeStored } from '../../ui/browser-storage';

const KEY = 'admin-return-to';

/** Stores, for this tab, the page that was requested before the login. */
export const rememberTarget = (path: string): void => writeStored('sessionStorage', KEY, path);

/** Returns and removes the stored page; null when there is none below `basePath`. */
export function consumeTarget(basePath: string): string | null {
  const path = readStored('sessionStorage', KEY);
  writeStored('sessionStorage', KEY, null);
  return path?.startsWith(`${basePath}/`) ? path : null;
}
