const KEY = 'admin-return-to';

/** Keeps, for this tab, the page that someone asked for before signing in. */
export function rememberTarget(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Storage may be switched off; the sign-in then leads to the dashboard.
  }
}

/** The page that was asked for, once; null when there is none below `basePath`. */
export function takeTarget(basePath: string): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path?.startsWith(`${basePath}/`) ? path : null;
  } catch {
    return null;
  }
}
