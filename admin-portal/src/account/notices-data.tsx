import type { AccountNotice } from '@godhuli/contracts/account';
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { dismissNotices, loadNotices } from '../api/account';
import { type Load, useLoad } from '../api/use-load';
import { useInquiriesData } from '../inquiries/inquiries-data';

interface Notices extends Load<AccountNotice[]> {
  /** Shows none of them as news any more on this device. */
  dismiss(): Promise<void>;
}
const NoticesContext = createContext<Notices | null>(null);

/** Loads what happened to the account, and again whenever the inquiries are loaded again. */
export function NoticesProvider({ children }: { children: ReactNode }): ReactElement {
  const load = useLoad(loadNotices);
  const { refreshes } = useInquiriesData();
  const { reload } = load;
  useEffect(() => {
    if (refreshes > 0) void reload();
  }, [refreshes, reload]);
  const value = useMemo<Notices>(
    () => ({
      ...load,
      dismiss: async () => {
        const newest = load.result.data?.[0];
        if (!newest) return;
        await dismissNotices(newest._id);
        load.change((notices) => notices.map((notice) => ({ ...notice, isNew: false })));
        // An answer from before the dismissal that is still under way would show them again.
        void load.reload();
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
