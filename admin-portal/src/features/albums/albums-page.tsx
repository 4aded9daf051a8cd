import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../app/layout/page-head';
import { QueryResult } from '../../app/query-result';
import { ButtonLink } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { useHost } from '../../ui/host-context';
import { Skeleton } from '../../ui/skeleton';
import { AlbumEditor } from './album-editor';
import { AlbumList } from './album-list';
import { albumQuery } from './albums.requests';

/** The album manager: the list of stories, or the one in the URL (`?story=7`, `?story=new`). */
export default function AlbumsPage() {
  const { location } = useHost();
  const id = new URLSearchParams(location.search).get('story');
  if (id === 'new') return <AlbumEditor key="new" album={null} />;
  if (id !== null && /^[1-9]\d{0,17}$/.test(id)) return <StoredAlbum key={id} id={id} />;
  return <AlbumList />;
}

function StoredAlbum({ id }: { id: string }) {
  const query = useQuery(albumQuery(id));
  const { basePath } = useHost();
  if (query.data) return <AlbumEditor album={query.data} />;
  return (
    <>
      <PageHead title="Story" isLoading={query.isFetching} note={query.isFetching ? 'Loading story…' : null} />
      <QueryResult
        query={query}
        skeleton={<Skeleton style={{ height: '24rem' }} />}
        failure="We could not load this story. It may have been deleted."
      >
        {() => null}
      </QueryResult>
      {!query.isFetching && (
        <Empty title="Story not found">
          <ButtonLink href={`${basePath}/dashboard/albums`}>Back to all stories</ButtonLink>
        </Empty>
      )}
    </>
  );
}
