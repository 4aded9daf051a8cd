import type { HostApi, UnsavedScope } from '@godhuli/contracts/host';
import { MOUNTS } from '@godhuli/contracts/mounts';
import { type Mount, mountFor, pathInside } from '@godhuli/contracts/page';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../toast/toast-store';
import type { UseRouting } from './routing';

/** Loads a new document. Tests replace it, because they have only one page. */
export type OpenDocument = (url: string, options?: { replace?: boolean }) => void;

interface UseHostOptions {
  mount: Mount;
  data: Record<string, unknown>;
  openDocument: OpenDocument;
  useRouting: UseRouting;
}

export type HostWithoutRelease = Omit<HostApi, 'release'>;

/**
 * Returns the host API for a remote, and the question to ask before unsaved changes are left (null: there are none). A
 * target in another zone waits in `leavingFor` while that question is open.
 */
export function useHost({ mount, data, openDocument, useRouting }: UseHostOptions) {
  const [question, setQuestion] = useState<string | null>(null);
  const unsaved = useRef<UnsavedScope | null>(null);
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  const routing = useRouting(unsaved);
  const { location, reaches, navigate: move } = routing;

  const setUnsavedChanges = useCallback<HostApi['setUnsavedChanges']>((next, { scope = 'path' } = {}) => {
    unsaved.current = next === null ? null : scope;
    setQuestion(next);
  }, []);

  const navigate = useCallback<HostApi['navigate']>(
    (to, options) => {
      const target = new URL(to, window.location.origin);
      const sameSite = target.origin === window.location.origin;
      const sameZone = sameSite && mountFor(target.pathname, MOUNTS)?.zone === mount.zone;
      if (sameZone && reaches(target.pathname)) move(target.pathname + target.search + target.hash, options);
      else if (unsaved.current) setLeavingFor(target.href);
      else openDocument(target.href, options);
    },
    [mount.zone, openDocument, reaches, move],
  );

  // What was unsaved may be saved while the question is open.
  useEffect(() => {
    if (question !== null || leavingFor === null) return;
    setLeavingFor(null);
    openDocument(leavingFor);
  }, [question, leavingFor, openDocument]);

  const decideLeaving = (leave: boolean) => (leave ? setUnsavedChanges(null) : setLeavingFor(null));

  const host = useMemo<HostWithoutRelease>(
    () => ({
      basePath: mount.path,
      location: { ...location, pathname: pathInside(mount, location.pathname) },
      navigate,
      toast,
      setUnsavedChanges,
      initialData: data,
    }),
    [mount, location, navigate, setUnsavedChanges, data],
  );
  return { host, routing, question, leavingFor, decideLeaving };
}
