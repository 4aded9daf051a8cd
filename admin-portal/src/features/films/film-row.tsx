import type { StaffFilm } from '@godhuli/contracts/films';
import Film from 'lucide-react/icons/film';
import { Button } from '../../ui/button';
import { categoryLabel } from '../../ui/categories';
import { Photo } from '../../ui/photo';
import { Pill } from '../../ui/pill';
import { SortableRow, type SortableRowState } from '../../ui/sortable-row';
import { formatDuration } from './film-draft';
import * as styles from './films.styles';

interface FilmRowProps {
  film: StaffFilm;
  row: SortableRowState;
  onEdit(): void;
}

function sourceOf({ fileId, link }: StaffFilm): string {
  if (fileId !== null) return 'Uploaded film';
  if (link === null) return 'No link yet';
  return link.provider === 'youtube' ? 'YouTube' : 'Vimeo';
}

/** One film of the list. */
export function FilmRow({ film, row, onEdit }: FilmRowProps) {
  const { title, category, poster, durationSeconds, stories, published, linkState, fileId } = film;
  const isDead = linkState === 'dead' && fileId === null;
  const facts = [sourceOf(film), formatDuration(durationSeconds), categoryLabel(category)].filter(Boolean);
  return (
    <SortableRow
      item={film}
      row={row}
      rowStyles={styles.filmRow}
      picture={
        <div css={styles.poster} style={{ background: poster?.color }}>
          {poster ? (
            <Photo media={poster} image="" alt="" sizes="140px" />
          ) : (
            <Film aria-hidden="true" strokeWidth={1.5} />
          )}
        </div>
      }
      edit={
        <Button size="small" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
      }
    >
      <p>{facts.join(' · ')}</p>
      <p>
        {published ? <Pill variant="good">Published</Pill> : <Pill variant="off">Draft</Pill>}
        {isDead && <Pill variant="bad">Dead link</Pill>}
        {stories.length > 0 && <span>In {stories.map((story) => story.title).join(', ')}</span>}
      </p>
    </SortableRow>
  );
}
