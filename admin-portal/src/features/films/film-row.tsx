import type { StaffFilm } from '@godhuli/contracts/films';
import Film from 'lucide-react/icons/film';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Trash2 from 'lucide-react/icons/trash-2';
import type { HTMLAttributes } from 'react';
import { Button, IconButton } from '../../ui/button';
import { categoryLabel } from '../../ui/categories';
import { Photo } from '../../ui/photo';
import { Pill } from '../../ui/pill';
import * as sortable from '../../ui/sortable-list.styles';
import { formatDuration } from './film-draft';
import * as styles from './films.styles';

interface FilmRowProps {
  film: StaffFilm;
  /** '2 of 7' */
  place: string;
  isActive: boolean;
  isOver: boolean;
  grip: HTMLAttributes<HTMLElement>;
  onEdit(): void;
  onDelete(): void;
}

function sourceOf({ fileId, link }: StaffFilm): string {
  if (fileId !== null) return 'Uploaded film';
  if (link === null) return 'No link yet';
  return link.provider === 'youtube' ? 'YouTube' : 'Vimeo';
}

/** One film of the list. */
export function FilmRow({ film, place, isActive, isOver, grip, onEdit, onDelete }: FilmRowProps) {
  const { _id, title, category, poster, durationSeconds, stories, published, linkState, fileId } = film;
  const isDead = linkState === 'dead' && fileId === null;
  const facts = [sourceOf(film), formatDuration(durationSeconds), categoryLabel(category)].filter(Boolean);
  return (
    <li
      css={[sortable.row, styles.filmRow]}
      data-sort="films"
      data-sort-id={_id}
      data-active={isActive || undefined}
      data-over={isOver || undefined}
    >
      <button
        type="button"
        css={sortable.grip}
        aria-label={`Move ${title}, position ${place}`}
        aria-description="Use the arrow keys to move this film."
        title="Drag to move, or use the arrow keys"
        {...grip}
      >
        <GripVertical aria-hidden="true" strokeWidth={1.75} />
      </button>
      <div css={styles.poster} style={{ background: poster?.color }}>
        {poster ? (
          <Photo media={poster} image="" alt="" sizes="140px" />
        ) : (
          <Film aria-hidden="true" strokeWidth={1.5} />
        )}
      </div>
      <div>
        <h2>{title}</h2>
        <p>{facts.join(' · ')}</p>
        <p>
          {published ? <Pill variant="good">Published</Pill> : <Pill variant="off">Draft</Pill>}
          {isDead && <Pill variant="bad">Dead link</Pill>}
          {stories.length > 0 && <span>In {stories.map((story) => story.title).join(', ')}</span>}
        </p>
      </div>
      <div css={sortable.rowActions}>
        <Button size="small" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <IconButton isBad aria-label={`Delete ${title}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" strokeWidth={1.75} />
        </IconButton>
      </div>
    </li>
  );
}
