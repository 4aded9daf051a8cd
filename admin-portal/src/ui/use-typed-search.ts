import { useEffect, useRef, useState } from 'react';

/** How long typing must pause before the search is applied. */
const TYPING_PAUSE_MS = 250;

/**
 * Keeps the text of the search box, and applies it to the filter when typing pauses.
 * @param isCovered whether another page covers the box: the text is applied when the box is shown again
 */
export function useTypedSearch(
  search: string,
  onChange: (search: string) => void,
  isCovered = false,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(search);
  const applied = useRef(search);
  const apply = useRef(onChange);
  apply.current = onChange;
  // Back and 'Clear search and filter' change the filter from outside.
  useEffect(() => {
    if (search !== applied.current) setText(search);
    applied.current = search;
  }, [search]);
  useEffect(() => {
    if (isCovered || text === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = text;
      apply.current(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isCovered]);
  return [text, setText];
}
