import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { prefersReducedMotion } from './media-query';

export type SectionId = 'hero' | 'about' | 'services' | 'portfolio' | 'packages' | 'testimonials' | 'contact';

/** Scrolls to a section, smoothly unless the visitor asked for less motion, and lets the keyboard go on from there. */
function scrollToSection(section: SectionId): void {
  const target = document.getElementById(section);
  target?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' });
  target?.focus({ preventScroll: true });
}

interface GoToProps {
  section: SectionId;
  className?: string;
  label?: string;
  current?: boolean;
  /** runs before the page scrolls */
  onChoose?(): void;
  children: ReactNode;
}

/**
 * A button that goes to a section (PUB-HDR-1). Underneath it is a link to the section's anchor, so it works
 * before and without JavaScript.
 */
export function GoTo({ section, className, label, current, onChoose, children }: GoToProps): ReactElement {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose?.();
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
