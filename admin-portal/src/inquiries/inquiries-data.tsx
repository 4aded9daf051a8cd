import type { Inquiry } from '@godhuli/contracts/inquiries';
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef } from 'react';
import { loadInquiries } from '../api/inquiries';
import { type Load, useLoad } from '../api/use-load';

/** How often a portal that is being looked at asks for new inquiries. */
const REFRESH_MS = 60_000;

const InquiriesContext = createContext<Load<Inquiry[]> | null>(null);

/** Loads the inquiries once for the menu's count, the dashboard and the inbox, and keeps them fresh. */
export function InquiriesProvider({ children }: { children: ReactNode }): ReactElement {
  const inquiries = useLoad(loadInquiries);
  const { reload } = inquiries;
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [reload]);
  return <InquiriesContext.Provider value={inquiries}>{children}</InquiriesContext.Provider>;
}

export function useInquiries(): Load<Inquiry[]> {
  const inquiries = useContext(InquiriesContext);
  if (!inquiries) throw new Error('useInquiries needs an InquiriesProvider above it');
  return inquiries;
}

/** The inquiries, asked for anew when a page that shows them opens: what came meanwhile must not wait for the timer. */
export function useFreshInquiries(): Load<Inquiry[]> {
  const inquiries = useInquiries();
  const { reload } = inquiries;
  const isFirstLoadOver = useRef(inquiries.result.data !== undefined);
  useEffect(() => {
    if (isFirstLoadOver.current) void reload();
  }, [reload]);
  return inquiries;
}

/** How many inquiries nobody has answered; 0 while that is unknown. */
export function useNewInquiryCount(): number {
  const { result } = useInquiries();
  return result.data?.filter((inquiry) => inquiry.status === 'New').length ?? 0;
}
