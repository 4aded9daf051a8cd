import type { HostApi } from '@godhuli/contracts/host';

/**
 * Holds the host API that the remote reads. It is a store and not a prop of the root, because updating a root during
 * hydration would discard the server's markup.
 */
export interface HostStore {
  get(): HostApi;
  set(host: HostApi): void;
  subscribe(listener: () => void): () => void;
}

export function createHostStore(initial: HostApi): HostStore {
  let host = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => host,
    set(next) {
      host = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
