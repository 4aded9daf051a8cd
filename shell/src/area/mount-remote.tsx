import type { HostApi, RemoteModule } from '@godhuli/contracts/host';
import { type ComponentType, type ReactNode, Suspense, startTransition, useEffect, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from '../error-boundary';
import type { Store } from '../store';

/** Gives a remote its own emotion cache. */
export type StyleProvider = ComponentType<{ remoteName: string; children: ReactNode }>;
/** Chooses the provider of a remote; null when its markup shows that it needs none. */
export type ChooseStyleProvider = (hydrate: boolean) => StyleProvider | null;

interface MountRemoteOptions {
  remote: RemoteModule;
  store: Store<HostApi>;
  /** the element that the remote renders into */
  element: HTMLElement;
  /** whether `element` holds the markup that the remote's own release rendered on the server */
  hydrate: boolean;
  styleProvider: ChooseStyleProvider;
  /** called once when rendering fails; the remote is unmounted then */
  onRenderError(step: 'render' | 'hydrate', error: unknown): void;
  /** called when the server's markup did not match; React has rendered the remote again */
  onMismatch(error: unknown): void;
}

function RemoteTree({ remote, store }: { remote: RemoteModule; store: Store<HostApi> }): ReactNode {
  const host = useSyncExternalStore(store.subscribe, store.get, store.get);
  useEffect(() => {
    // From now on the page is interactive; tests and benchmarks wait for this.
    const { dataset } = document.documentElement;
    dataset.remoteReady = remote.name;
    return () => {
      delete dataset.remoteReady;
    };
  }, [remote]);
  return <remote.App host={host} />;
}

/**
 * Renders a remote in its own root, with its own style provider and error boundary. No element between root and remote
 * changes React's ids relative to the server's markup.
 * @returns a function that unmounts the root
 */
export function mountRemote(options: MountRemoteOptions): () => void {
  const { remote, store, element, hydrate } = options;
  const Provider = options.styleProvider(hydrate);
  const content = <RemoteTree remote={remote} store={store} />;
  const tree = (
    <ErrorBoundary fallback={null} onError={(error) => options.onRenderError(hydrate ? 'hydrate' : 'render', error)}>
      {Provider ? <Provider remoteName={remote.name}>{content}</Provider> : content}
    </ErrorBoundary>
  );
  if (!hydrate) {
    const root = createRoot(element);
    // As a transition, because a render that starts while the shell renders would otherwise be one long task.
    startTransition(() => root.render(<Suspense fallback={null}>{tree}</Suspense>));
    return () => root.unmount();
  }
  let unmount = () => {};
  startTransition(() => {
    const root = hydrateRoot(element, tree, { onRecoverableError: options.onMismatch });
    unmount = () => root.unmount();
  });
  return () => unmount();
}
