import type { HostApi } from '@godhuli/contracts/host';

/**
 * Holds what the remote sees of its host. A store instead of a property of the root: updating a root that still
 * hydrates would throw its server markup away.
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
