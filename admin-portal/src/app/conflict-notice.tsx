import { Button } from '../ui/button';
import { formatTimestamp } from '../ui/format-timestamp';
import { moveFocusOnRemoval } from '../ui/move-focus-on-removal';
import type { Difference, LastChange } from './conflict';
import { box, choice } from './conflict-notice.styles';
import { useSession } from './session/session';
import { TakenOver } from './taken-over';

interface ConflictNoticeProps {
  /** what was changed: 'booking' */
  noun: string;
  lastChange?: LastChange | null;
  /** labels of what only they changed; the form has it */
  taken: readonly string[];
  /** what differs from the form */
  differences: readonly Difference[];
  isSaving?: boolean;
  /** Saves the form over their version. */
  onKeepMine?(): void;
  /** Discards what was typed and shows their version. */
  onTakeTheirs?(): void;
  /** Sets one field of the form to their value. */
  onTakeField?(difference: Difference): void;
}

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** Someone else saved what this form edits. Shows both versions; nothing that was typed is lost. */
export function ConflictNotice({
  noun,
  lastChange = null,
  taken,
  differences,
  isSaving = false,
  onKeepMine,
  onTakeTheirs,
  onTakeField,
}: ConflictNoticeProps) {
  return (
    <div css={box} role="alert" ref={moveFocusOnRemoval}>
      <p>
        <strong>
          <WhoChanged noun={noun} lastChange={lastChange} />
        </strong>{' '}
        Nothing you typed is lost.
        <TakenOver labels={taken} />{' '}
        {differences.length > 0 ? 'These fields differ. Saving keeps yours.' : 'Check the form, then save again.'}
      </p>
      {differences.length > 0 && (
        <ul>
          {differences.map((difference) => (
            <li key={difference.path}>
              <dl>
                <dt>{difference.label}, theirs</dt>
                <dd>{difference.theirs}</dd>
                <dt>{difference.label}, yours</dt>
                <dd>{difference.mine}</dd>
              </dl>
              {onTakeField && (
                <Button size="small" onClick={() => onTakeField(difference)}>
                  Use their {inSentence(difference.label)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {onKeepMine && onTakeTheirs && (
        <div css={choice}>
          <Button size="small" isBusy={isSaving} onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button size="small" variant="quiet-bad" onClick={() => !isSaving && onTakeTheirs()}>
            Take theirs
          </Button>
        </div>
      )}
    </div>
  );
}

/** The other version may be one's own, from another tab or from an attempt whose response was lost. */
function WhoChanged({ noun, lastChange }: { noun: string; lastChange: LastChange | null }) {
  const { user } = useSession();
  if (!lastChange) return `Someone else changed this ${noun} while you were editing.`;
  const at = formatTimestamp(lastChange.changedAt, new Date());
  if (lastChange.changedBy === user?.name) return `You saved another version of this ${noun} ${at}.`;
  return `${lastChange.changedBy} changed this ${noun} ${at}, while you were editing.`;
}
