import type { ReactElement } from 'react';
import { langOf } from './lang-of';

interface SectionHeadProps {
  /** id of the heading, which names the section's region */
  id: string;
  eyebrow: string;
  heading: string;
  intro?: string;
  tight?: boolean;
}

export function SectionHead({ id, eyebrow, heading, intro, tight }: SectionHeadProps): ReactElement {
  return (
    <header className={tight ? 'sec__head sec__head--tight' : 'sec__head'}>
      <p className="eyebrow">{eyebrow}</p>
      <h2 id={id} lang={langOf(heading)}>
        {heading}
      </h2>
      {intro && <p className="sec__intro">{intro}</p>}
    </header>
  );
}
