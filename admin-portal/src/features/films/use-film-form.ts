import type { StaffFilm } from '@godhuli/contracts/films';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Difference } from '../../app/conflict';
import { mergeFields, withFieldOf } from '../../app/merge-fields';
import { useRecordForm } from '../../app/use-record-form';
import { draftOf, errorsOf, FILM_FIELDS, type FilmDraft, inputOf, isSame } from './film-draft';
import { addFilm, changeFilm, FILMS, storedFilmOf } from './films.requests';

export type FilmForm = ReturnType<typeof useFilmForm>;

/** A film that is being added or edited. It cannot be saved while a file is uploading. */
export function useFilmForm(film: StaffFilm | null, onSaved: () => void) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState(0);
  /** the number of uploads as it is now; one can start while the film is saved */
  const latestUploads = useRef(uploads);
  latestUploads.current = uploads;
  const { setDraft, clearErrors, ...form } = useRecordForm<StaffFilm, FilmDraft>({
    record: film,
    draftOf,
    errorsOf,
    isSame,
    merge: (base, mine, theirs) => mergeFields(FILM_FIELDS, base, mine, theirs),
    add: (draft, key) => addFilm(inputOf(draft), key),
    change: (id, draft, version) => changeFilm(id, { ...inputOf(draft), version }),
    storedOf: storedFilmOf,
    failureMessage: 'We could not save this film. Please try again.',
    onStored: () => void queries.invalidateQueries({ queryKey: [FILMS] }),
    onSaved: () => {
      if (latestUploads.current === 0) onSaved();
    },
  });
  return {
    ...form,
    isUploading: uploads > 0,
    isDirty: uploads > 0 || form.isDirty,
    save: async () => {
      if (uploads === 0) await form.save();
    },
    set: (values: Partial<FilmDraft>) => {
      setDraft((before) => ({ ...before, ...values }));
      clearErrors(values);
    },
    takeField: ({ path }: Difference) =>
      setDraft((before) => (form.conflict ? withFieldOf(before, path, form.conflict.theirs) : before)),
    setUploading: (isBusy: boolean) => setUploads((count) => count + (isBusy ? 1 : -1)),
  };
}
