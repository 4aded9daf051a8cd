import { useRef, useState } from 'react';
import { useIsMounted } from '../ui/use-is-mounted';
import { addOnce } from './add-once';
import { Cancelled, failureText, fieldErrorsOf } from './call';
import { type LastChange, lastChangeOf } from './conflict';
import type { Merged } from './merge-fields';

export interface RecordForm<Stored, Draft> {
  /** the stored record; null for a new one */
  record: Stored | null;
  /** `before` is an older version of the record: parts of it that are still there keep their keys */
  draftOf(record: Stored | null, before?: Draft): Draft;
  /** messages by field, before anything is sent; without it, only the server checks */
  errorsOf?(draft: Draft): Record<string, string>;
  /** Returns the name of a field in the messages of this form; without it, the name that the API uses. */
  fieldOf?(draft: Draft, path: string): string;
  isSame(one: Draft, other: Draft): boolean;
  /** Merges the draft with what someone else saved; `base` is what both started from. */
  merge(base: Draft, mine: Draft, theirs: Draft): Merged<Draft>;
  /** Adds the record; a retry with the same key adds no second one. A record that always exists needs none. */
  add?(draft: Draft, key: string): Promise<Stored>;
  /** Changes the stored record while `version` is its version; otherwise fails with a 409. */
  change(id: string, draft: Draft, version: number): Promise<Stored>;
  /** the stored record that a 409 names; null for another failure */
  storedOf(error: unknown): Stored | null;
  failureMessage: string;
  /** Called whenever the server turns out to have another version than the one that was edited. */
  onStored(): void;
  /** Called when nothing is left to save: not while the form has changes that were made after sending, nor after it was closed. */
  onSaved(saved: Stored, isNew: boolean): void;
}

/** What someone else saved while this record was being edited. */
export interface RecordConflict<Stored, Draft> {
  current: Stored;
  theirs: Draft;
  lastChange: LastChange | null;
  /** labels of what only they changed; the form has it */
  taken: string[];
}

export const CHANGED_WHILE_SAVING =
  'You changed something while it was being saved. Save again to keep the latest changes.';

/** A record that is added or edited. Nothing that was typed is lost by a failure or by the change of someone else. */
export function useRecordForm<Stored extends { _id: string; version: number }, Draft>({
  record,
  draftOf,
  errorsOf = () => ({}),
  fieldOf = (_, path) => path,
  isSame,
  merge,
  add = () => Promise.reject(new Error('This form changes a stored record.')),
  change,
  storedOf,
  failureMessage,
  onStored,
  onSaved,
}: RecordForm<Stored, Draft>) {
  const [stored, setStored] = useState(record);
  const [base, setBase] = useState(() => draftOf(record));
  const [draft, setDraft] = useState(base);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<RecordConflict<Stored, Draft> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [addRecord] = useState(() => addOnce(add, ({ _id, version }, input) => change(_id, input, version)));
  const isNew = useRef(record === null);
  const isMounted = useIsMounted();
  /** the draft as it is now; a save goes on while staff type */
  const latest = useRef(draft);
  latest.current = draft;

  /** @param sent what was saved; fields that were changed after sending stay as they were typed */
  const show = (next: Stored, sent?: Draft) => {
    const nextDraft = draftOf(next, sent);
    setStored(next);
    setBase(nextDraft);
    setDraft((typed) => (sent && !isSame(typed, sent) ? merge(sent, typed, nextDraft).draft : nextDraft));
    setConflict(null);
    setErrors({});
  };

  const showConflict = (current: Stored, lastChange: LastChange | null) => {
    const theirs = draftOf(current, base);
    setConflict({ current, theirs, lastChange, taken: merge(base, draft, theirs).taken });
    setDraft((typed) => merge(base, typed, theirs).draft);
    setStored(current);
    setBase(theirs);
    onStored();
  };

  /** Returns messages by the names of their fields in this form. */
  const named = (messages: Record<string, string>, sent: Draft) =>
    Object.fromEntries(Object.entries(messages).map(([path, message]) => [fieldOf(sent, path), message]));
  const dropErrors = (isChanged: (field: string) => boolean) =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !isChanged(field))));

  async function save(): Promise<void> {
    if (isSaving) return;
    const found = errorsOf(draft);
    setErrors(named(found, draft));
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const next = stored ? await change(stored._id, draft, stored.version) : await addRecord(draft);
      const isTypedOn = !isSame(latest.current, draft);
      show(next, draft);
      onStored();
      if (isTypedOn) {
        setFailure(CHANGED_WHILE_SAVING);
        return;
      }
      if (isMounted()) onSaved(next, isNew.current);
      isNew.current = false;
    } catch (error) {
      const current = storedOf(error);
      if (current) showConflict(current, lastChangeOf(error));
      setErrors(named(fieldErrorsOf(error), draft));
      if (!current && !(error instanceof Cancelled)) setFailure(failureText(error, failureMessage));
    } finally {
      setSaving(false);
    }
  }

  return {
    stored,
    draft,
    setDraft,
    errors,
    /** Takes the messages of fields away that were changed. */
    clearErrors: (changed: object) => dropErrors((field) => (field.split('.')[0] as string) in changed),
    dropErrors,
    failure,
    conflict,
    isSaving,
    isDirty: !isSame(draft, base),
    save,
    /** Discards this version and shows the stored one. */
    takeTheirs: () => conflict && show(conflict.current),
  };
}
