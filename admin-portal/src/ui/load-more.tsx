import { type ReactElement, useEffect, useRef } from 'react';
import { Button } from './button';

/** The next page is requested when the end is this near to the window. */
const AHEAD_PX = 800;

interface LoadMoreProps {
  /** how many rows are loaded; when it changes and the end is still in view, the next page is requested */
  loaded: number;
  isBusy?: boolean;
  /** the list is being read, for whatever reason; when that ends with the end in view, the next page is requested */
  isFetching?: boolean;
  /** 'small' is for the end of a narrow column; it has no margin */
  size?: 'small';
  onMore(): void;
  children: string;
}

/** The end of a list that has more: requests the next page when it comes near the window, or when it is pressed. */
export function LoadMore({ loaded, isBusy = false, isFetching, size, onMore, children }: LoadMoreProps): ReactElement {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page the end is observed again
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loaded, isFetching]);
  return (
    <div ref={end} css={size === undefined && { marginTop: '1.25rem' }}>
      <Button size={size} disabled={isBusy} onClick={onMore}>
        {isBusy ? 'Loading...' : children}
      </Button>
    </div>
  );
}
