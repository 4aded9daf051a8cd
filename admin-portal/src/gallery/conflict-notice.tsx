import { css } from '@emotion/react';
import type { ReactElement } from 'react';
import { Button } from '../controls/button';
import type { Conflict, Difference } from './conflict';

const box = css`
  grid-column: 1 / -1;
  padding: 1rem 1.125rem;
  border: 1px solid var(--a-border-ctl);
  border-left: 3px solid var(--a-mark);
  border-radius: var(--r-2);
  background: var(--a-sunken);
  font-size: 0.875rem;
  line-height: 1.5;
  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    padding-top: 0.75rem;
    margin-top: 0.75rem;
    border-top: 1px solid var(--a-border);
  }
  & dl {
    flex: 1 1 14rem;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.125rem 0.75rem;
  }
  & dt {
    color: var(--a-muted);
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** Someone else saved this item meanwhile: what both changed stands side by side, and staff choose. */
export function ConflictNotice({
  conflict,
  onTakeTheirs,
}: {
  conflict: Conflict;
  onTakeTheirs(difference: Difference): void;
}): ReactElement {
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
              <Button size="small" onClick={() => onTakeTheirs(difference)}>
                Use their {difference.label.toLowerCase()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
