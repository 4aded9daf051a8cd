import type { UnsavedScope } from '@godhuli/contracts/host';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';
import { useHost } from '../../ui/host-context';

/** The question before a page with unsaved text is left. */
export const LEAVE_QUESTION = 'You have unsaved changes. Leave without saving?';

interface UnsavedChanges {
  isDirty: boolean;
  /** Reports a form by its id: what leaves its unsaved text, or null when it has none. */
  report(form: string, scope: UnsavedScope | null): void;
}
const UnsavedChangesContext = createContext<UnsavedChanges>({ isDirty: false, report: () => undefined });

/** Provides whether any form has unsaved text, and reports it to the host. */
export function UnsavedChangesProvider({ children }: { children: ReactNode }) {
  const { setUnsavedChanges } = useHost();
  const [isDirty, setDirty] = useState(false);
  const [forms] = useState(() => new Map<string, UnsavedScope>());
  const report = useCallback(
    (form: string, scope: UnsavedScope | null) => {
      if (scope) forms.set(form, scope);
      else forms.delete(form);
      setDirty(forms.size > 0);
      // Not in an effect of this provider: a page that is closed may navigate before the next one.
      setUnsavedChanges(forms.size > 0 ? LEAVE_QUESTION : null, {
        scope: [...forms.values()].includes('url') ? 'url' : 'path',
      });
    },
    [forms, setUnsavedChanges],
  );
  const value = useMemo(() => ({ isDirty, report }), [isDirty, report]);
  return <UnsavedChangesContext.Provider value={value}>{children}</UnsavedChangesContext.Provider>;
}

/** Returns whether there is unsaved text. */
export function useIsDirty(): boolean {
  return useContext(UnsavedChangesContext).isDirty;
}

/**
 * Reports the unsaved text of a form while it is mounted. A page may have several forms.
 * @param scope 'path' for a page that keeps its text when its query or hash changes
 */
export function useUnsavedChanges(isDirty: boolean, scope: UnsavedScope = 'url'): void {
  const { report } = useContext(UnsavedChangesContext);
  const form = useId();
  useEffect(() => {
    if (!isDirty) return;
    report(form, scope);
    return () => report(form, null);
  }, [isDirty, scope, form, report]);
}
