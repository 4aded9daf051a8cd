const KEY = 'admin-return-to';

/** Stores, for this tab, the page that was requested before the login. */
export function rememberTarget(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Storage may be disabled; the login then leads to the dashboard.
  }
}

/** Returns and removes the stored page; null when there is none below `basePath`. */
export function takeTarget(basePath: string): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path?.startsWith(`${basePath}/`) ? path : null;
  } catch {
    return null;
  }
}
