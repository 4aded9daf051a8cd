import type { SessionUser } from '@godhuli/contracts/auth';
import { may } from '@godhuli/contracts/roles';
import { useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect, useSyncExternalStore } from 'react';
import { CodeFailureNotice } from '../../app/code-failure-notice';
import { useCode } from '../../app/late-code';
import { useIsNarrow } from '../../app/layout/use-is-narrow';
import { PORTFOLIO } from '../../app/query-keys';
import { useSession } from '../../app/session/session';
import { panelState } from '../../app/uploads/panel-state';
import { hasUnfinished } from '../../app/uploads/unfinished';
import type { UploadsSnapshot } from '../../app/uploads/upload-list';
import { uploadQueue } from '../../app/uploads/upload-queue';
import { useIsUploading } from '../../app/uploads/use-is-uploading';
import { IconButton } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { dock, head } from './upload-panel.styles';

const loadPanel = () => import('./upload-panel');
/** The page where staff upload photos. */
const GALLERY = '/dashboard/gallery';
/** The gallery is read again at most this often while photos arrive. */
const RELOAD_MS = 4000;

/** Shows the panel of uploads while staff move through the portal. It costs nothing until there are some. */
export function UploadDock({ user }: { user: SessionUser }) {
  const isSignedIn = useSession().user !== null;
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot);
  const queries = useQueryClient();
  const mayUpload = may(user.role, 'gallery.manage');
  const { pathname } = useHost().location;
  const isNarrow = useIsNarrow();

  // First: the other effects ask the server about files that it does not have yet.
  useEffect(uploadQueue.adopt, []);

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel opens by itself once
  useEffect(() => {
    if (!mayUpload || !hasUnfinished()) return;
    const state = panelState();
    if (state === 'closed') return;
    void uploadQueue.load();
    // All of it would cover most of a phone.
    uploadQueue.setOpen(true, state === 'small' || (isNarrow && pathname !== GALLERY));
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
    <div style={{ visibility: isSignedIn && uploads.isOwnerUnknown ? 'hidden' : undefined }}>
      <UploadPanel uploads={uploads} />
    </div>
  );
}

function UploadPanel({ uploads }: { uploads: UploadsSnapshot }) {
  const { Content, failure, retry } = useCode(loadPanel);
  if (Content) return <Content uploads={uploads} />;
  if (!failure) return null;
  return (
    <section css={dock} aria-label="Uploads">
      <div css={head}>
        <div>
          <h2>Uploads</h2>
        </div>
        <IconButton aria-label="Close the uploads" onClick={() => uploadQueue.setOpen(false)}>
          <X aria-hidden="true" strokeWidth={1.75} />
        </IconButton>
      </div>
      <div css={{ padding: '0.25rem 1.125rem 1.125rem' }}>
        <CodeFailureNotice failure={failure} onRetry={retry}>
          We could not load the uploads.
        </CodeFailureNotice>
      </div>
    </section>
  );
}
