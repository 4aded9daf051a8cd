import type { SessionUser } from '@godhuli/contracts/auth';
import { useEffect, useRef } from 'react';
import { storeUser } from './session';
import { loadMe } from './session.requests';

/** Checks the stored user with the server: an expired session ends here, and a changed name or role is stored. */
export function useFreshUser(stored: SessionUser): void {
  const latest = useRef(stored);
  latest.current = stored;
  useEffect(() => {
    const controller = new AbortController();
    loadMe(controller.signal).then(
      ({ name, role }) => {
        if (name !== latest.current.name || role !== latest.current.role) storeUser({ name, role });
      },
      () => undefined,
    );
    return () => controller.abort();
  }, []);
}
