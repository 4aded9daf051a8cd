import type { AlbumSummary } from '@godhuli/contracts/albums';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Trash2 from 'lucide-react/icons/trash-2';
import type { HTMLAttributes } from 'react';
import { ButtonLink, IconButton } from '../../ui/button';
import { categoryLabel } from '../../ui/categories';
import { formatCount } from '../../ui/format-size';
import { formatDay } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Photo } from '../../ui/photo';
import { Pill } from '../../ui/pill';
import * as sortable from '../../ui/sortable-list.styles';
import * as styles from './albums.styles';

interface AlbumRowProps {
  album: AlbumSummary;
  /** '2 of 7' */
  place: string;
  isActive: boolean;
  isOver: boolean;
  grip: HTMLAttributes<HTMLElement>;
  onDelete(): void;
}

/** One story of the list. */
export function AlbumRow({ album, place, isActive, isOver, grip, onDelete }: AlbumRowProps) {
  const { basePath } = useHost();
  const counts = [
    formatCount(album.photoCount, 'photo'),
    ...(album.filmCount > 0 ? [formatCount(album.filmCount, 'film')] : []),
  ];
  const facts = [album.client, album.place, album.date && formatDay(album.date)].filter(Boolean);
  return (
    <li
      css={[sortable.row, styles.albumRow]}
      data-sort="albums"
      data-sort-id={album._id}
      data-active={isActive || undefined}
      data-over={isOver || undefined}
    >
      <button
        type="button"
        css={sortable.grip}
        aria-label={`Move ${album.title}, position ${place}`}
        aria-description="Use the arrow keys to move this story."
        title="Drag to move, or use the arrow keys"
        {...grip}
      >
        <GripVertical aria-hidden="true" strokeWidth={1.75} />
      </button>
      <div css={styles.cover} style={{ background: album.cover?.color }}>
        <Photo media={album.cover} image="" alt="" sizes="120px" />
      </div>
      <div>
        <h2>{album.title}</h2>
        <p>{[categoryLabel(album.category), ...facts].join(' · ')}</p>
        <p>
          {counts.join(', ')}{' '}
          {album.published ? <Pill variant="good">Published</Pill> : <Pill variant="off">Draft</Pill>}
        </p>
      </div>
      <div css={sortable.rowActions}>
        <ButtonLink
          size="small"
          href={`${basePath}/dashboard/albums?story=${album._id}`}
          aria-label={`Edit ${album.title}`}
        >
          Edit
        </ButtonLink>
        <IconButton isBad aria-label={`Delete ${album.title}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" strokeWidth={1.75} />
        </IconButton>
      </div>
    </li>
  );
}
