import type { Inquiry, InquiryStatus, InquiryUpdate } from '@godhuli/contracts/inquiries';
import { useState } from 'react';
import { showErrorToast } from '../../app/query-client';
import { useHost } from '../../ui/host-context';
import { changeInquiry, loadInquiry, undoStatusChange } from './inquiries.requests';
import { useDeleteInquiries } from './use-delete-inquiries';
import { type SaveField, useFieldDrafts } from './use-field-drafts';
import { useInquiryCache } from './use-inquiry-cache';
import { useNoteDrafts } from './use-note-drafts';
import { useSaveInquiry } from './use-save-inquiry';

/** How to undo the last change. */
export interface Undo {
  key: string;
  message: string;
  /** the inquiry to open again afterwards */
  id: string | null;
  /** how long it is offered; null: until it is dismissed */
  offeredMs: number | null;
  undo(): Promise<void>;
}

export type Inbox = ReturnType<typeof useInbox>;

/** A change of an inquiry's place in the pipeline. */
export type PipelineChange = Pick<InquiryUpdate, 'stage' | 'lostReason' | 'ownerId' | 'value' | 'city' | 'source'>;

const UNDO_STATUS_MS = 10_000;

/** What staff do with inquiries. @param reload loads lists and counts again */
export function useInbox(reload: () => Promise<void>) {
  const { toast } = useHost();
  const cache = useInquiryCache();
  const saving = useSaveInquiry();
  const notes = useNoteDrafts(saving);
  const [undoable, setUndoable] = useState<Undo | null>(null);
  /** Changes stage, owner, value, city or source. A change of stage can be undone. */
  const setPipeline: SaveField = async ({ _id, version, name, stage }, change, onError) => {
    const changed = await saving.save({
      id: _id,
      version,
      request: (newest) => changeInquiry({ _id, version: newest }, change),
      errorTitle: `We could not save the inquiry from ${name}`,
      errorHint: 'Your change is kept in the inquiry until it is saved.',
      onError,
    });
    if (!changed) return null;
    if (changed.stage !== stage) offerToUndoStatus(changed);
    void reload();
    return changed;
  };
  const fields = useFieldDrafts(setPipeline);
  const deletion = useDeleteInquiries(reload, {
    saveNotes: notes.save,
    discardDrafts(ids) {
      notes.discard(ids);
      fields.discard(ids);
    },
    offerUndo: setUndoable,
  });

  const offerToUndoStatus = ({ _id, version, name, status, stage }: Inquiry) =>
    setUndoable({
      key: `${_id} ${version}`,
      message: `${name} is now ${stage === 'Replied' ? status : stage}.`,
      id: _id,
      offeredMs: UNDO_STATUS_MS,
      async undo() {
        await saving.save({
          id: _id,
          version,
          request: (newest) => undoStatusChange({ _id, version: newest }),
          errorTitle: `We could not restore the status of ${name}`,
        });
        setUndoable(null);
        await reload();
      },
    });

  return {
    ...deletion,
    notes,
    fields,
    offerUndo: setUndoable,
    recordOwnVersion: saving.recordOwnVersion,
    savingIds: saving.savingIds,
    conflictId: saving.conflictId,
    undoable,
    dismissUndo: () => setUndoable(null),
    async setStatus({ _id, version, name, ...inquiry }: Inquiry, status: InquiryStatus) {
      if (inquiry.status === status && !saving.isSaving(_id)) return;
      const changed = await saving.save({
        id: _id,
        version,
        request: (newest) => changeInquiry({ _id, version: newest }, { status }),
        errorTitle: `We could not save the status of ${name}`,
      });
      if (!changed) return;
      offerToUndoStatus(changed);
      void reload();
    },
    /** Loads the newest version of an inquiry after a conflict; typed notes stay. */
    async showNewest(id: string) {
      try {
        const newest = await loadInquiry(id);
        cache.update(newest);
        notes.rebase(newest);
        fields.rebase(newest);
        saving.clearConflict();
      } catch (error) {
        showErrorToast(toast, 'We could not load the latest version', error);
      }
    },
    /** Moves an inquiry from quarantine into the inbox. @returns whether it was moved */
    async acceptQuarantined({ _id, version }: Inquiry) {
      const changed = await saving.save({
        id: _id,
        version,
        request: (newest) => changeInquiry({ _id, version: newest }, { quarantined: false }),
        errorTitle: 'We could not move this inquiry',
      });
      if (!changed) return false;
      toast({ title: 'Moved to the inbox', description: `The inquiry from ${changed.name} is in the inbox now.` });
      return true;
    },
  };
}
