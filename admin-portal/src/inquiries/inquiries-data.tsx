import type { InquiryCounts } from '@godhuli/contracts/inquiries';
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from 'react';
import { loadCounts } from '../api/inquiries';
import { type Load, useLoad } from '../api/use-load';

/** How often a visible portal asks for new inquiries. */
const REFRESH_MS = 60_000;

interface InquiriesData extends Load<InquiryCounts> {
  /** grows by one with every refresh, so that lists refresh too */
  refreshes: number;
}

const InquiriesContext = createContext<InquiriesData | null>(null);
const countAll = (signal: AbortSignal) => loadCounts({ type: 'all', search: '' }, signal);

/** Loads the counts of inquiries once for the menu, the dashboard and the inbox, and keeps them fresh. */
export function InquiriesProvider({ children }: { children: ReactNode }): ReactElement {
  const counts = useLoad(countAll);
  const [refreshes, setRefreshes] = useState(0);
  const { reload } = counts;
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      void reload();
      setRefreshes((count) => count + 1);
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [reload]);
  return <InquiriesContext.Provider value={{ ...counts, refreshes }}>{children}</InquiriesContext.Provider>;
}

export function useInquiriesData(): InquiriesData {
  const data = useContext(InquiriesContext);
  if (!data) throw new Error('useInquiriesData needs an InquiriesProvider above it');
  return data;
}

/** How many inquiries nobody has answered; 0 while that is unknown. */
export const useNewInquiryCount = (): number => useInquiriesData().result.data?.New ?? 0;

/** How many inquiries are in quarantine; 0 while that is unknown. */
export const useQuarantineCount = (): number => useInquiriesData().result.data?.quarantined ?? 0;

export const countInbox = (counts: InquiryCounts): number => counts.New + counts.Responded + counts.Booked;
