import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { disclosure } from './remote-panel.styles';

/** A part that loads its content when it is opened for the first time. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      ref={moveFocusOnRemoval}
      css={disclosure}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>
        <ChevronRight aria-hidden="true" strokeWidth={1.75} /> {title}
      </summary>
      {wasOpened && children}
    </details>
  );
}
