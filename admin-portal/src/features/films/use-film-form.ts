import type { StaffFilm } from '@godhuli/contracts/films';
import { useRef, useState } from 'react';
import { Cancelled, failureText, fieldErrorsOf } from '../../app/call';
import { draftOf, errorsOf, type FilmDraft, inputOf, isSame } from './film-draft';
import { addFilm, changeFilm, storedFilmOf } from './films.requests';

/** 128 random bits; over plain http the browser has no randomUUID. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export type FilmForm = ReturnType<typeof useFilmForm>;

/** A film that is being added or edited. Nothing that was typed is lost by a failure or a conflict. */
export function useFilmForm(film: StaffFilm | null, onSaved: () => void) {
  const [base, setBase] = useState(() => draftOf(film));
  const [draft, setDraft] = useState(base);
  const [version, setVersion] = useState(film?.version);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<StaffFilm | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [uploads, setUploads] = useState(0);
  const addKey = useRef(randomKey());

  async function save(over = version): Promise<void> {
    if (isSaving || uploads > 0) return;
    const found = errorsOf(draft);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const input = inputOf(draft);
      if (film && over !== undefined) await changeFilm(film._id, { ...input, version: over });
      else await addFilm(input, addKey.current);
      onSaved();
    } catch (error) {
      const theirs = storedFilmOf(error);
      setConflict(theirs);
      setErrors(fieldErrorsOf(error));
      if (!theirs && !(error instanceof Cancelled)) {
        setFailure(failureText(error, 'We could not save this film. Please try again.'));
      }
    } finally {
      setSaving(false);
    }
  }

  return {
    draft,
    errors,
    failure,
    conflict,
    isSaving,
    isUploading: uploads > 0,
    isDirty: uploads > 0 || !isSame(draft, base),
    save,
    set: (values: Partial<FilmDraft>) => {
      setDraft((before) => ({ ...before, ...values }));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in values))));
    },
    setUploading: (isBusy: boolean) => setUploads((count) => count + (isBusy ? 1 : -1)),
    /** Discards this version and shows the stored one. */
    takeTheirs: () => {
      if (!conflict) return;
      setBase(draftOf(conflict));
      setDraft(draftOf(conflict));
      setVersion(conflict.version);
      setConflict(null);
    },
    /** Saves this version over the stored one. */
    keepMine: () => save(conflict?.version),
  };
}
