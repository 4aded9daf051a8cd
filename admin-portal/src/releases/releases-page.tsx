import type { ReactElement } from 'react';
import { loadRemotes } from '../api/remotes';
import { useLoad } from '../api/use-load';
import { LoadFailure } from '../controls/banner';
import { Empty } from '../controls/empty';
import { Skeleton } from '../controls/skeleton';
import { useHost } from '../host/host-context';
import { PageHead } from '../layout/page-head';
import { RemotePanel } from './remote-panel';

/** `/admin/dashboard/releases` (admins): which release of which remote is live, and how it came about. */
export default function ReleasesPage(): ReactElement {
  const host = useHost();
  const { result, reload, retry } = useLoad(loadRemotes);
  const isLoading = result.state === 'loading';
  return (
    <>
      <PageHead
        title="Releases"
        note={isLoading ? 'Loading releases…' : 'What each team has published, and which version visitors see.'}
        isLoading={isLoading}
      />
      {isLoading && (
        <div aria-hidden="true">
          <Skeleton style={{ height: '16rem', borderRadius: 'var(--r-3)' }} />
          <Skeleton style={{ height: '16rem', borderRadius: 'var(--r-3)', marginTop: '1.25rem' }} />
        </div>
      )}
      {result.state === 'failed' && (
        <LoadFailure onRetry={retry}>We could not load the releases. Check your connection and try again.</LoadFailure>
      )}
      {result.state === 'ready' && result.data.length === 0 && (
        <Empty title="No releases yet">
          <p>Published releases appear here.</p>
        </Empty>
      )}
      {result.state === 'ready' &&
        result.data.map((remote) => (
          <RemotePanel
            key={remote.name}
            remote={remote}
            onStale={() => void reload()}
            onChanged={(release) => {
              host.toast({ title: `${release.version} of ${release.remote} is live` });
              void reload();
            }}
          />
        ))}
    </>
  );
}
