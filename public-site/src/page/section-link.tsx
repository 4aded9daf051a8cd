import { createContext, type ReactNode, useContext } from 'react';
import { localPath } from '../languages/language';

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

/** Whether the sections are on another page, the one-page site. */
export const AreSectionsElsewhere = createContext(false);

interface SectionLinkProps {
  section: SectionId;
  className?: string;
  label?: string;
  children: ReactNode;
}

/**
 * A button that scrolls to a section (PUB-HDR-1). It is a link to the section's anchor, so it works before any script and
 * without JavaScript; page-script/section-links.ts adds the rest. On other pages it is a link to the one-page site.
 */
export function SectionLink({ section, className, label, children }: SectionLinkProps) {
  if (useContext(AreSectionsElsewhere))
    return (
      <a href={localPath(`/#${section}`)} className={className} aria-label={label}>
        {children}
      </a>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> does nothing without JavaScript
    <a href={`#${section}`} role="button" className={className} aria-label={label}>
      {children}
    </a>
  );
}
