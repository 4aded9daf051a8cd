import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactElement } from 'react';

/** What stands in a section while its list is on its way. */
export function Loading({ children }: { children: string }): ReactElement {
  return (
    <p className="loading" role="status">
      <LoaderCircle className="i spin" /> {children}
    </p>
  );
}
