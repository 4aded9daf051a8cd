import type { AlbumEntry } from '@godhuli/contracts/albums';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { categoriesWith } from '../../ui/categories';
import { formatCount } from '../../ui/format-size';
import { Photo } from '../../ui/photo';
import { SearchField } from '../../ui/search-field';
import { Segments } from '../../ui/segments';
import { muted } from '../../ui/text.styles';
import { useDebounced } from '../../ui/use-debounced';
import { photosQuery } from './albums.requests';
import * as styles from './albums.styles';
import { Picker } from './picker';
import { useSelection } from './use-selection';

interface PickerProps {
  /** ids that the section has already */
  known: readonly string[];
  room: number;
  onAdd(entries: AlbumEntry[]): void;
  onClose(): void;
}

/** Chooses photos of the gallery: with checkboxes, and with Shift a whole range. */
export function PhotoPicker({ known, room, onAdd, onClose }: PickerProps) {
  const [category, setCategory] = useState('all');
  const [typed, setTyped] = useState('');
  const query = useInfiniteQuery(photosQuery({ category, search: useDebounced(typed.trim(), 200) }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const counts = query.data?.pages[0]?.counts;
  const selection = useSelection<StaffPortfolioItem>(items, ({ _id }) => _id, room);
  const { chosen } = selection;
  const state = stateOf(query);
  return (
    <Picker
      title="Add photos"
      summary={`${formatCount(chosen.length, 'photo')} chosen${chosen.length === room ? '. The story is full.' : ''}`}
      count={chosen.length}
      onAdd={() =>
        onAdd(
          chosen.map(({ _id, title, media, published }) => ({
            ...{ photoId: _id, filmId: null, title, media, isPublic: published },
          })),
        )
      }
      onClose={onClose}
    >
      <div css={styles.pickTools}>
        <Segments
          label="Category"
          value={category}
          options={[
            {
              value: 'all',
              label: 'All',
              count: counts ? Object.values(counts).reduce((sum, each) => sum + each) : null,
            },
            ...categoriesWith(Object.keys(counts ?? {})).map((each) => ({
              ...each,
              count: counts?.[each.value] ?? null,
            })),
          ]}
          onChange={setCategory}
        />
        <SearchField
          label="Search photos"
          placeholder="Title, place or description"
          value={typed}
          onChange={setTyped}
        />
      </div>
      {state === 'failed' && (
        <LoadFailure onRetry={() => void query.refetch()}>We could not load the gallery.</LoadFailure>
      )}
      {state === 'ready' && items.length === 0 && (
        <p css={[muted, { marginTop: '1.25rem' }]}>No photo matches. Upload photos in the gallery first.</p>
      )}
      <div css={styles.pickGrid}>
        {items.map((item) => (
          <label key={item._id}>
            <div style={{ background: item.media?.color }}>
              <Photo media={item.media} image={item.image} alt="" sizes="160px" />
            </div>
            <span>
              {item.title}
              {known.includes(item._id) && ' (added)'}
              {!item.published && ' (not published)'}
            </span>
            <input
              type="checkbox"
              checked={selection.isChosen(item)}
              onChange={() => undefined}
              onClick={(event: MouseEvent) => selection.toggle(item, event.shiftKey)}
            />
          </label>
        ))}
      </div>
      <LoadMore query={query} errorTitle="We could not load more photos">
        Show more photos
      </LoadMore>
    </Picker>
  );
}
