import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { hintStyles, inputStyles } from '../../ui/field.styles';
import { savedNotes } from './inquiry-notes.styles';
import type { NoteDrafts } from './use-note-drafts';

const MAX_LENGTH = 5000;

interface InquiryNotesProps {
  inquiry: Inquiry;
  notes: NoteDrafts;
  isSaving: boolean;
}

/** Notes that only staff see. Typed text stays while other inquiries are open. */
export function InquiryNotes({ inquiry, notes, isSaving }: InquiryNotesProps) {
  const id = useId();
  const draft = notes.drafts[inquiry._id];
  // Notes that someone else saved are shown beside the typed ones, so that the user can merge them.
  const isChangedElsewhere = draft && draft.base !== inquiry.notes;
  return (
    <form
      css={{ marginTop: '2rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        void notes.save(inquiry);
      }}
    >
      <h3>
        <label htmlFor={id}>Internal notes</label>
      </h3>
      {isChangedElsewhere && (
        <div css={savedNotes}>
          <strong>Saved notes</strong>
          <p>{inquiry.notes}</p>
        </div>
      )}
      <textarea
        id={id}
        css={[inputStyles, { marginTop: '.5rem' }]}
        rows={4}
        maxLength={MAX_LENGTH}
        aria-describedby={`${id}-hint`}
        value={draft?.text ?? inquiry.notes}
        onChange={(event) => notes.type(inquiry, event.target.value)}
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
