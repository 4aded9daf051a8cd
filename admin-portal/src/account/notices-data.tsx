import type { AccountNotice } from '@godhuli/contracts/account';
import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { dismissNotices, loadNotices } from '../api/account';
import { type Load, useLoad } from '../api/use-load';

interface Notices extends Load<AccountNotice[]> {
  /** Shows none of them as news any more on this device. */
  dismiss(): Promise<void>;
}
const NoticesContext = createContext<Notices | null>(null);

/** Loads once at each visit what happened to the account. */
export function NoticesProvider({ children }: { children: ReactNode }): ReactElement {
  const load = useLoad(loadNotices);
  const value = useMemo<Notices>(
    () => ({
      ...load,
      dismiss: async () => {
        const newest = load.result.data?.[0];
        if (!newest) return;
        await dismissNotices(newest._id);
        load.change((notices) => notices.map((notice) => ({ ...notice, isNew: false })));
      },
    }),
    [load],
  );
  return <NoticesContext.Provider value={value}>{children}</NoticesContext.Provider>;
}

export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('useNotices needs a NoticesProvider.');
  return notices;
}
