import type { RemoteModule } from '@godhuli/contracts/host';
import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { HostStore } from './host-store';

/** Gives a remote an emotion cache of its own. */
export type StyleProvider = ComponentType<{ remoteName: string; children: ReactNode }>;
/** Which provider a remote gets; null where its markup shows that it needs none. */
export type ChooseStyleProvider = (hydrate: boolean) => StyleProvider | null;

interface MountRemoteOptions {
  remote: RemoteModule;
  store: HostStore;
  /** the element that the remote renders into */
  element: HTMLElement;
  /** whether `element` holds the markup that the remote's own release rendered on the server */
  hydrate: boolean;
  styleProvider: ChooseStyleProvider;
  /** called once when rendering fails; nothing of the remote is left then */
  onRenderError(stage: 'render' | 'hydrate', error: unknown): void;
  /** called when the markup of the server did not fit; React has rendered it anew */
  onMismatch(error: unknown): void;
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
 * Renders a remote in a root of its own, with a style provider and an error boundary of its own. Nothing stands between
 * root and remote that could shift React's ids against the server's markup.
 * @returns ends the root
 */
export function mountRemote(options: MountRemoteOptions): () => void {
  const { remote, store, element, hydrate } = options;
  const Provider = options.styleProvider(hydrate);
  const content = <RemoteTree remote={remote} store={store} />;
  const tree = (
    <RemoteBoundary onError={(error) => options.onRenderError(hydrate ? 'hydrate' : 'render', error)}>
      {Provider ? <Provider remoteName={remote.name}>{content}</Provider> : content}
    </RemoteBoundary>
  );
  if (!hydrate) {
    const root = createRoot(element);
    // In slices: called while the shell is drawn, it would else be drawn whole before anything else can happen.
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
