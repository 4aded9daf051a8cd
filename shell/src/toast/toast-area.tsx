import type { ReactNode, Ref } from 'react';
import { toastLabels } from './toast-labels';

interface ToastAreaProps {
  /** of the document, as in its `lang` */
  language?: string;
  area?: Ref<HTMLOListElement>;
  children?: ReactNode;
}

/** The region of the toasts without the code that shows them: part of every document, so that it is there at once (ROUTE-1). */
export const ToastArea = ({ language, area, children }: ToastAreaProps) => (
  <section aria-label={`${toastLabels(language).all} (F8)`}>
    <ol ref={area} className="shell-toasts" tabIndex={-1}>
      {children}
    </ol>
  </section>
);
