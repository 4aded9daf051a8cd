import type { HostApi } from '@godhuli/contracts/host';
import { createContext, useContext } from 'react';

const HostContext = createContext<HostApi | null>(null);
export const HostProvider = HostContext.Provider;

/** The host of this remote: URL, navigation, toasts, the guard of unsaved changes. */
export function useHost(): HostApi {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a HostProvider above it');
  return host;
}
