import { css } from '@emotion/react';
import type { PortfolioCategory, PortfolioItem } from '@godhuli/contracts/portfolio';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ClipboardEvent, type ReactElement, useId, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { Banner } from '../controls/banner';
import { Button } from '../controls/button';
import { Confirm, Modal, ModalHead, modalBody, modalFoot } from '../controls/dialog';
import { Field, hintStyles, inputStyles, SelectFrame } from '../controls/field';
import { Key } from '../controls/keys';
import { Spinner } from '../controls/spinner';
import { useUnsavedChanges } from '../session/unsaved-changes';
import { CATEGORIES } from './categories';
import { ConflictNotice } from './conflict-notice';
import type { Draft } from './draft';
import { DraftStrip } from './draft-strip';
import { HERO_SIZE } from './order';
import { PhotographField } from './photograph-field';
import { type Drafts, useDrafts } from './use-drafts';

const columns = css`
  display: grid;
  grid-template-columns: 1.1fr 1fr;
  gap: 1.5rem 2.25rem;
  @media (max-width: 639px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const checkbox = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.25rem;
  font-size: 0.875rem;
  font-weight: 500;
  & input {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
    accent-color: var(--a-primary);
  }
`;
const retryRow = css`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem 1rem;
  font-size: 0.875rem;
`;
const keyHint = css`
  margin: 0 auto 0 0;
  display: flex;
  gap: 0.3rem;
  align-items: center;
  @media (max-width: 639px), (pointer: coarse) {
    display: none;
  }
`;

interface ItemDialogProps {
  /** the item to edit, or null to add */
  item: PortfolioItem | null;
  category: PortfolioCategory;
  onSaved(): void;
  onDone(count: number): void;
  onClose(): void;
}

/** Adds items or edits one (ADM-GAL-3). Photographs come by drop, paste, picker or address. */
export function ItemDialog({ item, category, onSaved, onDone, onClose }: ItemDialogProps): ReactElement {
  const id = useId();
  const drafts = useDrafts({ item, category, onSaved, onDone });
  const [isAsking, setAsking] = useState(false);
  useUnsavedChanges(drafts.isDirty);
  const dropzone = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: item === null,
    onDrop: (files, refused) => drafts.addFiles([...files, ...refused.map(({ file }) => file)]),
  });
  const close = () => (drafts.isDirty ? setAsking(true) : onClose());
  const { current } = drafts;
  return (
    <Modal
      isWide
      aria-labelledby={id}
      onCloseRequest={close}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void drafts.save();
      }}
    >
      <div
        {...dropzone.getRootProps({
          onPaste: (event: ClipboardEvent) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            drafts.addFiles(files);
          },
          style: { display: 'flex', flexDirection: 'column', minHeight: 0 },
        })}
      >
        <ModalHead id={id} title={item ? 'Edit item' : 'Add New Item'} onClose={close} />
        {drafts.drafts.length > 1 && <DraftStrip drafts={drafts} />}
        <form
          css={[modalBody, columns]}
          noValidate
          id={`${id}-form`}
          aria-busy={drafts.isSaving}
          onSubmit={(event) => {
            event.preventDefault();
            void drafts.save();
          }}
        >
          {drafts.failure && (
            <div css={{ gridColumn: '1 / -1' }}>
              <Banner>{drafts.failure}</Banner>
            </div>
          )}
          {drafts.conflict && <ConflictNotice conflict={drafts.conflict} onTakeTheirs={drafts.takeTheirs} />}
          {drafts.failedCount > 1 && (
            <div css={retryRow}>
              <p>We could not upload {drafts.failedCount} photos.</p>
              <Button size="small" onClick={drafts.retryAll}>
                <RotateCw aria-hidden="true" strokeWidth={1.75} /> Retry all
              </Button>
            </div>
          )}
          <input {...dropzone.getInputProps({ 'aria-label': 'Photo file', tabIndex: -1 })} />
          {current && (
            <>
              <PhotographField
                draft={current}
                drafts={drafts}
                isOver={dropzone.isDragActive}
                canTakeSeveral={item === null}
                onPick={dropzone.open}
              />
              <WordFields draft={current} drafts={drafts} />
            </>
          )}
        </form>
        <footer css={modalFoot}>
          <p css={[hintStyles, keyHint]}>
            <Key>Esc</Key> closes, <Key>Ctrl</Key> <Key>Enter</Key> saves
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={`${id}-form`} look="primary" disabled={drafts.isSaving}>
            {drafts.isSaving ? (
              <>
                <Spinner /> Saving...
              </>
            ) : (
              saveLabel(item, drafts.drafts.length)
            )}
          </Button>
        </footer>
      </div>
      {isAsking && (
        <Confirm
          question="You have unsaved changes. Discard them?"
          detail="Photos and text that you have not saved will be lost."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Modal>
  );
}

function saveLabel(item: PortfolioItem | null, count: number): string {
  if (item) return 'Save changes';
  return count === 1 ? 'Add item' : `Add ${count} items`;
}

function WordFields({ draft, drafts }: { draft: Draft; drafts: Drafts }): ReactElement {
  const { values, errors } = draft;
  const { setValues } = drafts;
  return (
    <div css={{ display: 'grid', gap: '1.25rem', alignContent: 'start' }}>
      <Field label="Title *" error={errors.title}>
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            type="text"
            required
            value={values.title}
            onChange={(event) => setValues({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Category *" error={errors.category}>
        {(control) => (
          <SelectFrame>
            <select
              {...control}
              css={inputStyles}
              value={values.category}
              onChange={(event) => setValues({ category: event.target.value as PortfolioCategory })}
            >
              {CATEGORIES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </SelectFrame>
        )}
      </Field>
      <Field
        label="Description"
        error={errors.description}
        hint="Shown as the caption of the photo. If empty, the category is shown."
      >
        {(control) => (
          <textarea
            {...control}
            css={inputStyles}
            rows={3}
            value={values.description}
            onChange={(event) => setValues({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label="Place" error={errors.place} hint="Where the photo was taken. Shown next to the title.">
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            type="text"
            value={values.place}
            onChange={(event) => setValues({ place: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="What the photo shows"
        error={errors.alt}
        hint="One sentence for people who cannot see the photo. Screen readers read it aloud."
      >
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            type="text"
            value={values.alt}
            onChange={(event) => setValues({ alt: event.target.value })}
          />
        )}
      </Field>
      <label css={checkbox}>
        <input type="checkbox" checked={values.hero} onChange={(event) => setValues({ hero: event.target.checked })} />
        Show in the slideshow (only the first {HERO_SIZE} starred photos are shown)
      </label>
    </div>
  );
}
