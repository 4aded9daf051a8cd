import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { prefersReducedMotion } from './media-query';

/** The sections that header and footer link to, with the labels of the links. */
export const LINK_LABELS = {
  hero: 'Home',
  services: 'Services',
  portfolio: 'Portfolio',
  packages: 'Packages',
  about: 'About',
  contact: 'Contact',
};
export type LinkedSection = keyof typeof LINK_LABELS;
export type SectionId = LinkedSection | 'testimonials';

/** Scrolls to a section, smoothly unless the visitor prefers reduced motion, and moves the focus there. */
function scrollToSection(section: SectionId): void {
  const target = document.getElementById(section);
  target?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' });
  target?.focus({ preventScroll: true });
}

interface SectionLinkProps {
  section: SectionId;
  className?: string;
  label?: string;
  current?: boolean;
  /** runs before the page scrolls */
  onSelect?(): void;
  children: ReactNode;
}

/**
 * A button that scrolls to a section (PUB-HDR-1). It is a link to the section's anchor, so it works before hydration
 * and without JavaScript.
 */
export function SectionLink({ section, className, label, current, onSelect, children }: SectionLinkProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onSelect?.();
    scrollToSection(section);
  };
  const pressBySpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> does nothing without JavaScript
    <a
      href={`#${section}`}
      role="button"
      className={className}
      aria-label={label}
      aria-current={current ? 'true' : undefined}
      onClick={go}
      onKeyDown={pressBySpace}
    >
      {children}
    </a>
  );
}
