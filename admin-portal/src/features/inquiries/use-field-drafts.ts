import { ApiError } from '@godhuli/contracts/api-error';
import { type Inquiry, type InquiryStage, MAX_VALUE } from '@godhuli/contracts/inquiries';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStable } from '../../ui/use-stable';
import { type FieldDraft, useDraftStore } from './field-draft-store';
import type { PipelineChange } from './use-inbox';

/** The fields of an inquiry that are saved when they are left. */
export type PipelineField = 'stage' | 'ownerId' | 'value' | 'city' | 'source';

export type FieldDrafts = ReturnType<typeof useFieldDrafts>;

const MAX_PLACE_LENGTH = 120;

/** Returns what a field shows of an inquiry. */
export function fieldText({ stage, ownerId, value, city, source }: Inquiry, field: PipelineField): string {
  const texts = { stage, ownerId, value: value?.toLocaleString('en-IN'), city, source };
  return texts[field] ?? '';
}

/** '₹ 1,50,000' as 150000; '' as null; undefined for anything else. */
function rupeesOf(text: string): number | null | undefined {
  const digits = text.replace(/[₹,\s]/g, '');
  if (digits === '') return null;
  const value = Number(digits);
  return /^\d+$/.test(digits) && value <= MAX_VALUE ? value : undefined;
}

/** Returns why a text cannot be saved, or undefined. */
export function fieldError(field: PipelineField, text: string): string | undefined {
  if (field === 'value') return rupeesOf(text) === undefined ? 'Please enter whole rupees.' : undefined;
  if (text.trim().length <= MAX_PLACE_LENGTH) return undefined;
  return `Please use at most ${MAX_PLACE_LENGTH} characters.`;
}

function changeOf(field: PipelineField, text: string): PipelineChange {
  if (field === 'value') return { value: rupeesOf(text) ?? null };
  return { [field]: text || null };
}

/** @returns the saved inquiry, or null after a failure, which has been shown */
export type SaveField = (
  inquiry: Inquiry,
  change: PipelineChange,
  onError: (error: unknown) => void,
) => Promise<Inquiry | null>;

/** Whether the server was not reached or failed, so that the same request can succeed later. */
const isTemporary = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Keeps what is chosen or typed in the fields of inquiries until it is saved, also while another inquiry is open. A save that
 * fails after another page was opened keeps it, too. A field that someone else has changed since is not overwritten: the save is
 * a conflict.
 */
