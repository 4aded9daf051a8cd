import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../ui/host-context';
import { useDebounced } from '../../ui/use-debounced';
import type { PortfolioShow } from './portfolio.requests';

const TYPING_PAUSE_MS = 200;
const SHOWS: readonly PortfolioShow[] = ['all', 'published', 'unpublished', 'trash'];

interface GalleryFilter {
  category: string;
  typed: string;
  show: PortfolioShow;
}

/** Reads the filter of a URL; what it does not name is not filtered. */
function filterOf(query: string): GalleryFilter {
  const linked = new URLSearchParams(query);
  const category = linked.get('category') ?? '';
  return {
    category: /^[a-z0-9-]{1,60}$/.test(category) ? category : 'all',
    typed: linked.get('q') ?? '',
    show: SHOWS.find((show) => show === linked.get('show')) ?? 'all',
  };
}

function queryOf({ category, typed, show }: GalleryFilter): string {
  const q = typed.trim();
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(category !== 'all' && { category }),
    ...(show !== 'all' && { show }),
  }).toString();
  return query && `?${query}`;
}

/**
 * What the gallery shows: category, search (a moment after it was typed) and state. The URL has them too. Back undoes a choice;
 * a typed search replaces the entry of the history.
 */
export function useGalleryFilter() {
  const { basePath, navigate, location } = useHost();
  const [filter, setFilter] = useState(() => filterOf(location.search));
  const debounced = useDebounced(filter.typed, TYPING_PAUSE_MS);
  const set = (change: Partial<GalleryFilter>) => setFilter((before) => ({ ...before, ...change }));
  /** the query that the filter was read from or written to */
  const written = useRef(location.search);
  useEffect(() => {
    // A link of the uploads leads to a photo that the gallery has already; Back leads to an earlier filter.
    if (location.search === written.current) return;
    written.current = location.search;
    setFilter(filterOf(location.search));
  }, [location.search]);
  const isTyping = filter.typed !== debounced;
  const query = queryOf(filter);
  useEffect(() => {
    const former = filterOf(written.current);
    if (isTyping || query === queryOf(former)) return;
    const { category, show } = filterOf(query);
    written.current = query;
    navigate(`${basePath}/dashboard/gallery${query}`, {
      replace: category === former.category && show === former.show,
    });
  }, [isTyping, query, basePath, navigate]);
  return {
    ...filter,
    setCategory: (category: string) => set({ category }),
    setTyped: (typed: string) => set({ typed }),
    // A cleared search shows everything at once.
    search: filter.typed.trim() && debounced.trim(),
    setShow: (show: PortfolioShow) => set({ show }),
    clear: () => setFilter({ category: 'all', typed: '', show: 'all' }),
  };
}
