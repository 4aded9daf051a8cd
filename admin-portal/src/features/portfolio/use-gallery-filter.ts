import { useEffect, useState } from 'react';
import { useHost } from '../../ui/host-context';
import { useDebounced } from '../../ui/use-debounced';
import type { PortfolioShow } from './portfolio.requests';

const TYPING_PAUSE_MS = 200;

/** What the gallery shows: category, search (a moment after it was typed) and state. */
export function useGalleryFilter() {
  const [category, setCategory] = useState('all');
  const [typed, setTyped] = useState('');
  const debounced = useDebounced(typed, TYPING_PAUSE_MS);
  const [show, setShow] = useState<PortfolioShow>('all');
  // A link of the uploads leads to a photo that the gallery has already.
  const { search: query } = useHost().location;
  useEffect(() => {
    const linked = new URLSearchParams(query);
    if (linked.has('q')) setTyped(linked.get('q') ?? '');
    if (linked.get('show') === 'trash') setShow('trash');
  }, [query]);
  return {
    category,
    setCategory,
    typed,
    setTyped,
    // A cleared search shows everything at once.
    search: typed.trim() && debounced.trim(),
    show,
    setShow,
    clear() {
      setTyped('');
      setCategory('all');
      setShow('all');
    },
  };
}
