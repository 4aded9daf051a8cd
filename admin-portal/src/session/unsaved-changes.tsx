import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useHost } from '../host/host-context';

/** What is asked before a page with typed text is left. */
export const LEAVE_QUESTION = 'You have unsaved changes. Leave without saving?';

interface UnsavedChanges {
  isDirty: boolean;
  setDirty(isDirty: boolean): void;
}
const UnsavedChangesContext = createContext<UnsavedChanges>({ isDirty: false, setDirty: () => undefined });

/** Knows for everyone below whether typed text would be lost. */
export function UnsavedChangesProvider({ children }: { children: ReactNode }): ReactElement {
  const [isDirty, setDirty] = useState(false);
  const value = useMemo(() => ({ isDirty, setDirty }), [isDirty]);
  return <UnsavedChangesContext.Provider value={value}>{children}</UnsavedChangesContext.Provider>;
}

/** Whether something typed is not saved yet. */
export function useIsDirty(): boolean {
  return useContext(UnsavedChangesContext).isDirty;
}

/** Reports a form's own state to the portal and the host while it is mounted; one form at a time is open here. */
export function useUnsavedChanges(isDirty: boolean): void {
  const { setDirty } = useContext(UnsavedChangesContext);
  const { setUnsavedChanges } = useHost();
  useEffect(() => {
    setDirty(isDirty);
    setUnsavedChanges(isDirty ? LEAVE_QUESTION : null);
    return () => {
      setDirty(false);
      setUnsavedChanges(null);
    };
  }, [isDirty, setDirty, setUnsavedChanges]);
}