export function useFieldDrafts(save: SaveField) {
  const store = useDraftStore();
  const drafts = useSyncExternalStore(store.subscribe, store.get);
  const [lost, setLost] = useState<Inquiry | null>(null);
  const keyOf = (id: string, field: PipelineField) => `${id} ${field}`;
  const put = (key: string, draft: FieldDraft | null) => {
    const next = new Map(store.get());
    if (draft) next.set(key, draft);
    else next.delete(key);
    store.set(next);
  };
  // A user who leaves the page has agreed to lose what is not being saved.
  useEffect(() => () => store.set(new Map([...store.get()].filter(([, { sent }]) => sent !== null))), [store]);

  const send = async (inquiry: Inquiry, field: PipelineField, change: PipelineChange) => {
    const key = keyOf(inquiry._id, field);
    const draft = store.get().get(key);
    if (!draft || draft.sent !== null) return;
    put(key, { ...draft, sent: draft.text });
    const isUnchanged = fieldText(inquiry, field) === draft.base;
    const version = isUnchanged ? inquiry.version : draft.version;
    let isRepeated = false;
    const saved = await save({ ...inquiry, version }, change, (error) => {
      isRepeated = isTemporary(error);
    });
    const now = store.get().get(key);
    if (!now) return;
    const isTypedOn = now.text !== draft.text;
    const rest = { text: now.text, sent: null, isLeft: false };
    if (!saved) {
      const failed = isTypedOn ? null : { inquiry, field, change, isRepeated };
      put(key, { ...rest, version: now.version, base: now.base, failed });
    } else if (isTypedOn) {
      // What was typed during the save continues on the saved value.
      put(key, { ...rest, version: saved.version, base: fieldText(saved, field), failed: null });
    } else put(key, null);
    if (isTypedOn && now.isLeft) await commit(saved ?? inquiry, field);
  };
  const commit = async (inquiry: Inquiry, field: PipelineField) => {
    const key = keyOf(inquiry._id, field);
    const draft = store.get().get(key);
    if (!draft) return;
    if (draft.sent !== null) return put(key, { ...draft, isLeft: true });
    const text = draft.text.trim();
    if (fieldError(field, text)) return;
    const isSame = field === 'value' ? rupeesOf(text) === inquiry.value : text === fieldText(inquiry, field);
    if (isSame) put(key, null);
    else if (draft.failed) await send(inquiry, field, draft.failed.change);
    else if (field === 'stage' && text === 'Lost') setLost(inquiry);
    else await send(inquiry, field, changeOf(field, text));
  };
  const retryFailed = useStable(() => {
    for (const { failed } of store.get().values())
      if (failed?.isRepeated) void send(failed.inquiry, failed.field, failed.change);
  });
  useEffect(() => {
    // The browser can have been online again before the inbox was opened.
    if (navigator.onLine) retryFailed();
    window.addEventListener('online', retryFailed);
    return () => window.removeEventListener('online', retryFailed);
  }, [retryFailed]);
  const fieldsOf = (id: string) =>
    (['stage', 'ownerId', 'value', 'city', 'source'] as const).filter((field) => store.get().has(keyOf(id, field)));

  return {
    /** whether something would be lost by leaving; what is being saved is not */
    isDirty: [...drafts.values()].some(({ text, sent }) => text !== sent),
    draftOf: (id: string, field: PipelineField) => drafts.get(keyOf(id, field)),
    type(inquiry: Inquiry, field: PipelineField, text: string) {
      const key = keyOf(inquiry._id, field);
      const before = store.get().get(key);
      const base = fieldText(inquiry, field);
      const isBeingSaved = before !== undefined && before.sent !== null;
      if (text === base && !isBeingSaved) put(key, null);
      else put(key, { version: inquiry.version, base, sent: null, ...before, text, isLeft: false, failed: null });
    },
    /** Saves a field that is left, or whose save failed. A stage Lost asks for the reason first. */
    commit: (inquiry: Inquiry, field: PipelineField) => void commit(inquiry, field),
    /** Saves every field of an inquiry that is no longer open. */
    commitAll(inquiry: Inquiry) {
      for (const field of fieldsOf(inquiry._id)) void commit(inquiry, field);
    },
    reset: (inquiry: Inquiry, field: PipelineField) => put(keyOf(inquiry._id, field), null),
    /** Continues on the newest version after a conflict: what was typed stays, a choice gives way to the one that is stored. */
    rebase(inquiry: Inquiry) {
      const { _id, version } = inquiry;
      for (const field of fieldsOf(_id)) {
        const draft = store.get().get(keyOf(_id, field));
        const isTyped = field !== 'stage' && field !== 'ownerId';
        // Saving it now can replace what someone else has saved: the user decides.
        const failed = draft?.failed ? { ...draft.failed, inquiry, isRepeated: false } : null;
        if (draft) put(keyOf(_id, field), isTyped ? { ...draft, version, failed } : null);
      }
    },
    discard(ids: ReadonlySet<string>) {
      for (const id of ids) for (const field of fieldsOf(id)) put(keyOf(id, field), null);
    },
    /** the inquiry that becomes lost when a reason is given */
    lost,
    answerLost(change: { stage: InquiryStage } & PipelineChange) {
      if (!lost) return;
      setLost(null);
      void send(lost, 'stage', change);
    },
    cancelLost() {
      if (!lost) return;
      setLost(null);
      put(keyOf(lost._id, 'stage'), null);
    },
  };
}
