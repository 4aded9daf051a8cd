import { Component, lazy, type ReactNode } from 'react';
import type { ChooseStyleProvider } from './area/mount-remote';
import { RemoteArea, type RemoteAreaProps } from './area/remote-area';
import { useOnePage, usePathname } from './area/use-one-page';
import { ErrorPage, NotFoundPage } from './pages/error-pages';
import { LateToasts } from './toast/late-toasts';

const loadEmotion = async () => ({ default: (await import('./area/emotion-provider')).EmotionProvider });

/** Emotion comes for a remote whose server markup it has styled, or that has none; others never ask for it. */
const chooseStyleProvider: ChooseStyleProvider = (hydrate) =>
  hydrate && !document.querySelector('style[data-emotion]') ? null : lazy(loadEmotion);

const loadToasts = () => import('./toast/toasts');

/** Ends an error of the shell's own parts in the words of the data router (ROUTE-4). */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}

/** The shell around the one page of a zone: no router, and what is seldom needed comes when it is. */
export function OnePageShell(surroundings: Omit<RemoteAreaProps, 'mount' | 'useRouting' | 'styleProvider'>): ReactNode {
  const { mount } = surroundings.page;
  const known = usePathname() === mount.path;
  return (
    <>
      <ErrorBoundary>
        {known ? (
          <RemoteArea {...surroundings} mount={mount} useRouting={useOnePage} styleProvider={chooseStyleProvider} />
        ) : (
          <NotFoundPage />
        )}
      </ErrorBoundary>
      <LateToasts load={loadToasts} />
    </>
  );
}
