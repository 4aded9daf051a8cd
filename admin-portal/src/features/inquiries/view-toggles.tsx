import ShieldAlert from 'lucide-react/icons/shield-alert';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatCount } from '../../ui/format-size';
import { viewToggle, viewToggles } from './view-toggles.styles';

interface ViewTogglesProps {
  isSpam: boolean;
  spamCount: number;
  onSpam(isSpam: boolean): void;
  onDeleted(): void;
}

/** Leads to the likely spam while there is some, to the deleted inquiries, and back to the inbox. */
export function ViewToggles({ isSpam, spamCount, onSpam, onDeleted }: ViewTogglesProps) {
  return (
    <div css={viewToggles}>
      {(spamCount > 0 || isSpam) && (
        <button type="button" css={viewToggle} aria-pressed={isSpam} onClick={() => onSpam(!isSpam)}>
          <ShieldAlert aria-hidden="true" strokeWidth={1.75} />
          {isSpam ? 'Back to the inbox' : `${formatCount(spamCount, 'inquiry', 'inquiries')} in Likely spam`}
        </button>
      )}
      <button type="button" css={viewToggle} onClick={onDeleted}>
        <Trash2 aria-hidden="true" strokeWidth={1.75} />
        Deleted
      </button>
    </div>
  );
}
