type StorageName = 'localStorage' | 'sessionStorage';

/** Reads a value that this browser (`localStorage`) or this tab keeps; null without one, and where storage is disabled. */
export function readStored(storage: StorageName, key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it (null). Where storage is disabled, the value lasts until the page is left. */
export function writeStored(storage: StorageName, key: string, value: string | null): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
  } catch {
    // Disabled by the user.
  }
}
