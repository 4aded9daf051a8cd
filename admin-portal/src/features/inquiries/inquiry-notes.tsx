import { type Inquiry, MAX_NOTES_LENGTH } from '@godhuli/contracts/inquiries';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { hintStyles, inputStyles } from '../../ui/field.styles';
import { savedNotes } from './inquiry-notes.styles';
import { type NoteDrafts, notesError } from './use-note-drafts';

/** From this length on the notes say how long they are. */
const COUNTED_LENGTH = MAX_NOTES_LENGTH - 500;

const formatLength = (length: number) => length.toLocaleString('en-IN');

interface InquiryNotesProps {
  inquiry: Inquiry;
  notes: NoteDrafts;
  isSaving: boolean;
  /** while the inquiry is being deleted */
  isReadOnly: boolean;
}

/** Notes that only staff see. Typed text stays while other inquiries are open. */
export function InquiryNotes({ inquiry, notes, isSaving, isReadOnly }: InquiryNotesProps) {
  const id = useId();
  const draft = notes.drafts[inquiry._id];
  // Notes that someone else saved are shown beside the typed ones, so that the user can merge them.
  const isChangedElsewhere = draft && draft.base !== inquiry.notes;
  const text = draft?.text ?? inquiry.notes;
  const { length } = text.trim();
  const error = draft && notesError(text);
  return (
    <form
      css={{ marginTop: '2rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (error) document.getElementById(id)?.focus();
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
        readOnly={isReadOnly}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        value={text}
        onChange={(event) => notes.type(inquiry, event.target.value)}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p id={`${id}-hint`} css={hintStyles}>
        Only staff can see these notes.
        {!error &&
          length > COUNTED_LENGTH &&
          ` ${formatLength(length)} of ${formatLength(MAX_NOTES_LENGTH)} characters.`}
      </p>
      <Button type="submit" css={{ marginTop: '.75rem' }} disabled={!draft || isSaving}>
        {isSaving && draft ? 'Saving...' : 'Save notes'}
      </Button>
    </form>
  );
}
