import { Button } from '../../ui/button';
import type { Conflict, Difference } from './conflict';
import { box } from './conflict-notice.styles';

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** Someone else changed this item. Shows both versions side by side. */
export function ConflictNotice({
  conflict,
  onApplyTheirs,
}: {
  conflict: Conflict;
  onApplyTheirs(difference: Difference): void;
}) {
  const { taken, differences } = conflict;
  return (
    <div css={box} role="alert">
      <p>
        <strong>Someone else changed this item while you were editing.</strong> Nothing you typed is lost.
        {taken.length > 0 && ` The form now shows their ${taken.join(', ')}.`}{' '}
        {differences.length > 0
          ? 'Both of you changed the fields below. Saving keeps yours.'
          : 'Check the form, then save again.'}
      </p>
      {differences.length > 0 && (
        <ul>
          {differences.map((difference) => (
            <li key={difference.field}>
              <dl>
                <dt>{difference.label}, theirs</dt>
                <dd>{difference.theirs}</dd>
                <dt>{difference.label}, yours</dt>
                <dd>{difference.mine}</dd>
              </dl>
              <Button size="small" onClick={() => onApplyTheirs(difference)}>
                Use their {inSentence(difference.label)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
