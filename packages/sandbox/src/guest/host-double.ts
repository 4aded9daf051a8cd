import type { HostApi } from '@godhuli/contracts/host';
import type { PageRequest } from '../messages.js';

const noop = () => undefined;

/** Creates the API that the shell gives a remote, without effects. */
export function createHostDouble({ basePath, data, name }: PageRequest, pathname: string): HostApi {
  return {
    basePath,
    location: { pathname, search: '', hash: '' },
    navigate: noop,
    toast: noop,
    setUnsavedChanges: noop,
    initialData: data,
    release: { name, version: '0.0.0-000000000000' },
  };
}
