import type { StaffFilm } from '@godhuli/contracts/films';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { Banner, LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Empty } from '../../ui/empty';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { Skeleton } from '../../ui/skeleton';
import * as sortable from '../../ui/sortable-list.styles';
import { visuallyHidden } from '../../ui/text.styles';
import { UndoBar } from '../../ui/undo-bar';
import { useSorting } from '../../ui/use-sorting';
import { FilmDialog } from './film-dialog';
import { FilmRow } from './film-row';
import * as styles from './films.styles';
import { useFilms } from './use-films';

/** The film manager. */
export default function FilmsPage() {
  const host = useHost();
  const films = useFilms();
  const { list, items, total, dead } = films;
  const [open, setOpen] = useState<StaffFilm | 'new' | null>(null);
  const [toDelete, setToDelete] = useState<StaffFilm | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const indexOf = (id: string) => items.findIndex(({ _id }) => _id === id);
  const moveTo = (id: string, index: number) => {
    const film = items[indexOf(id)];
    if (!film || index < 0 || index >= items.length) return;
    films.moveTo(id, index);
    setAnnouncement(`Moved ${film.title} to position ${index + 1} of ${total}.`);
  };
  const sorting = useSorting({
    name: 'films',
    onDrop: (id, target) => moveTo(id, indexOf(target)),
    onStep: (id, step) => moveTo(id, indexOf(id) + step),
  });
  const state = stateOf(list);
  const add = (
    <Button variant="primary" onClick={() => setOpen('new')}>
      <Plus aria-hidden="true" strokeWidth={1.75} /> Add film
    </Button>
  );
  return (
    <>
      <PageHead title="Videos" note={noteFor(state, total)} isLoading={state === 'loading'}>
        {state === 'ready' && total > 0 && add}
      </PageHead>
      {state === 'loading' && <Skeleton style={{ height: '16rem' }} />}
      {state === 'failed' && (
        <LoadFailure onRetry={() => void list.refetch()}>
          We could not load the films. Check your connection and try again.
        </LoadFailure>
      )}
      {dead > 0 && (
        <div css={{ marginBottom: '1.25rem' }}>
          <Banner>
            {dead === 1 ? 'The link of 1 film does' : `The links of ${dead} films do`} not work any more. Visitors see
            the poster and a WhatsApp link instead. Please enter a new link.
          </Banner>
        </div>
      )}
      {state === 'ready' && total === 0 && (
        <Empty title="No films yet">
          <p>
            Add a link to YouTube or Vimeo, or upload an MP4. Nothing of another site loads before a visitor plays it.
          </p>
          {add}
        </Empty>
      )}
      <p role="status" css={visuallyHidden}>
        {announcement}
      </p>
      {items.length > 0 && (
        <ul css={sortable.list}>
          {items.map((film, index) => (
            <FilmRow
              key={film._id}
              film={film}
              place={`${index + 1} of ${total}`}
              isActive={sorting.activeId === film._id}
              isOver={sorting.overId === film._id}
              grip={sorting.gripOf(film._id)}
              onEdit={() => setOpen(film)}
              onDelete={() => setToDelete(film)}
            />
          ))}
        </ul>
      )}
      <LoadMore query={list} errorTitle="We could not load more films">
        Show more films
      </LoadMore>
      {state !== 'loading' && <p css={styles.soon}>Playlists and trimming of films are coming soon.</p>}
      {open && (
        <FilmDialog
          film={open === 'new' ? null : open}
          onSaved={() => {
            void films.reload();
            host.toast({ title: open === 'new' ? 'Film added' : 'Film saved' });
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {toDelete && (
        <Confirm
          question={`Delete the film “${toDelete.title}”?`}
          detail={
            toDelete.stories.length > 0
              ? `It also disappears from ${formatCount(toDelete.stories.length, 'story', 'stories')}.`
              : undefined
          }
          confirmLabel="Delete"
          onConfirm={() => {
            films.remove(toDelete);
            setToDelete(null);
          }}
          onCancel={() => setToDelete(null)}
        />
      )}
      {films.deleted && (
        <UndoBar
          key={films.deleted._id}
          message={`Deleted “${films.deleted.title}”.`}
          onUndo={films.undoDelete}
          onDismiss={films.dismissDeleted}
        />
      )}
    </>
  );
}

function noteFor(state: 'loading' | 'failed' | 'ready', total: number): string | null {
  if (state === 'loading') return 'Loading…';
  if (state === 'failed') return 'Not available';
  return formatCount(total, 'video');
}
