import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PageHead } from '../../app/layout/page-head';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { Empty } from '../../ui/empty';
import { useHost } from '../../ui/host-context';
import { Skeleton } from '../../ui/skeleton';
import { RELEASES, remotesQuery } from './releases.requests';
import { RemotePanel } from './remote-panel';

/** `/admin/dashboard/releases` (admins): which release of which remote is live, and how it came about. */
export default function ReleasesPage() {
  const host = useHost();
  const queries = useQueryClient();
  const remotes = useQuery(remotesQuery);
  const state = stateOf(remotes);
  const isLoading = state === 'loading';
  const reload = () => void queries.invalidateQueries({ queryKey: [RELEASES] });
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
      {state === 'failed' && (
        <LoadFailure onRetry={() => void remotes.refetch()}>
          We could not load the releases. Check your connection and try again.
        </LoadFailure>
      )}
      {remotes.data?.length === 0 && (
        <Empty title="No releases yet">
          <p>Published releases appear here.</p>
        </Empty>
      )}
      {remotes.data?.map((remote) => (
        <RemotePanel
          key={remote.name}
          remote={remote}
          onStale={reload}
          onChanged={(release) => {
            host.toast({ title: `${release.version} of ${release.remote} is live` });
            reload();
          }}
        />
      ))}
    </>
  );
}
