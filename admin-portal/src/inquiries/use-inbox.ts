import { ApiError } from '@godhuli/contracts/api-error';
import type { Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';
import { useRef, useState } from 'react';
import { failureText } from '../api/call';
import {
  changeInquiry,
  deleteInquiries,
  emptyQuarantine,
  loadInquiry,
  restoreInquiries,
  undoStatusChange,
} from '../api/inquiries';
import { formatCount } from '../format/sizes';
import { useHost } from '../host/host-context';
import type { InquiryList } from './use-inquiry-list';

/** Notes being typed, with the version of the inquiry that they began from. */
export interface NotesDraft {
  text: string;
  version: number;
  /** the saved notes then */
  base: string;
}

/** The last change that can be undone. */
export interface Undoable {
  key: string;
  message: string;
  /** the inquiry to show again after the undo */
  id: string | null;
  /** how long it is offered; null: until it is dismissed */
  offeredMs: number | null;
  undo(): Promise<void>;
}

export interface Inbox {
  drafts: Readonly<Record<string, NotesDraft>>;
  type(inquiry: Inquiry, text: string): void;
  /** ids of the inquiries being saved */
  savingIds: ReadonlySet<string>;
  /** the inquiry that someone else changed, by id */
  conflictId: string | null;
  /** @returns whether it was saved */
  setStatus(inquiry: Inquiry, status: InquiryStatus): Promise<boolean>;
  saveNotes(inquiry: Inquiry): Promise<void>;
  /** Loads the newest state of an inquiry after a conflict; typed notes stay. */
  showNewest(id: string): Promise<void>;
  /** Moves an inquiry from quarantine into the inbox. */
  acceptQuarantined(inquiry: Inquiry): Promise<boolean>;
  /** @param beforeGone is told which are deleted, before they leave the list */
  remove(
    inquiries: readonly Inquiry[],
    permanently: boolean,
    beforeGone: (gone: readonly Inquiry[]) => void,
  ): Promise<void>;
  /** Deletes the likely spam for good, up to and with this inquiry. */
  removeAllSpam(upTo: string, beforeGone: () => void): Promise<void>;
  undoable: Undoable | null;
  dismissUndo(): void;
}

const UNDO_STATUS_MS = 10_000;

/** What staff do with inquiries. Every change carries the version it was made on, so nobody overwrites anybody unseen. */
export function useInbox(list: InquiryList, onShow: (inquiry: Inquiry) => void): Inbox {
  const host = useHost();
  const { change, reload } = list;
  const [drafts, setDrafts] = useState<Record<string, NotesDraft>>({});
  const [savingIds, setSavingIds] = useState<ReadonlySet<string>>(new Set());
  const [conflictId, setConflictId] = useState<string | null>(null);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  /** The save under way of each inquiry: the next one waits for it and begins from its version. */
  const saves = useRef(new Map<string, Promise<Inquiry | null>>());
  /** What one's own saves made of a version, by id and version. */
  const ownVersions = useRef(new Map<string, number>());
  /** ids of the inquiries whose notes are being saved */
  const savingNotes = useRef(new Set<string>());

  /** The newest version that came from `version` by one's own saves alone: these are no conflict. */
  const newestOwn = (id: string, version: number): number => {
    const next = ownVersions.current.get(`${id} ${version}`);
    return next === undefined ? version : newestOwn(id, next);
  };

  const show = (changed: Inquiry) => {
    change((inquiries) => inquiries.map((inquiry) => (inquiry._id === changed._id ? changed : inquiry)));
    onShow(changed);
  };
  const dropDraft = (id: string) => setDrafts(({ [id]: _dropped, ...rest }) => rest);
  const showErrorToast = (error: unknown, title: string) =>
    host.toast({
      title,
      description: failureText(error, 'Nothing was changed. Please try again.'),
      variant: 'destructive',
    });

  async function save(
    inquiry: Inquiry,
    call: (version: number) => Promise<Inquiry>,
    failureTitle: string,
    version = inquiry.version,
  ): Promise<Inquiry | null> {
    const id = inquiry._id;
    const before = saves.current.get(id);
    const run = async () => {
      await before;
      const from = newestOwn(id, version);
      const changed = await call(from);
      if (changed.version > from) ownVersions.current.set(`${id} ${from}`, changed.version);
      show(changed);
      setConflictId((conflict) => (conflict === id ? null : conflict));
      return changed;
    };
    const task = run().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) setConflictId(id);
      showErrorToast(error, failureTitle);
      return null;
    });
    saves.current.set(id, task);
    setSavingIds((ids) => new Set(ids).add(id));
    const changed = await task;
    if (saves.current.get(id) === task) {
      saves.current.delete(id);
      setSavingIds((ids) => new Set([...ids].filter((other) => other !== id)));
    }
    return changed;
  }

  /** Drops notes that were saved as they are; what was typed meanwhile stays, and goes on from the saved ones. */
  const settleDraft = (id: string, sent: string, saved: Inquiry | null) =>
    setDrafts((before) => {
      const draft = before[id];
      if (!draft) return before;
      const { base, version } = saved ? { base: saved.notes, version: saved.version } : draft;
      if (draft.text !== base && !(saved && draft.text === sent)) {
        return { ...before, [id]: { ...draft, base, version } };
      }
      const { [id]: _dropped, ...rest } = before;
      return rest;
    });

  function takeOff(ids: ReadonlySet<string>) {
    change((inquiries) => inquiries.filter((inquiry) => !ids.has(inquiry._id)));
    setDrafts((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.has(id))));
    void reload();
  }

  return {
    drafts,
    savingIds,
    conflictId,
    undoable,
    type(inquiry, text) {
      if (text === inquiry.notes && !savingNotes.current.has(inquiry._id)) dropDraft(inquiry._id);
      else
        setDrafts((before) => ({
          ...before,
          [inquiry._id]: { version: inquiry.version, base: inquiry.notes, ...before[inquiry._id], text },
        }));
    },
    async setStatus(inquiry, status) {
      if (inquiry.status === status && !saves.current.has(inquiry._id)) return true;
      const title = `We could not save the status of ${inquiry.name}`;
      const changed = await save(inquiry, (version) => changeInquiry({ _id: inquiry._id, version }, { status }), title);
      if (!changed) return false;
      setUndoable({
        key: `${changed._id} ${changed.version}`,
        message: `${changed.name} is now ${changed.status}.`,
        id: changed._id,
        offeredMs: UNDO_STATUS_MS,
        async undo() {
          await save(
            changed,
            (version) => undoStatusChange({ _id: changed._id, version }),
            `We could not restore the status of ${changed.name}`,
          );
          setUndoable(null);
          await reload();
        },
      });
      void reload();
      return true;
    },
    async saveNotes(inquiry) {
      const draft = drafts[inquiry._id];
      if (!draft) return;
      savingNotes.current.add(inquiry._id);
      const changed = await save(
        inquiry,
        (version) => changeInquiry({ _id: inquiry._id, version }, { notes: draft.text }),
        'We could not save the notes',
        draft.version,
      );
      savingNotes.current.delete(inquiry._id);
      settleDraft(inquiry._id, draft.text, changed);
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
        showErrorToast(error, 'We could not load the latest version');
      }
    },
    async acceptQuarantined(inquiry) {
      const changed = await save(
        inquiry,
        (version) => changeInquiry({ _id: inquiry._id, version }, { quarantined: false }),
        'We could not move this inquiry',
      );
      if (!changed) return false;
      host.toast({ title: 'Moved to the inbox', description: `The inquiry from ${changed.name} is in the inbox now.` });
      return true;
    },
    async remove(inquiries, permanently, beforeGone) {
      const [one] = inquiries;
      if (!one) return;
      const ids: string[] = [];
      const failure = await deleteInquiries(inquiries, permanently, (gone) => ids.push(...gone)).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure && ids.length === 0) {
        showErrorToast(
          failure.error,
          inquiries.length === 1 ? 'We could not delete this inquiry' : 'We could not delete these inquiries',
        );
        // The answer alone may be lost: the list shows what is there.
        void reload();
        return;
      }
      if (failure) {
        host.toast({
          title: 'We could not delete all of these inquiries',
          description: `${ids.length.toLocaleString('en-IN')} of ${formatCount(inquiries.length, 'inquiry', 'inquiries')} were deleted. ${failureText(failure.error, 'Please try again.')}`,
          variant: 'destructive',
        });
      }
      const what = ids.length === 1 ? `the inquiry from ${one.name}` : formatCount(ids.length, 'inquiry', 'inquiries');
      if (permanently) {
        setUndoable(null);
        if (!failure) host.toast({ title: 'Deleted permanently', description: `You cannot restore ${what}.` });
      } else {
        setUndoable({
          key: ids.join(),
          message: `Deleted ${what}.`,
          id: ids.length === 1 ? one._id : null,
          offeredMs: null,
          async undo() {
            try {
              await restoreInquiries(ids);
              setUndoable(null);
              await reload();
            } catch (error) {
              showErrorToast(error, 'We could not undo the deletion');
              // Of many, some may be back already.
              void reload();
            }
          },
        });
      }
      const gone = new Set(ids);
      beforeGone(inquiries.filter(({ _id }) => gone.has(_id)));
      takeOff(gone);
    },
    async removeAllSpam(upTo, beforeGone) {
      try {
        await emptyQuarantine(upTo);
      } catch (error) {
        showErrorToast(error, 'We could not delete the likely spam');
        return;
      }
      beforeGone();
      change((inquiries) => inquiries.filter(({ _id }) => Number(_id) > Number(upTo)));
      void reload();
    },
    dismissUndo: () => setUndoable(null),
  };
}
