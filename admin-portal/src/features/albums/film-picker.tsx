import type { AlbumEntry } from '@godhuli/contracts/albums';
import type { StaffFilm } from '@godhuli/contracts/films';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { formatCount } from '../../ui/format-size';
import { Photo } from '../../ui/photo';
import { muted } from '../../ui/text.styles';
import { filmsQuery } from './albums.requests';
import * as styles from './albums.styles';
import { Picker } from './picker';
import { useSelection } from './use-selection';

interface FilmPickerProps {
  /** ids that the section has already */
  known: readonly string[];
  room: number;
  onAdd(entries: AlbumEntry[]): void;
  onClose(): void;
}

/** Chooses films of the Videos page. */
export function FilmPicker({ known, room, onAdd, onClose }: FilmPickerProps) {
  const query = useInfiniteQuery(filmsQuery);
  const films = query.data?.pages.flatMap((page) => page.videos) ?? [];
  const selection = useSelection<StaffFilm>(films, ({ _id }) => _id, room);
  const { chosen } = selection;
  const state = stateOf(query);
  const entryOf = ({ _id, title, poster, published }: StaffFilm): AlbumEntry => ({
    ...{ photoId: null, filmId: _id, title },
    media: poster,
    isPublic: published,
  });
  return (
    <Picker
      title="Add films"
      summary={`${formatCount(chosen.length, 'film')} chosen`}
      count={chosen.length}
      onAdd={() => onAdd(chosen.map(entryOf))}
      onClose={onClose}
    >
      {state === 'failed' && (
        <LoadFailure onRetry={() => void query.refetch()}>We could not load the films.</LoadFailure>
      )}
      {state === 'ready' && films.length === 0 && <p css={muted}>No films yet. Add them on the Videos page first.</p>}
      <div css={styles.pickGrid}>
        {films.map((film) => (
          <label key={film._id}>
            <div style={{ background: film.poster?.color }}>
              <Photo media={film.poster} image="" alt="" sizes="160px" />
            </div>
            <span>
              {film.title}
              {known.includes(film._id) ? ' (added)' : !film.published && ' (not published)'}
            </span>
            <input
              type="checkbox"
              checked={selection.isChosen(film)}
              onChange={() => undefined}
              onClick={(event: MouseEvent) => selection.toggle(film, event.shiftKey)}
            />
          </label>
        ))}
      </div>
      <LoadMore query={query} errorTitle="We could not load more films">
        Show more films
      </LoadMore>
    </Picker>
  );
}
