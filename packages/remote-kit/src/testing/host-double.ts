import type { HostApi, Toast } from '@godhuli/contracts/host';

export interface HostDouble {
  host: HostApi;
  /** the toasts shown, oldest first */
  toasts: Toast[];
  /** the paths that the remote navigated to, oldest first */
  navigations: string[];
  /** Returns the question about unsaved changes, or null. */
  unsavedChanges(): string | null;
}

/** Creates a host for tests, which records what the remote calls. */
export function createHostDouble(overrides: Partial<HostApi> = {}): HostDouble {
  const toasts: Toast[] = [];
  const navigations: string[] = [];
  let question: string | null = null;
  return {
    toasts,
    navigations,
    unsavedChanges: () => question,
    host: {
      basePath: '/',
      location: { pathname: '/', search: '', hash: '' },
      navigate: (to) => navigations.push(to),
      toast: (toast) => toasts.push(toast),
      setUnsavedChanges: (next) => {
        question = next;
      },
      release: { name: 'test', version: '0.0.0-000000000000' },
      ...overrides,
    },
  };
}
