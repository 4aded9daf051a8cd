import Star from 'lucide-react/icons/star';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { MoveGrip } from '../../ui/move-grip';
import { Photo } from '../../ui/photo';
import type { useSorting } from '../../ui/use-sorting';
import * as styles from './albums.styles';
import type { DraftEntry } from './story-draft';

interface EntryTileProps {
  entry: DraftEntry;
  /** '3 of 12' */
  place: string;
  error: string | undefined;
  isCover: boolean;
  sorting: ReturnType<typeof useSorting>;
  onCover(): void;
  onRemove(): void;
}

/** A photo or film of a section. */
export function EntryTile({ entry, place, error, isCover, sorting, onCover, onRemove }: EntryTileProps) {
  const { key, title, media, photoId, isPublic } = entry;
  const facts = [photoId === null && 'Film', isCover && 'Cover', !isPublic && 'Not published'].filter(Boolean);
  return (
    <li
      css={styles.tile}
      data-sort="entries"
      data-sort-id={key}
      data-active={sorting.activeId === key || undefined}
      data-over={sorting.overId === key || undefined}
    >
      <div style={{ background: media?.color }}>
        <Photo media={media} image="" alt={media?.alt ?? ''} sizes="180px" />
      </div>
      <p>{title}</p>
      <small>{facts.join(' · ')}</small>
      {error && <FieldError>{error}</FieldError>}
      <div css={styles.tileTools}>
        <MoveGrip
          title={title}
          place={place}
          description="Use the arrow keys to move it. Beyond the end of its section it goes to the next one."
          grip={sorting.gripOf(key)}
        />
        {photoId !== null && (
          <IconButton
            aria-label={`Use ${title} as the cover`}
            aria-pressed={isCover}
            title="Use as the cover"
            onClick={onCover}
          >
            <Star aria-hidden="true" strokeWidth={1.75} fill={isCover ? 'currentColor' : 'none'} />
          </IconButton>
        )}
        <IconButton aria-label={`Remove ${title}`} title="Remove from this story" onClick={onRemove}>
          <X aria-hidden="true" strokeWidth={1.75} />
        </IconButton>
      </div>
    </li>
  );
}
