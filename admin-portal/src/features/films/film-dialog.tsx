import type { StaffFilm } from '@godhuli/contracts/films';
import { FormDialog } from '../../app/form-dialog';
import { TakenOver } from '../../app/taken-over';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { differencesOf } from './film-draft';
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
  const form = useFilmForm(film, onSaved);
  return (
    <FormDialog
      title={film ? 'Edit film' : 'Add film'}
      isWide
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      isBusy={form.isUploading}
      saveLabel={film ? 'Save changes' : 'Add film'}
      discardDetail="Text and files that you have not saved will be lost."
      formStyles={styles.columns}
      onSave={() => void form.save()}
      onClose={onClose}
    >
      {form.failure && (
        <div data-wide>
          <Banner>{form.failure}</Banner>
        </div>
      )}
      {form.conflict && (
        <div data-wide>
          <FilmConflict form={form} conflict={form.conflict} />
        </div>
      )}
      <FilmFields form={form} />
      <FilmFiles form={form} />
    </FormDialog>
  );
}

/** Someone else changed this film. Shows what differs. */
function FilmConflict({ form, conflict }: { form: FilmForm; conflict: NonNullable<FilmForm['conflict']> }) {
  return (
    <div css={styles.conflictBox} role="alert">
      <p>
        <strong>Someone else changed this film while you were editing.</strong> Nothing you typed is lost.
        <TakenOver labels={conflict.taken} />
      </p>
      <dl>
        {differencesOf(form.draft, conflict.theirs).map(({ label, mine, theirs: other }) => (
          <div key={label} css={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>Theirs: {other}</dd>
            <dd>Yours: {mine}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button size="small" onClick={() => void form.save()}>
          Save my version
        </Button>
        <Button size="small" variant="quiet-bad" onClick={form.takeTheirs}>
          Discard mine and use theirs
        </Button>
      </div>
    </div>
  );
}
