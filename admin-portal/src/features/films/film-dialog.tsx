import type { StaffFilm } from '@godhuli/contracts/films';
import { useId, useState } from 'react';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { Spinner } from '../../ui/spinner';
import { differencesOf, draftOf } from './film-draft';
import { FilmFields } from './film-fields';
import { FilmFiles } from './film-files';
import * as styles from './films.styles';
import { type FilmForm, useFilmForm } from './use-film-form';

interface FilmDialogProps {
  /** the film to edit, or null to add */
  film: StaffFilm | null;
  onSaved(): void;
  onClose(): void;
}

/** Adds a film or edits one: a link or an uploaded file, with poster and captions. */
export function FilmDialog({ film, onSaved, onClose }: FilmDialogProps) {
  const id = useId();
  const form = useFilmForm(film, onSaved);
  const [isConfirming, setConfirming] = useState(false);
  useUnsavedChanges(form.isDirty);
  const close = () => (form.isDirty ? setConfirming(true) : onClose());
  return (
    <Modal
      isWide
      aria-labelledby={id}
      onCloseRequest={close}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.save();
      }}
    >
      <ModalHead id={id} title={film ? 'Edit film' : 'Add film'} onClose={close} />
      <form
        css={modalBody}
        noValidate
        id={`${id}-form`}
        aria-busy={form.isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <div css={styles.columns}>
          {form.failure && (
            <div data-wide>
              <Banner>{form.failure}</Banner>
            </div>
          )}
          {form.conflict && (
            <div data-wide>
              <FilmConflict form={form} theirs={form.conflict} />
            </div>
          )}
          <FilmFields form={form} />
          <FilmFiles form={form} />
        </div>
      </form>
      <footer css={modalFoot}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={form.isSaving || form.isUploading}>
          {form.isSaving ? (
            <>
              <Spinner /> Saving...
            </>
          ) : film ? (
            'Save changes'
          ) : (
            'Add film'
          )}
        </Button>
      </footer>
      {isConfirming && (
        <DiscardQuestion
          detail="Text and files that you have not saved will be lost."
          onDiscard={onClose}
          onKeep={() => setConfirming(false)}
        />
      )}
    </Modal>
  );
}

/** Someone else changed this film. Shows what differs. */
function FilmConflict({ form, theirs }: { form: FilmForm; theirs: StaffFilm }) {
  return (
    <div css={styles.conflictBox} role="alert">
      <p>
        <strong>Someone else changed this film while you were editing.</strong> Nothing you typed is lost.
      </p>
      <dl>
        {differencesOf(form.draft, draftOf(theirs)).map(({ label, mine, theirs: other }) => (
          <div key={label} css={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>Theirs: {other}</dd>
            <dd>Yours: {mine}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button size="small" onClick={() => void form.keepMine()}>
          Save my version
        </Button>
        <Button size="small" variant="quiet-bad" onClick={form.takeTheirs}>
          Discard mine and use theirs
        </Button>
      </div>
    </div>
  );
}
