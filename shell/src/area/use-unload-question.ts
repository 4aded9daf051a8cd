import { useEffect } from 'react';

/**
 * Makes the browser ask its own question before a reload or close while there are unsaved changes. The listener exists only
 * then, because it keeps a page out of the back/forward cache.
 */
export function useUnloadQuestion(question: string | null): void {
  useEffect(() => {
    if (question === null) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [question]);
}
