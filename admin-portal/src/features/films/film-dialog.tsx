import type { StaffFilm } from '@godhuli/contracts/films';
import { ConflictNotice } from '../../app/conflict-notice';
import { FormDialog } from '../../app/form-dialog';
import { Banner } from '../../ui/banner';
import { differencesOf } from './film-draft';
import { FilmFields } from './film-fields';
import { FilmFiles } from './film-files';
import * as styles from './films.styles';
import { useFilmForm } from './use-film-form';

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
          <ConflictNotice
            noun="film"
            {...form.conflict}
            differences={differencesOf(form.draft, form.conflict.theirs)}
            isSaving={form.isSaving}
            onKeepMine={() => void form.save()}
            onTakeTheirs={form.takeTheirs}
            onTakeField={form.takeField}
          />
        </div>
      )}
      <FilmFields form={form} />
      <FilmFiles form={form} />
    </FormDialog>
  );
}
