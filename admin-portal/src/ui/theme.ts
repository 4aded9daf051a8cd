import { useLayoutEffect, useState } from 'react';
import { readStored, writeStored } from './browser-storage';

export type Theme = 'light' | 'dark';
const THEME_KEY = 'admin-theme';

/** The theme of this browser, stored in it; written on the document as `data-theme`. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() =>
    readStored('localStorage', THEME_KEY) === 'dark' ? 'dark' : 'light',
  );
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [theme]);
  const choose = (next: Theme) => {
    setTheme(next);
    writeStored('localStorage', THEME_KEY, next);
  };
  return [theme, choose];
}
