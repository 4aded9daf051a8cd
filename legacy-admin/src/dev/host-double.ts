import type { HostApi, Toast } from '@godhuli/contracts/host';
import { useEffect, useMemo, useState } from 'react';

export const BASE_PATH = '/admin-old';

/** Returns the part of the URL below the mount path; null for a URL outside it. */
function locationBelow(): HostApi['location'] | null {
  const { pathname, search, hash } = window.location;
  if (pathname !== BASE_PATH && !pathname.startsWith(`${BASE_PATH}/`)) return null;
  return { pathname: pathname.slice(BASE_PATH.length) || '/', search, hash };
}

/** A host with the URL of the page and one toast, which is all that this app needs (standalone page and tests). */
export function useHostDouble(): { host: HostApi | null; toast: Toast | null; dismiss: () => void } {
  const [location, setLocation] = useState(locationBelow);
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => {
    const follow = () => setLocation(locationBelow());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const host = useMemo<HostApi | null>(
    () =>
      location && {
        basePath: BASE_PATH,
        location,
        navigate: (to, options) => {
          window.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to);
          setLocation(locationBelow());
        },
        toast: setToast,
        setUnsavedChanges: () => undefined,
        release: { name: 'legacy-admin', version: '0.0.0-000000000000' },
      },
    [location],
  );
  return { host, toast, dismiss: () => setToast(null) };
}
