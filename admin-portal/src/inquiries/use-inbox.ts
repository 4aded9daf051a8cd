import { ApiError } from '@godhuli/contracts/api-error';
import type { Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';
import { useState } from 'react';
import { failureText } from '../api/call';
import { changeInquiry, deleteInquiry, loadInquiry, restoreInquiry } from '../api/inquiries';
import { useHost } from '../host/host-context';
import { useInquiries } from './inquiries-data';

/** Notes being typed, with the version of the inquiry that they began from. */
export interface NotesDraft {
  text: string;
  version: number;
  /** the saved notes then */
  base: string;
}

export interface Inbox {
  drafts: Readonly<Record<string, NotesDraft>>;
  type(inquiry: Inquiry, text: string): void;
  /** the inquiry being saved, by id */
  savingId: string | null;
  /** the inquiry that someone else changed meanwhile, by id */
  conflictId: string | null;
  setStatus(inquiry: Inquiry, status: InquiryStatus): Promise<void>;
  saveNotes(inquiry: Inquiry): Promise<void>;
  /** Brings the newest state of an inquiry after a conflict; typed notes stay. */
  showNewest(id: string): Promise<void>;
  /** Moves an inquiry that was set aside into the inbox. */
  acceptQuarantined(inquiry: Inquiry): Promise<boolean>;
  remove(inquiry: Inquiry): Promise<boolean>;
  /** the inquiry deleted last, while that can be undone */
  deleted: Inquiry | null;
  undoDelete(): Promise<void>;
  dismissDeleted(): void;
}

/** What staff do with inquiries. Every change carries the version it was made on, so nobody overwrites anybody unseen. */
export function useInbox(): Inbox {
  const host = useHost();
  const { change, reload } = useInquiries();
  const [drafts, setDrafts] = useState<Record<string, NotesDraft>>({});
  const [savingId, setSavingId] = useState<string | null>(null);
  const [conflictId, setConflictId] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<Inquiry | null>(null);

  const show = (changed: Inquiry) =>
    change((inquiries) => inquiries.map((inquiry) => (inquiry._id === changed._id ? changed : inquiry)));
  const dropDraft = (id: string) => setDrafts(({ [id]: _dropped, ...rest }) => rest);
  const complain = (error: unknown, title: string) =>
    host.toast({
      title,
      description: failureText(error, 'Nothing was changed. Please try again.'),
      variant: 'destructive',
    });

  async function save(
    base: Pick<Inquiry, '_id' | 'version'>,
    edit: { status?: InquiryStatus; notes?: string; quarantined?: boolean },
    failureTitle: string,
  ): Promise<Inquiry | null> {
    if (savingId) return null;
    setSavingId(base._id);
    try {
      const changed = await changeInquiry(base, edit);
      show(changed);
      setConflictId(null);
      return changed;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setConflictId(base._id);
      else complain(error, failureTitle);
      return null;
    } finally {
      setSavingId(null);
    }
  }

  return {
    drafts,
    savingId,
    conflictId,
    deleted,
    type(inquiry, text) {
      if (text === inquiry.notes) dropDraft(inquiry._id);
      else
        setDrafts((before) => ({
          ...before,
          [inquiry._id]: { version: inquiry.version, base: inquiry.notes, ...before[inquiry._id], text },
        }));
    },
    async setStatus(inquiry, status) {
      if (inquiry.status === status) return;
      const changed = await save(inquiry, { status }, 'The status was not saved');
      if (!changed) return;
      // One's own change of status is no conflict for the notes one is typing.
      setDrafts((before) => {
        const draft = before[inquiry._id];
        if (draft?.version !== inquiry.version) return before;
        return { ...before, [inquiry._id]: { ...draft, version: changed.version } };
      });
    },
    async saveNotes(inquiry) {
      const draft = drafts[inquiry._id];
      if (!draft) return;
      const changed = await save(
        { _id: inquiry._id, version: draft.version },
        { notes: draft.text },
        'The notes were not saved',
      );
      if (changed) dropDraft(inquiry._id);
    },
    async showNewest(id) {
      try {
        const newest = await loadInquiry(id);
        show(newest);
        setDrafts((before) => {
          const draft = before[id];
          return draft ? { ...before, [id]: { ...draft, version: newest.version } } : before;
        });
        setConflictId(null);
      } catch (error) {
        complain(error, 'The newest version could not be loaded');
      }
    },
    async acceptQuarantined(inquiry) {
      const changed = await save(inquiry, { quarantined: false }, 'The inquiry was not moved');
      if (!changed) return false;
      // Shown at once; its place among the others comes with the list.
      change((inquiries) => [...inquiries, changed]);
      host.toast({ title: 'Moved to the inbox', description: `${changed.name} is no spam.` });
      void reload();
      return true;
    },
    async remove(inquiry) {
      try {
        await deleteInquiry(inquiry._id);
      } catch (error) {
        complain(error, 'The inquiry was not deleted');
        return false;
      }
      change((inquiries) => inquiries.filter((other) => other._id !== inquiry._id));
      dropDraft(inquiry._id);
      setDeleted(inquiry);
      void reload();
      return true;
    },
    async undoDelete() {
      if (!deleted) return;
      try {
        await restoreInquiry(deleted._id);
        setDeleted(null);
        await reload();
      } catch (error) {
        complain(error, 'The inquiry could not be brought back');
      }
    },
    dismissDeleted: () => setDeleted(null),
  };
}
