import type { HostApi, Toast } from '@godhuli/contracts/host';

export interface HostDouble {
  host: HostApi;
  /** every toast raised, oldest first */
  toasts: Toast[];
  /** every path asked for, oldest first */
  navigations: string[];
  /** the question that guards unsaved changes now, or null */
  unsavedChanges(): string | null;
}

/** A host for tests and for the standalone page: keeps what the remote asked of it. */
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
