import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { RemoteModule } from '@godhuli/contracts/host';
import { Component, type ReactNode, startTransition, useEffect, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { HostStore } from './host-store';

interface MountRemoteOptions {
  remote: RemoteModule;
  store: HostStore;
  /** the element that the remote renders into */
  element: HTMLElement;
  /** whether `element` holds the markup that the remote's own release rendered on the server */
  hydrate: boolean;
  /** called once when rendering fails; nothing of the remote is left then */
  onRenderError(stage: 'render' | 'hydrate', error: unknown): void;
  /** called when the markup of the server did not fit; React has rendered it anew */
  onMismatch(error: unknown): void;
}

/** Emotion keys are small letters and dashes alone. */
function emotionKey(remoteName: string): string {
  return remoteName.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

const styleCaches = new Map<string, EmotionCache>();

/** One emotion cache for each remote and document: a cache never takes its style elements away again. */
function styleCacheOf(remoteName: string): EmotionCache {
  const known = styleCaches.get(remoteName);
  if (known) return known;
  const cache = createCache({ key: emotionKey(remoteName) });
  styleCaches.set(remoteName, cache);
  return cache;
}

interface BoundaryProps {
  children: ReactNode;
  onError(error: unknown): void;
}

/** Ends an error at the remote's own area. */
class RemoteBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

function RemoteTree({ remote, store }: { remote: RemoteModule; store: HostStore }): ReactNode {
  const host = useSyncExternalStore(store.subscribe, store.get, store.get);
  useEffect(() => {
    // From here on the page answers: for tests, and for anyone who measures.
    const { dataset } = document.documentElement;
    dataset.remoteReady = remote.name;
    return () => {
      delete dataset.remoteReady;
    };
  }, [remote]);
  return <remote.App host={host} />;
}

/**
 * Renders a remote in a root of its own, with an emotion cache and an error boundary of its own. Nothing stands between
 * root and remote that could shift React's ids against the server's markup.
 * @returns ends the root
 */
export function mountRemote(options: MountRemoteOptions): () => void {
  const { remote, store, element, hydrate } = options;
  const cache = styleCacheOf(remote.name);
  const tree = (
    <CacheProvider value={cache}>
      <RemoteBoundary onError={(error) => options.onRenderError(hydrate ? 'hydrate' : 'render', error)}>
        <RemoteTree remote={remote} store={store} />
      </RemoteBoundary>
    </CacheProvider>
  );
  if (!hydrate) {
    const root = createRoot(element);
    root.render(tree);
    return () => root.unmount();
  }
  let unmount = () => {};
  startTransition(() => {
    const root = hydrateRoot(element, tree, { onRecoverableError: options.onMismatch });
    unmount = () => root.unmount();
  });
  return () => unmount();
}
