import { lazy, type ReactNode } from 'react';
import type { ChooseStyleProvider } from './area/mount-remote';
import { RemoteArea, type RemoteAreaProps } from './area/remote-area';
import { useOnePage } from './area/use-one-page';
import { ErrorBoundary } from './error-boundary';
import { ErrorPage } from './pages/error-pages';
import { DeferredToasts } from './toast/deferred-toasts';

const loadEmotion = async () => ({ default: (await import('./area/emotion-provider')).EmotionProvider });

/** Loads emotion only for a remote whose server markup uses it, or that has no server markup. */
const chooseStyleProvider: ChooseStyleProvider = (hydrate) =>
  hydrate && !document.querySelector('style[data-emotion]') ? null : lazy(loadEmotion);

const loadToasts = () => import('./toast/toasts');

/**
 * The shell around a page that is a document of its own: no router, and rarely needed parts are deferred. The front door has
 * responded to an unknown path; another path in the history of this document is a view of the same page.
 */
export function OnePageShell(surroundings: Omit<RemoteAreaProps, 'mount' | 'useRouting' | 'styleProvider'>): ReactNode {
  const { mount } = surroundings.page;
  return (
    <>
      {/* The error page of the data router, for an error in the shell itself (ROUTE-4). */}
      <ErrorBoundary fallback={<ErrorPage />}>
        <RemoteArea {...surroundings} mount={mount} useRouting={useOnePage} styleProvider={chooseStyleProvider} />
      </ErrorBoundary>
      <DeferredToasts load={loadToasts} />
    </>
  );
}
