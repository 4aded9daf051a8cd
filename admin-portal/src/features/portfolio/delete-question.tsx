import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import Trash2 from 'lucide-react/icons/trash-2';
import { Confirm } from '../../ui/dialog';
import { Photo } from '../../ui/photo';
import * as styles from './portfolio-page.styles';

interface DeleteQuestionProps {
  item: StaffPortfolioItem;
  onConfirm(): void;
  onCancel(): void;
}

/** The exact question of ADM-GAL-2. */
export function DeleteQuestion({ item, onConfirm, onCancel }: DeleteQuestionProps) {
  return (
    <Confirm
      question="Are you sure you want to delete this item?"
      detail={`“${item.title}” will be removed from the website. You can undo this for a few seconds.`}
      photo={
        <div css={styles.deletedPhoto} style={{ background: item.media?.color ?? 'var(--a-skel)' }}>
          <Photo media={item.media} image={item.image} alt="" sizes="88px" />
        </div>
      }
      confirmLabel={
        <>
          <Trash2 aria-hidden="true" strokeWidth={1.75} /> Delete
        </>
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
