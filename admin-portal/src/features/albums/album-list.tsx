import Plus from 'lucide-react/icons/plus';
import { OrderedList } from '../../app/ordered-list';
import { ButtonLink } from '../../ui/button';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { AlbumRow } from './album-row';
import { useAlbums } from './use-albums';

/** All stories in the order of the website. */
export function AlbumList() {
  const { basePath } = useHost();
  return (
    <OrderedList
      title="Albums"
      nouns={['story', 'stories']}
      ordered={useAlbums()}
      noteFor={noteFor}
      add={
        <ButtonLink variant="primary" href={`${basePath}/dashboard/albums?story=new`}>
          <Plus aria-hidden="true" strokeWidth={1.75} /> Add story
        </ButtonLink>
      }
      emptyText="A story shows one wedding or one day: its ceremonies, photos and films on a page of its own."
      deleteDetail={() => 'Its photos stay in the gallery.'}
    >
      {(album, row) => <AlbumRow key={album._id} album={album} row={row} />}
    </OrderedList>
  );
}

function noteFor(state: 'loading' | 'failed' | 'ready', total: number): string | null {
  if (state === 'loading') return 'Loading stories…';
  if (state === 'failed') return null;
  if (total === 0) return 'No stories yet.';
  return `${formatCount(total, 'story', 'stories')}, in the order of the website.`;
}
