import { type Inquiry, MAX_NOTES_LENGTH } from '@godhuli/contracts/inquiries';
import { useRef, useState } from 'react';
import { lengthError } from '../../ui/length-error';
import { changeInquiry } from './inquiries.requests';
import type { SaveInquiry } from './use-save-inquiry';

/** Notes that are being typed. */
interface NoteDraft {
  text: string;
  /** the version of the inquiry that the draft began from, and its notes */
  version: number;
  base: string;
}

/** Returns why notes cannot be saved, or undefined. */
export const notesError = (text: string): string | undefined => lengthError(text, MAX_NOTES_LENGTH);

export type NoteDrafts = ReturnType<typeof useNoteDrafts>;

/** Keeps typed notes until they are saved, also while other inquiries are open. */
export function useNoteDrafts({ save }: SaveInquiry) {
  const [drafts, setDrafts] = useState<Record<string, NoteDraft>>({});
  /** ids of the inquiries whose notes are being saved */
  const savingIds = useRef(new Set<string>());

  const discard = (ids: ReadonlySet<string>) =>
    setDrafts((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.has(id))));
  const change = (id: string, update: (draft: NoteDraft) => NoteDraft | null) =>
    setDrafts((before) => {
      const { [id]: draft, ...others } = before;
      if (!draft) return before;
      const changed = update(draft);
      return changed ? { ...others, [id]: changed } : others;
    });

  return {
    /** by inquiry id */
    drafts,
    discard,
    type(inquiry: Inquiry, text: string) {
      const { _id, version, notes } = inquiry;
      if (text === notes && !savingIds.current.has(_id)) discard(new Set([_id]));
      else setDrafts((before) => ({ ...before, [_id]: { version, base: notes, ...before[_id], text } }));
    },
    /** Continues a draft on the newest version after a conflict. */
    rebase: ({ _id, version }: Inquiry) => change(_id, (draft) => ({ ...draft, version })),
    /** @returns whether there is nothing left to save */
    async save({ _id }: Pick<Inquiry, '_id'>): Promise<boolean> {
      const sent = drafts[_id];
      if (!sent) return true;
      if (notesError(sent.text)) return false;
      savingIds.current.add(_id);
      const saved = await save({
        id: _id,
        version: sent.version,
        request: (version) => changeInquiry({ _id, version }, { notes: sent.text }),
        errorTitle: 'We could not save the notes',
      });
      savingIds.current.delete(_id);
      // Notes that were saved as they are need no draft; what was typed during the save continues on the saved notes.
      change(_id, (draft) => {
        const { base, version } = saved ? { base: saved.notes, version: saved.version } : draft;
        const isSaved = draft.text === base || (saved !== null && draft.text === sent.text);
        return isSaved ? null : { ...draft, base, version };
      });
      return saved !== null;
    },
  };
}
