import type { UnsavedScope } from '@godhuli/contracts/host';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useHost } from '../../ui/host-context';

/** The question before a page with unsaved text is left. */
export const LEAVE_QUESTION = 'You have unsaved changes. Leave without saving?';

interface UnsavedChanges {
  isDirty: boolean;
  setDirty(isDirty: boolean): void;
}
const UnsavedChangesContext = createContext<UnsavedChanges>({ isDirty: false, setDirty: () => undefined });

/** Provides whether there is unsaved text. */
export function UnsavedChangesProvider({ children }: { children: ReactNode }) {
  const [isDirty, setDirty] = useState(false);
  const value = useMemo(() => ({ isDirty, setDirty }), [isDirty]);
  return <UnsavedChangesContext.Provider value={value}>{children}</UnsavedChangesContext.Provider>;
}

/** Returns whether there is unsaved text. */
export function useIsDirty(): boolean {
  return useContext(UnsavedChangesContext).isDirty;
}

/**
 * Reports the unsaved text of a form to the portal and the host while it is mounted. Only one form is open at a time.
 * @param scope 'path' for a page that keeps its text when its query or hash changes
 */
export function useUnsavedChanges(isDirty: boolean, scope: UnsavedScope = 'url'): void {
  const { setDirty } = useContext(UnsavedChangesContext);
  const { setUnsavedChanges } = useHost();
  useEffect(() => {
    setDirty(isDirty);
    setUnsavedChanges(isDirty ? LEAVE_QUESTION : null, { scope });
    return () => {
      setDirty(false);
      setUnsavedChanges(null);
    };
  }, [isDirty, scope, setDirty, setUnsavedChanges]);
}
