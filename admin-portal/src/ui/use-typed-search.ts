import { useEffect, useRef, useState } from 'react';

/** How long typing must pause before the search is applied. */
const TYPING_PAUSE_MS = 250;

/** Keeps the text of the search box, and applies it to the filter when typing pauses. */
export function useTypedSearch(
  search: string,
  onChange: (search: string) => void,
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
    if (text === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = text;
      apply.current(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
