import { useEffect, useState } from 'react';
import type { SectionId } from '../page/section-link';

const SOLID_AFTER_PX = 50;

/** Whether the page is scrolled more than 50 px (PUB-HDR-2), and the section that is being read. */
export function useScrollState(sections: readonly SectionId[]): { isSolid: boolean; current: SectionId } {
  const [isSolid, setIsSolid] = useState(false);
  const [current, setCurrent] = useState<SectionId>('hero');
  useEffect(() => {
    const read = () => {
      const isScrolled = window.scrollY > SOLID_AFTER_PX;
      setIsSolid(isScrolled);
      // At the top there is nothing to measure.
      if (!isScrolled) return setCurrent('hero');
      // The last section, in page order, whose top is in the upper part of the window.
      const passed = sections
        .map((id) => ({
          id,
          top: document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY,
        }))
        .filter(({ top }) => top < window.innerHeight * 0.4)
        .sort((a, b) => a.top - b.top);
      setCurrent(passed.at(-1)?.id ?? 'hero');
    };
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, [sections]);
  return { isSolid, current };
}
