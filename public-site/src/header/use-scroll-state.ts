import { useEffect, useState } from 'react';
import type { SectionId } from '../page/go-to';

const SOLID_AFTER_PX = 50;

/** Whether the page is scrolled more than 50 px (PUB-HDR-2), and which of the sections is being read. */
export function useScrollState(sections: readonly SectionId[]): { solid: boolean; current: SectionId } {
  const [solid, setSolid] = useState(false);
  const [current, setCurrent] = useState<SectionId>('hero');
  useEffect(() => {
    const read = () => {
      const scrolled = window.scrollY > SOLID_AFTER_PX;
      setSolid(scrolled);
      // At the top there is nothing to measure.
      if (!scrolled) return setCurrent('hero');
      // In the page's own order: the last one whose top is in the upper part of the window.
      const reached = sections
        .map((id) => ({
          id,
          top: document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY,
        }))
        .filter(({ top }) => top < window.innerHeight * 0.4)
        .sort((a, b) => a.top - b.top);
      setCurrent(reached.at(-1)?.id ?? 'hero');
    };
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, [sections]);
  return { solid, current };
}
