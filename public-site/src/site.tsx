import type { HostApi } from '@godhuli/contracts/host';
import { type ComponentType, Suspense, useState } from 'react';
import { App } from './app';

interface SiteProps {
  host: HostApi;
  /** loaded on demand in the browser */
  SubPage: ComponentType<{ host: HostApi }>;
}

/**
 * The page of this document: the one-page site, or a page of its own. Its path does not change: another page is another
 * document, and the lightbox adds paths to the history that show the same page.
 */
export function Site({ host, SubPage }: SiteProps) {
  const [isHome] = useState(() => host.location.pathname === '/');
  if (isHome) return <App host={host} />;
  return (
    <Suspense fallback={null}>
      <SubPage host={host} />
    </Suspense>
  );
}
