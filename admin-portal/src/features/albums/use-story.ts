import type { Album } from '@godhuli/contracts/albums';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Cancelled, failureText, fieldErrorsOf } from '../../app/call';
import { ALBUMS } from '../../app/query-keys';
import { addAlbum, changeAlbum, storedAlbumOf } from './albums.requests';
import { draftOfAlbum, emptyStory, errorsOf, inputOf, isSame, type StoryDraft, type StoryValues } from './story-draft';

/** 128 random bits; over plain http the browser has no randomUUID. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export type StoryForm = ReturnType<typeof useStory>;

/**
 * A story that is being edited, and how it is saved. Nothing that was typed is lost by a failure or a conflict.
 * @param album the stored story; null for a new one
 */
export function useStory(album: Album | null, onSaved: (album: Album, isNew: boolean) => void) {
  const queries = useQueryClient();
  const [stored, setStored] = useState(album);
  const [base, setBase] = useState<StoryDraft>(() => (album ? draftOfAlbum(album) : emptyStory()));
  const [draft, setDraft] = useState(base);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Album | null>(null);
  const [isSaving, setSaving] = useState(false);
  const addKey = useRef(randomKey());

  const show = (next: Album) => {
    const nextDraft = draftOfAlbum(next);
    setStored(next);
    setBase(nextDraft);
    setDraft(nextDraft);
    setConflict(null);
    setErrors({});
  };

  async function save(version = stored?.version): Promise<void> {
    if (isSaving) return;
    const found = errorsOf(draft);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const input = inputOf(draft);
      const isNew = stored === null;
      const next = isNew
        ? await addAlbum(input, addKey.current)
        : await changeAlbum(stored._id, { ...input, version: version ?? stored.version });
      show(next);
      void queries.invalidateQueries({ queryKey: [ALBUMS, 'list'] });
      onSaved(next, isNew);
    } catch (error) {
      const theirs = storedAlbumOf(error);
      setConflict(theirs);
      setErrors(fieldErrorsOf(error));
      if (!theirs && !(error instanceof Cancelled)) {
        setFailure(failureText(error, 'We could not save this story. Please try again.'));
      }
    } finally {
      setSaving(false);
    }
  }

  return {
    stored,
    draft,
    errors,
    failure,
    conflict,
    isSaving,
    isDirty: !isSame(draft, base),
    save,
    setValues: (values: Partial<StoryValues>) => {
      setDraft((before) => ({ ...before, values: { ...before.values, ...values } }));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in values))));
    },
    setSections: (change: (sections: StoryDraft['sections']) => StoryDraft['sections']) =>
      setDraft((before) => ({ ...before, sections: change(before.sections) })),
    /** Discards this version and shows the stored one. */
    takeTheirs: () => conflict && show(conflict),
    /** Saves this version over the stored one. */
    keepMine: () => save(conflict?.version),
  };
}
