import { useEffect, useRef } from 'react';
import { Button } from '../ui/button';
import { useHost } from '../ui/host-context';
import { failureText } from './call';

/** The next page is requested when the end is this near to the window. */
const AHEAD_PX = 800;

/** An infinite query, as far as the end of its list needs it. */
export interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  dataUpdatedAt: number;
  fetchNextPage(): Promise<{ isFetchNextPageError: boolean; error: unknown }>;
}

interface LoadMoreProps {
  query: PagedQuery;
  /** title of the toast that a failure shows */
  errorTitle: string;
  /** 'small' is for the end of a narrow column; it has no margin */
  size?: 'small';
  children: string;
}

/** The end of a list that has more: requests the next page when it comes near the window, or when it is pressed. */
export function LoadMore({ query, errorTitle, size, children }: LoadMoreProps) {
  const { toast } = useHost();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, dataUpdatedAt } = query;
  const load = async () => {
    if (query.isFetching) return;
    const { isFetchNextPageError, error } = await query.fetchNextPage();
    if (!isFetchNextPageError) return;
    toast({ title: errorTitle, description: failureText(error, 'Please try again.'), variant: 'destructive' });
  };
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list was read and its end is still in view, the next page is requested
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void latest.current();
      },
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, dataUpdatedAt]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} css={size === undefined && { marginTop: '1.25rem' }}>
      <Button size={size} disabled={isFetchingNextPage} onClick={() => void load()}>
        {isFetchingNextPage ? 'Loading...' : children}
      </Button>
    </div>
  );
}
