import { ApiError } from '@godhuli/contracts/api-error';
import {
  type PortfolioCategory,
  type PortfolioInput,
  type PortfolioItem,
  portfolioInputSchema,
} from '@godhuli/contracts/portfolio';
import { useEffect, useRef, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { type Conflict, type Difference, mergeDraft } from './conflict';
import {
  CENTRE,
  type Draft,
  type DraftValues,
  draftOf,
  emptyDraft,
  fileProblem,
  inputOf,
  type PhotoSource,
  sourceName,
  titleFromName,
} from './draft';
import { importImage, uploadImage } from './media.requests';
import { addPortfolioItem, changePortfolioItem, storedItemOf } from './portfolio.requests';
import { useReconnect } from './use-reconnect';

/** How often an upload is tried again by itself while the site answers; after that, staff decide. */
const AUTOMATIC_TRIES = 5;
/** No answer, or that of a proxy which got none. */
const LOST_STATUSES = [0, 502, 504];

const PHOTO_FIELDS = ['image', 'mediaId', 'focal', 'focal.x', 'focal.y'];

function validate(draft: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  const parsed = portfolioInputSchema.safeParse(inputOf(draft));
  for (const issue of parsed.error?.issues ?? []) {
    const field = PHOTO_FIELDS.includes(issue.path.join('.')) ? 'photo' : String(issue.path[0]);
    errors[field] ??= issue.message;
  }
  if (draft.photo.state === 'none') errors.photo = 'Choose a photo, or enter its web address.';
  if (draft.photo.state === 'uploading') errors.photo = 'The photo is still uploading. Please wait.';
  if (draft.photo.state === 'failed') errors.photo = draft.photo.message;
  return errors;
}

function serverErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrorsOf(error)).map(([field, message]) => [
      PHOTO_FIELDS.includes(field) ? 'photo' : field,
      message,
    ]),
  );
}

const withoutField = (errors: Draft['errors'], ...fields: string[]) =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));

/** Whether a stored item is what was sent; an earlier try may have stored what was typed by then. */
const holds = (item: PortfolioItem, input: PortfolioInput) =>
  item.title === input.title?.trim() &&
  item.category === input.category &&
  item.description === input.description?.trim() &&
  item.place === input.place?.trim() &&
  item.hero === input.hero &&
  (item.media?.id ?? null) === input.mediaId &&
  (!input.alt || item.media?.alt === input.alt.trim()) &&
  JSON.stringify(item.media?.focal) === JSON.stringify(input.focal);

/** The fields of a change: the image is one of ours, or stays what it is. */
function changeOf(draft: Draft): Partial<PortfolioInput> {
  const { image, mediaId, ...values } = inputOf(draft);
  return draft.photo.state === 'linked' ? { ...values, image } : { ...values, mediaId };
}

interface UseDrafts {
  /** the item to edit; without one, new ones are added */
  item: PortfolioItem | null;
  category: PortfolioCategory;
  /** Told after each item that the server has stored. */
  onSaved(): void;
  /** Told when nothing is left to save. */
  onDone(count: number): void;
}

