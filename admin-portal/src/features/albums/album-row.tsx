import type { AlbumSummary } from '@godhuli/contracts/albums';
import { ButtonLink } from '../../ui/button';
import { categoryLabel } from '../../ui/categories';
import { formatCount } from '../../ui/format-size';
import { formatDay } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Photo } from '../../ui/photo';
import { Pill } from '../../ui/pill';
import { SortableRow, type SortableRowState } from '../../ui/sortable-row';
import * as styles from './albums.styles';

/** One story of the list. */
export function AlbumRow({ album, row }: { album: AlbumSummary; row: SortableRowState }) {
  const { basePath } = useHost();
  const counts = [
    formatCount(album.photoCount, 'photo'),
    ...(album.filmCount > 0 ? [formatCount(album.filmCount, 'film')] : []),
  ];
  const facts = [album.client, album.place, album.date && formatDay(album.date)].filter(Boolean);
  return (
    <SortableRow
      item={album}
      row={row}
      rowStyles={styles.albumRow}
      picture={
        <div css={styles.cover} style={{ background: album.cover?.color }}>
          <Photo media={album.cover} image="" alt="" sizes="120px" />
        </div>
      }
      edit={
        <ButtonLink
          size="small"
          href={`${basePath}/dashboard/albums?story=${album._id}`}
          aria-label={`Edit ${album.title}`}
        >
          Edit
        </ButtonLink>
      }
    >
      <p>{[categoryLabel(album.category), ...facts].join(' · ')}</p>
      <p>
        {counts.join(', ')} {album.published ? <Pill variant="good">Published</Pill> : <Pill variant="off">Draft</Pill>}
      </p>
    </SortableRow>
  );
}
