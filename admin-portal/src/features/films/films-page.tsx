import type { StaffFilm } from '@godhuli/contracts/films';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { OrderedList } from '../../app/ordered-list';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { FilmDialog } from './film-dialog';
import { FilmRow } from './film-row';
import * as styles from './films.styles';
import { useFilms } from './use-films';

/** The film manager. */
export default function FilmsPage() {
  const host = useHost();
  const films = useFilms();
  const [open, setOpen] = useState<StaffFilm | 'new' | null>(null);
  return (
    <>
      <OrderedList
        title="Videos"
        nouns={['film', 'films']}
        ordered={films}
        noteFor={noteFor}
        add={
          <Button variant="primary" onClick={() => setOpen('new')}>
            <Plus aria-hidden="true" strokeWidth={1.75} /> Add film
          </Button>
        }
        above={films.dead > 0 && <DeadLinks count={films.dead} />}
        emptyText="Add a link to YouTube or Vimeo, or upload an MP4. Nothing of another site loads before a visitor plays it."
        deleteDetail={({ stories }) =>
          stories.length > 0 ? `It also disappears from ${formatCount(stories.length, 'story', 'stories')}.` : undefined
        }
      >
        {(film, row) => <FilmRow key={film._id} film={film} onEdit={() => setOpen(film)} row={row} />}
      </OrderedList>
      {!films.list.isPending && <p css={styles.soon}>Playlists and trimming of films are coming soon.</p>}
      {open && (
        <FilmDialog
          film={open === 'new' ? null : open}
          onSaved={() => {
            host.toast({ title: open === 'new' ? 'Film added' : 'Film saved' });
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function DeadLinks({ count }: { count: number }) {
  return (
    <div css={{ marginBottom: '1.25rem' }}>
      <Banner>
        {count === 1 ? 'The link of 1 film does' : `The links of ${count} films do`} not work any more. Visitors see the
        poster and a WhatsApp link instead. Please enter a new link.
      </Banner>
    </div>
  );
}

function noteFor(state: 'loading' | 'failed' | 'ready', total: number): string | null {
  if (state === 'loading') return 'Loading…';
  if (state === 'failed') return 'Not available';
  return formatCount(total, 'video');
}
