import { ApiError } from '@godhuli/contracts/api-error';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useRef, useState } from 'react';
import { Cancelled, failureText } from '../../app/call';
import { lastChangeOf } from '../../app/conflict';
import { titleFromName } from '../../app/uploads/photo-file';
import { useIsMounted } from '../../ui/use-is-mounted';
import { type Conflict, type Difference, mergeDraft, takenFrom } from './conflict';
import {
  changeOf,
  type Draft,
  type DraftPhoto,
  type DraftValues,
  draftOf,
  emptyDraft,
  errorsOf,
  errorsOfResponse,
  inputOf,
  isStoredAs,
  type PhotoSource,
  withoutErrors,
} from './draft';
import { addPortfolioItem, changePortfolioItem, storedItemOf } from './portfolio.requests';
import { useUploads } from './use-uploads';

interface UseDrafts {
  /** the item to edit; without one, new ones are added */
  item: StaffPortfolioItem | null;
  category: string;
  /** Called after each item that the server has stored. */
  onSaved(): void;
  /** Called when nothing is left to save. */
  onDone(count: number): void;
}

/** Whether a chosen photo goes to this item. */
const isFree = (photo: DraftPhoto): boolean =>
  photo.state === 'none' || photo.state === 'failed' || (photo.state === 'stored' && Boolean(photo.duplicates?.length));

/** Whether the server may have stored an item although adding it failed: its response can be lost. */
const mayBeStored = (error: unknown): boolean =>
  !(error instanceof Cancelled) && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

