import { css } from '@emotion/react';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { type ReactElement, useId } from 'react';
import { Button } from '../controls/button';
import { hintStyles, inputStyles } from '../controls/field';
import type { Inbox } from './use-inbox';

const LONGEST_NOTES = 5000;

const storedNotes = css`
  margin-top: 0.75rem;
  padding: 0.75rem 1rem;
  border-left: 3px solid var(--a-mark);
  background: var(--a-sunken);
  font-size: 0.875rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

/** Notes that only staff see. What is typed stays while other inquiries are looked at. */
export function InquiryNotes({ inquiry, inbox }: { inquiry: Inquiry; inbox: Inbox }): ReactElement {
  const id = useId();
  const draft = inbox.drafts[inquiry._id];
  const isSaving = inbox.savingIds.has(inquiry._id);
  // Notes that someone else saved meanwhile are shown beside the typed ones, to be merged by whoever typed them.
  const wasChangedElsewhere = draft && draft.base !== inquiry.notes;
  return (
    <form
      css={{ marginTop: '2rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        void inbox.saveNotes(inquiry);
      }}
    >
      <h3>
        <label htmlFor={id}>Internal notes</label>
      </h3>
      {wasChangedElsewhere && (
        <div css={storedNotes}>
          <strong>Saved notes</strong>
          <p>{inquiry.notes}</p>
        </div>
      )}
      <textarea
        id={id}
        css={[inputStyles, { marginTop: '.5rem' }]}
        rows={4}
        maxLength={LONGEST_NOTES}
        aria-describedby={`${id}-hint`}
        value={draft?.text ?? inquiry.notes}
        onChange={(event) => inbox.type(inquiry, event.target.value)}
      />
      <p id={`${id}-hint`} css={hintStyles}>
        Only staff can see these notes.
      </p>
      <Button type="submit" css={{ marginTop: '.75rem' }} disabled={!draft || isSaving}>
        {isSaving && draft ? 'Saving...' : 'Save notes'}
      </Button>
    </form>
  );
}
