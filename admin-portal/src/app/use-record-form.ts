import { useRef, useState } from 'react';
import { Cancelled, failureText, fieldErrorsOf } from './call';

/** 128 random bits; over plain http the browser has no randomUUID. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface RecordForm<Stored, Draft> {
  /** the stored record; null for a new one */
  record: Stored | null;
  draftOf(record: Stored | null): Draft;
  /** messages by field, before anything is sent */
  errorsOf(draft: Draft): Record<string, string>;
  isSame(one: Draft, other: Draft): boolean;
  /** Adds the record; a retry with the same key adds no second one. */
  add(draft: Draft, key: string): Promise<Stored>;
  /** Changes the stored record while `version` is its version; otherwise fails with a 409. */
  change(id: string, draft: Draft, version: number): Promise<Stored>;
  /** the stored record that a 409 names; null for another failure */
  storedOf(error: unknown): Stored | null;
  failureMessage: string;
  onSaved(saved: Stored, isNew: boolean): void;
}

/** A record that is added or edited. Nothing that was typed is lost by a failure or by the change of someone else. */
export function useRecordForm<Stored extends { _id: string; version: number }, Draft>({
  record,
  draftOf,
  errorsOf,
  isSame,
  add,
  change,
  storedOf,
  failureMessage,
  onSaved,
}: RecordForm<Stored, Draft>) {
  const [stored, setStored] = useState(record);
  const [base, setBase] = useState(() => draftOf(record));
  const [draft, setDraft] = useState(base);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Stored | null>(null);
  const [isSaving, setSaving] = useState(false);
  const addKey = useRef(randomKey());

  const show = (next: Stored) => {
    const nextDraft = draftOf(next);
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
      const isNew = stored === null;
      const next = isNew
        ? await add(draft, addKey.current)
        : await change(stored._id, draft, version ?? stored.version);
      show(next);
      onSaved(next, isNew);
    } catch (error) {
      const theirs = storedOf(error);
      setConflict(theirs);
      setErrors(fieldErrorsOf(error));
      if (!theirs && !(error instanceof Cancelled)) setFailure(failureText(error, failureMessage));
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
    clearErrors: (changed: object) =>
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !((field.split('.')[0] as string) in changed))),
      ),
    failure,
    conflict,
    isSaving,
    isDirty: !isSame(draft, base),
    save,
    /** Discards this version and shows the stored one. */
    takeTheirs: () => conflict && show(conflict),
    /** Saves this version over the stored one. */
    keepMine: () => save(conflict?.version),
  };
}
