import type { HostApi } from '@godhuli/contracts/host';
import { type Mount, mountFor, pathInside } from '@godhuli/contracts/page';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MOUNTS } from '../mounts';
import { toast } from '../toast/toasts';

/** What changes the page for good; a port, because a test has no second page. */
export type OpenDocument = (address: string, options?: { replace?: boolean }) => void;

interface UseHostOptions {
  mount: Mount;
  data: Record<string, unknown>;
  openDocument: OpenDocument;
}

export type HostWithoutRelease = Omit<HostApi, 'release'>;

/**
 * The host as a remote sees it, and the question that now guards unsaved changes (null: none). A target of another zone
 * waits in `leavingFor` while that question is open.
 */
export function useHost({ mount, data, openDocument }: UseHostOptions): {
  host: HostWithoutRelease;
  question: string | null;
  leavingFor: string | null;
  answerLeaving(leave: boolean): void;
} {
  const { pathname, search, hash } = useLocation();
  const routerNavigate = useNavigate();
  const [question, setUnsavedChanges] = useState<string | null>(null);
  const [leavingFor, setLeavingFor] = useState<string | null>(null);

  const navigate = useCallback<HostApi['navigate']>(
    (to, options) => {
      const target = new URL(to, window.location.origin);
      const sameSite = target.origin === window.location.origin;
      if (sameSite && mountFor(target.pathname, MOUNTS)?.zone === mount.zone)
        void routerNavigate(target.pathname + target.search + target.hash, options);
      else if (question !== null) setLeavingFor(target.href);
      else openDocument(target.href, options);
    },
    [mount.zone, openDocument, question, routerNavigate],
  );

  const answerLeaving = useCallback(
    (leave: boolean) => {
      setLeavingFor(null);
      if (!leave || leavingFor === null) return;
      setUnsavedChanges(null);
      openDocument(leavingFor);
    },
    [leavingFor, openDocument],
  );

  const host = useMemo<HostWithoutRelease>(
    () => ({
      basePath: mount.path,
      location: { pathname: pathInside(mount, pathname), search, hash },
      navigate,
      toast,
      setUnsavedChanges,
      initialData: data,
    }),
    [mount, pathname, search, hash, navigate, data],
  );
  return { host, question, leavingFor, answerLeaving };
}
