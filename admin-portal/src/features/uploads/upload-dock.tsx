import type { SessionUser } from '@godhuli/contracts/auth';
import { may } from '@godhuli/contracts/roles';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { PORTFOLIO } from '../../app/query-keys';
import { useSession } from '../../app/session/session';
import { panelState } from '../../app/uploads/panel-state';
import { hasUnfinished } from '../../app/uploads/unfinished';
import { uploadQueue } from '../../app/uploads/upload-queue';
import { useIsUploading } from '../../app/uploads/use-is-uploading';

const UploadPanel = lazy(() => import('./upload-panel'));
/** The gallery is read again at most this often while photos arrive. */
const RELOAD_MS = 4000;

/** Shows the panel of uploads while staff move through the portal. It costs nothing until there are some. */
export function UploadDock({ user }: { user: SessionUser }) {
  const isSignedIn = useSession().user !== null;
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot);
  const queries = useQueryClient();
  const mayUpload = may(user.role, 'gallery.manage');

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    uploadQueue.onStored = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [PORTFOLIO] });
      }, RELOAD_MS);
    };
    window.addEventListener('online', uploadQueue.reconnect);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', uploadQueue.reconnect);
    };
  }, [queries]);

  useEffect(() => {
    if (!mayUpload || !hasUnfinished()) return;
    if (panelState() === 'closed') return;
    void uploadQueue.load();
    uploadQueue.setOpen(true);
  }, [mayUpload]);

  // What the last page of this browser left unfinished.
  useEffect(uploadQueue.reconnect, []);

  const isUploading = useIsUploading();
  useEffect(() => {
    if (!isUploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUploading]);

  if (!uploads.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <div style={{ visibility: isSignedIn && uploads.isOwnerUnknown ? 'hidden' : undefined }}>
        <UploadPanel uploads={uploads} />
      </div>
    </Suspense>
  );
}
