import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactElement } from 'react';

/** Shown in a section while its list loads. */
export function Loading({ children }: { children: string }): ReactElement {
  return (
    <p className="loading" role="status">
      <LoaderCircle className="icon is-spinning" /> {children}
    </p>
  );
}
