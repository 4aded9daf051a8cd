import type { ReactNode } from 'react';
import { t } from '../languages/language';
import { editMark } from './edit-mark';
import type { SectionId } from './section-link';

interface SectionProps {
  id: SectionId;
  tone: 'paper' | 'ink' | 'maroon';
  hasGrain?: boolean;
  eyebrow: string;
  heading: string;
  intro?: string;
  /** less space below the heading */
  isTight?: boolean;
  children: ReactNode;
}

/** A section of the page with its heading, which names its region. */
export function Section(props: SectionProps) {
  const { id, tone, hasGrain, eyebrow, heading, intro, isTight, children } = props;
  const headingId = `${id}-h`;
  return (
    <section
      id={id}
      className={`${id} section${hasGrain ? ' section--grain' : ''}`}
      data-tone={tone}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <div className="container">
        <header className={isTight ? 'section__header section__header--tight' : 'section__header'}>
          <p className="eyebrow">{t(eyebrow)}</p>
          <h2 id={headingId} data-edit={editMark(`text:${id}:heading`)}>
            {heading}
          </h2>
          {intro && (
            <p className="section__intro" data-edit={editMark(`text:${id}:intro`)}>
              {intro}
            </p>
          )}
        </header>
        {children}
      </div>
    </section>
  );
}
