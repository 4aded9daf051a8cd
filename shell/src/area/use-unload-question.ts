import { useEffect } from 'react';

/**
 * Has the browser ask its own question on reload and close while there is one. The listener is there only as long as
 * it is needed: it keeps a page out of the back/forward cache.
 */
export function useUnloadQuestion(question: string | null): void {
  useEffect(() => {
    if (question === null) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [question]);
}
