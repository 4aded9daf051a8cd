import type { HostApi, RemoteModule, Toast } from '@godhuli/contracts/host';
import { type ReactElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface StandaloneOptions {
  remote: RemoteModule;
  /** as the host mounts it: '/', '/admin' */
  basePath: string;
}

/** Returns the part of the URL below the mount path. */
function locationBelow(basePath: string): HostApi['location'] {
  const prefix = basePath === '/' ? '' : basePath;
  const { pathname, search, hash } = window.location;
  const below = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
  return { pathname: below.startsWith('/') ? below : '/', search, hash };
}

function Standalone({ remote, basePath }: StandaloneOptions): ReactElement {
  const [location, setLocation] = useState(() => locationBelow(basePath));
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => {
    const follow = () => setLocation(locationBelow(basePath));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [basePath]);
  const host: HostApi = {
    basePath,
    location,
    navigate: (to, options) => {
      window.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to);
      setLocation(locationBelow(basePath));
    },
    toast: setToast,
    setUnsavedChanges: () => undefined,
    release: { name: remote.name, version: '0.0.0-000000000000' },
  };
  return (
    <>
      <remote.App host={host} />
      {toast && (
        <output style={{ position: 'fixed', insetBlockEnd: 16, insetInlineEnd: 16, background: '#fff', padding: 16 }}>
          <strong>{toast.title}</strong> {toast.description}
        </output>
      )}
    </>
  );
}

/** Shows a remote alone, with a host that only supports navigation and toasts (development). */
export function renderStandalone(options: StandaloneOptions): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('the standalone page has no #root');
  createRoot(element).render(<Standalone {...options} />);
}
