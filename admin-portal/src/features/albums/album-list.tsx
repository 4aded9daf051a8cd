import type { AlbumSummary } from '@godhuli/contracts/albums';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { ButtonLink } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Empty } from '../../ui/empty';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { Skeleton } from '../../ui/skeleton';
import * as sortable from '../../ui/sortable-list.styles';
import { visuallyHidden } from '../../ui/text.styles';
import { UndoBar } from '../../ui/undo-bar';
import { useSorting } from '../../ui/use-sorting';
import { AlbumRow } from './album-row';
import { useAlbums } from './use-albums';

/** All stories in the order of the website. */
export function AlbumList() {
  const { basePath } = useHost();
  const albums = useAlbums();
  const { list, items, total } = albums;
  const [toDelete, setToDelete] = useState<AlbumSummary | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const moveTo = (id: string, index: number) => {
    const item = items.find(({ _id }) => _id === id);
    if (!item || index < 0 || index >= items.length) return;
    albums.moveTo(id, index);
    setAnnouncement(`Moved ${item.title} to position ${index + 1} of ${total}.`);
  };
  const indexOf = (id: string) => items.findIndex(({ _id }) => _id === id);
  const sorting = useSorting({
    name: 'albums',
    onDrop: (id, target) => moveTo(id, indexOf(target)),
    onStep: (id, step) => moveTo(id, indexOf(id) + step),
  });
  const state = stateOf(list);
  const add = (
    <ButtonLink variant="primary" href={`${basePath}/dashboard/albums?story=new`}>
      <Plus aria-hidden="true" strokeWidth={1.75} /> Add story
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Albums" note={noteFor(state, total)} isLoading={state === 'loading'}>
        {state === 'ready' && total > 0 && add}
      </PageHead>
      {state === 'loading' && <Skeleton style={{ height: '16rem' }} />}
      {state === 'failed' && (
        <LoadFailure onRetry={() => void list.refetch()}>
          We could not load the stories. Check your connection and try again.
        </LoadFailure>
      )}
      {state === 'ready' && total === 0 && (
        <Empty title="No stories yet">
          <p>A story shows one wedding or one day: its ceremonies, photos and films on a page of its own.</p>
          {add}
        </Empty>
      )}
      <p role="status" css={visuallyHidden}>
        {announcement}
      </p>
      {items.length > 0 && (
        <ul css={sortable.list}>
          {items.map((album, index) => (
            <AlbumRow
              key={album._id}
              album={album}
              place={`${index + 1} of ${total}`}
              isActive={sorting.activeId === album._id}
              isOver={sorting.overId === album._id}
              grip={sorting.gripOf(album._id)}
              onDelete={() => setToDelete(album)}
            />
          ))}
        </ul>
      )}
      <LoadMore query={list} errorTitle="We could not load more stories">
        Show more stories
      </LoadMore>
      {toDelete && (
        <Confirm
          question={`Delete the story “${toDelete.title}”?`}
          detail="Its photos stay in the gallery."
          confirmLabel="Delete"
          onConfirm={() => {
            albums.remove(toDelete);
            setToDelete(null);
          }}
          onCancel={() => setToDelete(null)}
        />
      )}
      {albums.deleted && (
        <UndoBar
          key={albums.deleted._id}
          message={`Deleted “${albums.deleted.title}”.`}
          onUndo={albums.undoDelete}
          onDismiss={albums.dismissDeleted}
        />
      )}
    </>
  );
}

function noteFor(state: 'loading' | 'failed' | 'ready', total: number): string | null {
  if (state === 'loading') return 'Loading stories…';
  if (state === 'failed') return null;
  if (total === 0) return 'No stories yet.';
  return `${formatCount(total, 'story', 'stories')}, in the order of the website.`;
}
