import type { Album } from '@godhuli/contracts/albums';
import { useQueryClient } from '@tanstack/react-query';
import { ALBUMS } from '../../app/query-keys';
import { useRecordForm } from '../../app/use-record-form';
import { addAlbum, changeAlbum, storedAlbumOf } from './albums.requests';
import {
  type DraftSection,
  draftOfAlbum,
  emptyStory,
  errorsOf,
  fieldOf,
  inputOf,
  isSame,
  type StoryDraft,
  type StoryValues,
} from './story-draft';
import { mergeStory, withKeysOf } from './story-merge';

export type StoryForm = ReturnType<typeof useStory>;

/**
 * A story that is being edited, and how it is saved.
 * @param album the stored story; null for a new one
 */
export function useStory(album: Album | null, onSaved: (album: Album, isNew: boolean) => void) {
  const queries = useQueryClient();
  const { setDraft, clearErrors, dropErrors, ...form } = useRecordForm<Album, StoryDraft>({
    record: album,
    draftOf: (stored, before) => (stored ? withKeysOf(before, draftOfAlbum(stored)) : emptyStory()),
    errorsOf,
    fieldOf,
    isSame,
    merge: mergeStory,
    add: (draft, key) => addAlbum(inputOf(draft), key),
    change: (id, draft, version) => changeAlbum(id, { ...inputOf(draft), version }),
    storedOf: storedAlbumOf,
    failureMessage: 'We could not save this story. Please try again.',
    onStored: () => void queries.invalidateQueries({ queryKey: [ALBUMS, 'list'] }),
    onSaved,
  });
  const setSections = (change: (sections: StoryDraft['sections']) => StoryDraft['sections']) => {
    setDraft((before) => ({ ...before, sections: change(before.sections) }));
    dropErrors((field) => field === 'sections');
  };
  return {
    ...form,
    setValues: (values: Partial<StoryValues>) => {
      setDraft((before) => ({ ...before, values: { ...before.values, ...values } }));
      clearErrors(values);
    },
    setSections,
    /** Changes one section and takes the messages of what was changed away. */
    setSection: (key: string, values: Partial<DraftSection>) => {
      setSections((sections) => sections.map((each) => (each.key === key ? { ...each, ...values } : each)));
      const changed = Object.keys(values).map((name) => `sections.${key}.${name}`);
      dropErrors((field) => changed.some((name) => field === name || field.startsWith(`${name}.`)));
    },
  };
}