/** The items of the dialog: one when editing, one per photo when adding. Each uploads, fails and is saved on its own. */
export function useDrafts({ item, category, onSaved, onDone }: UseDrafts) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => [item ? draftOf(item) : emptyDraft(category)]);
  const [currentKey, setCurrentKey] = useState(drafts[0]?.key ?? '');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const uploads = useRef(new Map<string, AbortController>());
  const previews = useRef(new Set<string>());
  const savedCount = useRef(0);
  /** the stored item that the form was filled from, or null while items are added */
  const base = useRef(item);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const current = drafts.find((draft) => draft.key === currentKey) ?? drafts[0];
  /** the drafts as they are now; a save goes on while staff type */
  const latest = useRef(drafts);
  latest.current = drafts;

  useEffect(() => {
    const running = uploads.current;
    const urls = previews.current;
    return () => {
      for (const controller of running.values()) controller.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  const update = (key: string, change: (draft: Draft) => Draft) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? change(draft) : draft)));

  function previewOf(source: PhotoSource): string {
    if (source.kind === 'url') return '';
    const url = URL.createObjectURL(source.file);
    previews.current.add(url);
    return url;
  }

  async function upload(key: string, source: PhotoSource, tries = 0): Promise<void> {
    uploads.current.get(key)?.abort();
    const controller = new AbortController();
    uploads.current.set(key, controller);
    setDirty(true);
    update(key, (draft) => ({
      ...draft,
      errors: {},
      photo: { state: 'uploading', source, loadedBytes: 0, preview: previewOf(source) },
    }));
    try {
      const media =
        source.kind === 'file'
          ? await uploadImage(source.file, {
              signal: controller.signal,
              onProgress: (loadedBytes) =>
                update(key, (draft) =>
                  draft.photo.state === 'uploading' ? { ...draft, photo: { ...draft.photo, loadedBytes } } : draft,
                ),
            })
          : await importImage(source.url, controller.signal);
      if (controller.signal.aborted) return;
      update(key, (draft) => ({
        ...draft,
        photo: { state: 'stored', media, name: sourceName(source) },
        errors: withoutField(draft.errors, 'photo'),
        values: { ...draft.values, focal: CENTRE },
      }));
    } catch (error) {
      if (controller.signal.aborted) return;
      const fallback = `We could not upload ${sourceName(source)}. Please try again.`;
      // Only what may go better the second time is worth a second try; a refused file is not.
      const canRetry = !(error instanceof ApiError) || ![413, 415, 422].includes(error.status);
      const isLost = error instanceof ApiError && LOST_STATUSES.includes(error.status);
      const isUnavailable = error instanceof ApiError && error.status === 503;
      const autoRetry =
        (isLost || isUnavailable) && tries < AUTOMATIC_TRIES ? { tries, retryAfterS: error.retryAfterS } : undefined;
      const message =
        isLost && autoRetry
          ? `The connection was lost. ${sourceName(source)} will be uploaded when the connection is back.`
          : failureText(error, fallback);
      update(key, (draft) => ({ ...draft, photo: { state: 'failed', source, message, canRetry, autoRetry } }));
    }
  }

  const failed = drafts.filter(({ photo }) => photo.state === 'failed' && photo.canRetry);
  const retryAll = (wanted: readonly Draft[]) => {
    for (const { key, photo } of wanted) if (photo.state === 'failed') void upload(key, photo.source);
  };
  const waiting = drafts.flatMap(({ key, photo }) =>
    photo.state === 'failed' && photo.autoRetry ? [{ key, source: photo.source, ...photo.autoRetry }] : [],
  );
  useReconnect(
    waiting.length > 0 && {
      tries: Math.max(...waiting.map(({ tries }) => tries)),
      retryAfterS: Math.max(...waiting.map(({ retryAfterS }) => retryAfterS)),
    },
    () => {
      for (const { key, source, tries } of waiting) void upload(key, source, tries + 1);
    },
  );

  function startFile(key: string, file: File): void {
    const problem = fileProblem(file);
    const source = { kind: 'file', file } as const;
    setDirty(true);
    if (problem)
      update(key, (draft) => ({
        ...draft,
        errors: {},
        photo: { state: 'failed', source, message: problem, canRetry: false },
      }));
    else void upload(key, source);
  }

  /** Takes files in: the first for the open item when it has no photo yet (or one is edited), each other as an item of its own. */
  function addFiles(files: readonly File[]): void {
    let free = current && (item || current.photo.state === 'none' || current.photo.state === 'failed') ? current : null;
    for (const file of item ? files.slice(0, 1) : files) {
      const draft = free ?? emptyDraft(current?.values.category ?? category);
      const title = draft.values.title || titleFromName(file.name);
      if (free)
        update(draft.key, (before) => ({
          ...before,
          values: { ...before.values, title: before.values.title || title },
        }));
      else setDrafts((before) => [...before, { ...draft, values: { ...draft.values, title } }]);
      startFile(draft.key, file);
      free = null;
    }
  }

  function setValues(change: Partial<DraftValues>): void {
    if (!current) return;
    setDirty(true);
    const touched = Object.keys(change);
    update(current.key, (draft) => ({
      ...draft,
      values: { ...draft.values, ...change },
      errors: withoutField(draft.errors, ...touched),
    }));
  }

  function clearPhoto(key: string): void {
    uploads.current.get(key)?.abort();
    update(key, (draft) => ({ ...draft, photo: { state: 'none' }, errors: {} }));
  }

  /** Takes one item out of those being added. */
  function drop(key: string): void {
    uploads.current.get(key)?.abort();
    setDrafts((before) => {
      const rest = before.filter((draft) => draft.key !== key);
      return rest.length > 0 ? rest : [emptyDraft(category)];
    });
  }

  async function saveOne(draft: Draft): Promise<boolean> {
    try {
      if (base.current)
        base.current = await changePortfolioItem(base.current._id, {
          ...changeOf(draft),
          version: base.current.version,
        });
      else {
        const input = inputOf(draft);
        const stored = await addPortfolioItem(input, draft.addKey);
        if (!holds(stored, input))
          await changePortfolioItem(stored._id, { ...changeOf(draft), version: stored.version });
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
        setConflict(mergeDraft(before, now, current).conflict);
        update(draft.key, (typed) => ({ ...mergeDraft(before, typed, current).draft, errors: {} }));
        return false;
      }
      if (base.current && error instanceof ApiError && error.status === 404) {
        base.current = null;
        setFailure('Someone else deleted this item. Nothing you typed is lost: save again to add it as a new item.');
        return false;
      }
      const errors = serverErrors(error);
      update(draft.key, (before) => ({ ...before, errors }));
      setCurrentKey(draft.key);
      if (Object.keys(errors).length === 0)
        setFailure(failureText(error, `We could not save “${draft.values.title}”. Please try again.`));
      return false;
    }
  }

  /** Replaces one's own version of a field by the one that someone else stored. */
  function takeTheirs({ field }: Difference): void {
    if (!conflict || !current) return;
    const theirs = draftOf(conflict.current);
    if (field === 'photo') update(current.key, (draft) => ({ ...draft, photo: theirs.photo }));
    else setValues({ [field]: theirs.values[field] });
    setConflict({ ...conflict, differences: conflict.differences.filter((each) => each.field !== field) });
  }

  /** Saves every item that is ready, one after the other, in order; what fails stays with the reason beside it. */
  async function save(): Promise<void> {
    if (isSaving) return;
    const checked = drafts.map((draft) => ({ ...draft, errors: validate(draft) }));
    const ready = checked.filter((draft) => Object.keys(draft.errors).length === 0);
    setDrafts(checked);
    setFailure(null);
    setConflict(null);
    const bad = checked.find((draft) => !ready.includes(draft));
    if (bad && (current === undefined || !checked.some((draft) => draft.key === current.key && !ready.includes(draft))))
      setCurrentKey(bad.key);
    if (ready.length === 0) return;
    setSaving(true);
    let left = checked.length;
    for (const draft of ready) {
      if (!(await saveOne(draft))) continue;
      left -= 1;
      savedCount.current += 1;
      if (left > 0) setDrafts((before) => before.filter((other) => other.key !== draft.key));
      onSaved();
    }
    setSaving(false);
    if (left === 0) onDone(savedCount.current);
  }

  return {
    drafts,
    current,
    select: setCurrentKey,
    isSaving,
    isDirty,
    failure,
    conflict,
    takeTheirs,
    failedCount: failed.length,
    retryAll: () => retryAll(failed),
    setValues,
    addFiles,
    addUrl: (url: string) => current && void upload(current.key, { kind: 'url', url }),
    retry: (key: string, source: PhotoSource) => void upload(key, source),
    clearPhoto,
    drop,
    save,
  };
}
export type Drafts = ReturnType<typeof useDrafts>;