/** The items of the dialog: one when editing, one per photo when adding. Each uploads, fails and is saved on its own. */
export function useDrafts({ item, category, onSaved, onDone }: UseDrafts) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => [item ? draftOf(item) : emptyDraft(category)]);
  const [currentKey, setCurrentKey] = useState(drafts[0]?.key ?? '');
  const [isSaving, setSaving] = useState(false);
  /** the item that is being sent */
  const [sentKey, setSentKey] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const savedCount = useRef(0);
  /** the added items of this form that the gallery has, or may have */
  const inGallery = useRef(new Map<string, 'is' | 'may be'>());
  /** the stored item that the form was filled from, or null while items are added */
  const base = useRef(item);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const current = drafts.find((draft) => draft.key === currentKey) ?? drafts[0];
  const isMounted = useIsMounted();
  const isStopped = useRef(false);
  /** Whether items are still to be sent. The form can be in the page for a while after staff have closed it. */
  const isOpen = () => isMounted() && !isStopped.current;
  /** the drafts as they are now; a save goes on while staff type, add photos and remove them */
  const latest = useRef(drafts);
  const changeDrafts = (change: (drafts: readonly Draft[]) => readonly Draft[]) => {
    latest.current = change(latest.current);
    setDrafts(latest.current);
  };
  const update = (key: string, change: (draft: Draft) => Draft) =>
    changeDrafts((before) => before.map((draft) => (draft.key === key ? change(draft) : draft)));

  const uploads = useUploads({ drafts, update, findsDuplicates: item === null });

  /**
   * Adds files: the first to the open item if that has no photo yet, has one that the gallery has already, or is edited, each other one as an
   * item of its own.
   */
  function addFiles(files: readonly File[]): void {
    let free = current && (item || isFree(current.photo)) ? current : null;
    for (const file of item ? files.slice(0, 1) : files) {
      const draft = free ?? emptyDraft(current?.values.category ?? category);
      const titled = ({ values, ...rest }: Draft): Draft => ({
        ...rest,
        values: { ...values, title: values.title || titleFromName(file.name) },
      });
      setDirty(true);
      if (free) update(draft.key, titled);
      else changeDrafts((before) => [...before, titled(draft)]);
      void uploads.upload(draft.key, { kind: 'file', file });
      free = null;
    }
  }

  function setValues(change: Partial<DraftValues>): void {
    if (!current) return;
    setDirty(true);
    update(current.key, (draft) => ({
      ...draft,
      values: { ...draft.values, ...change },
      errors: withoutErrors(draft.errors, Object.keys(change)),
    }));
  }

  function clearPhoto(key: string): void {
    uploads.cancel(key);
    update(key, (draft) => ({ ...draft, photo: { state: 'none' }, errors: {} }));
  }

  /** Adds a photo that the gallery has already. */
  function addAnyway(key: string): void {
    update(key, ({ photo, errors, ...draft }) => ({
      ...draft,
      photo: photo.state === 'stored' ? { ...photo, duplicates: [] } : photo,
      errors: withoutErrors(errors, ['photo']),
    }));
  }

  /** Removes one item from those being added. One that was sent stays: without it here, staff would take it for not added. */
  function drop(key: string): void {
    if (key === sentKey) return;
    const isStored = inGallery.current.get(key);
    if (isStored) {
      const title = latest.current.find((draft) => draft.key === key)?.values.title;
      setFailure(`“${title}” ${isStored} in the gallery already. To remove it, close this form and delete it there.`);
      return;
    }
    uploads.cancel(key);
    changeDrafts((before) => {
      const rest = before.filter((draft) => draft.key !== key);
      return rest.length > 0 ? rest : [emptyDraft(category)];
    });
  }

  async function saveOne(draft: Draft): Promise<boolean> {
    try {
      const saveOver = ({ _id, version }: StaffPortfolioItem) =>
        changePortfolioItem(_id, { ...changeOf(draft), version });
      if (base.current) base.current = await saveOver(base.current);
      else {
        const input = inputOf(draft);
        const stored = await addPortfolioItem(input, draft.addKey).catch((error: unknown) => {
          if (mayBeStored(error)) inGallery.current.set(draft.key, 'may be');
          throw error;
        });
        inGallery.current.set(draft.key, 'is');
        // An earlier try may have stored what was typed by then.
        if (!isStoredAs(stored, input)) await saveOver(stored);
      }
      const now = latest.current.find(({ key }) => key === draft.key);
      if (!now || (now.values === draft.values && now.photo === draft.photo)) return true;
      onSaved();
      setCurrentKey(draft.key);
      setFailure('You changed this item while it was being saved. Save again to keep the latest changes.');
      return false;
    } catch (error) {
      const current = storedItemOf(error);
      const before = base.current;
      if (current && before) {
        const now = latest.current.find(({ key }) => key === draft.key) ?? draft;
        base.current = current;
        setConflict({ ...mergeDraft(before, now, current).conflict, lastChange: lastChangeOf(error) });
        update(draft.key, (typed) => ({ ...mergeDraft(before, typed, current).draft, errors: {} }));
        return false;
      }
      if (base.current && error instanceof ApiError && error.status === 404) {
        base.current = null;
        setFailure('Someone else deleted this item. Nothing you typed is lost: save again to add it as a new item.');
        return false;
      }
      const errors = errorsOfResponse(error);
      update(draft.key, (before) => ({ ...before, errors }));
      setCurrentKey(draft.key);
      if (Object.keys(errors).length === 0)
        setFailure(failureText(error, `We could not save “${draft.values.title}”. Please try again.`));
      return false;
    }
  }

  /** Replaces the user's version of a field by the one that someone else stored. */
  function applyTheirs({ field }: Difference): void {
    if (!conflict || !current) return;
    const theirs = draftOf(conflict.current);
    if (field === 'photo') update(current.key, (draft) => ({ ...draft, photo: theirs.photo }));
    else setValues(takenFrom(current.values, field, theirs.values));
    setConflict({ ...conflict, differences: conflict.differences.filter((each) => each.field !== field) });
  }

  /** Discards what was typed and shows the stored version. */
  function takeTheirs(): void {
    if (!conflict || !current) return;
    const { values, photo } = draftOf(conflict.current);
    update(current.key, (draft) => ({ ...draft, values, photo }));
    setConflict(null);
  }

  /**
   * Saves every item that is ready, one after the other, in order; what fails stays with the reason beside it. A photo that is added
   * during a save waits for the next one. A photo that is removed is not sent, and after the dialog was closed no other is.
   */
  async function save(): Promise<void> {
    if (isSaving) return;
    const checked = latest.current.map((draft) => ({ ...draft, errors: errorsOf(draft) }));
    const ready = checked.filter((draft) => Object.keys(draft.errors).length === 0);
    changeDrafts(() => checked);
    setFailure(null);
    setConflict(null);
    const bad = checked.find((draft) => !ready.includes(draft));
    if (bad && (current === undefined || !checked.some((draft) => draft.key === current.key && !ready.includes(draft))))
      setCurrentKey(bad.key);
    if (ready.length === 0) return;
    setSaving(true);
    const saved = new Set<string>();
    const isLeft = ({ key }: Draft) => !saved.has(key);
    for (const { key } of ready) {
      const draft = latest.current.find((each) => each.key === key);
      if (!draft || !isOpen()) continue;
      const errors = errorsOf(draft);
      if (Object.keys(errors).length > 0) {
        update(key, (changed) => ({ ...changed, errors }));
        continue;
      }
      setSentKey(key);
      if (!(await saveOne(draft))) continue;
      saved.add(key);
      savedCount.current += 1;
      // The last one stays until the dialog is closed.
      if (latest.current.some(isLeft)) changeDrafts((before) => before.filter(isLeft));
      onSaved();
    }
    setSentKey(null);
    setSaving(false);
    if (isOpen() && !latest.current.some(isLeft)) onDone(savedCount.current);
  }

  return {
    drafts,
    current,
    /** the stored item as this form knows it; null while items are added */
    stored: base.current,
    select: setCurrentKey,
    isSaving,
    sentKey,
    isDirty,
    failure,
    conflict,
    applyTheirs,
    takeTheirs,
    failedCount: uploads.failed.length,
    retryAll: () => {
      for (const { key, source } of uploads.failed) void uploads.upload(key, source);
    },
    setValues,
    addFiles,
    addUrl: (url: string) => {
      setDirty(true);
      if (current) void uploads.upload(current.key, { kind: 'url', url });
    },
    retry: (key: string, source: PhotoSource) => void uploads.upload(key, source),
    clearPhoto,
    addAnyway,
    drop,
    save,
    /** Sends no further item. */
    stop: () => {
      isStopped.current = true;
    },
  };
}
export type Drafts = ReturnType<typeof useDrafts>;
