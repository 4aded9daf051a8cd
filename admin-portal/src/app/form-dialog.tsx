import type { Interpolation, Theme } from '@emotion/react';
import { type HTMLAttributes, type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/button';
import { Modal, ModalHead } from '../ui/dialog';
import { modalBody, modalFoot } from '../ui/dialog.styles';
import { DiscardQuestion } from '../ui/discard-question';
import { Spinner } from '../ui/spinner';
import { useUnsavedChanges } from './session/unsaved-changes';

const BEING_SAVED = 'Your changes are being saved now and may still be stored.';

export interface FormDialogProps {
  title: string;
  isWide?: boolean;
  isDirty: boolean;
  isSaving: boolean;
  /** whether something else than saving must end first, for example an upload */
  isBusy?: boolean;
  saveLabel: ReactNode;
  /** what is lost when the changes are discarded */
  discardDetail?: string;
  formStyles?: Interpolation<Theme>;
  /** attributes of the element around head, form and foot */
  root?: HTMLAttributes<HTMLDivElement>;
  /** between head and form */
  above?: ReactNode;
  /** in the foot, before the buttons */
  footStart?: ReactNode;
  /** dialogs above this one */
  dialogs?: ReactNode;
  onSave(): void;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog. Ctrl+Enter saves; closing asks first when something would be lost. */
export function FormDialog({
  title,
  isWide,
  isDirty,
  isSaving,
  isBusy = false,
  saveLabel,
  discardDetail,
  formStyles,
  root,
  above,
  footStart,
  dialogs,
  onSave,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId();
  const [isConfirming, setConfirming] = useState(false);
  useUnsavedChanges(isDirty);
  const close = () => (isDirty ? setConfirming(true) : onClose());
  return (
    <Modal
      isWide={isWide}
      aria-labelledby={id}
      onCloseRequest={close}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isConfirming) onSave();
      }}
    >
      <div css={{ display: 'flex', flexDirection: 'column', minHeight: 0 }} {...root}>
        <ModalHead id={id} title={title} onClose={close} />
        {above}
        <form
          css={[modalBody, formStyles]}
          id={`${id}-form`}
          noValidate
          aria-busy={isSaving}
          onSubmit={(event) => {
            event.preventDefault();
            onSave();
          }}
        >
          {children}
        </form>
        <footer css={modalFoot}>
          {footStart}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={`${id}-form`} variant="primary" isBusy={isSaving || isBusy}>
            {isSaving ? (
              <>
                <Spinner /> Saving...
              </>
            ) : (
              saveLabel
            )}
          </Button>
        </footer>
      </div>
      {dialogs}
      {isConfirming && (
        <DiscardQuestion
          detail={isSaving ? [BEING_SAVED, discardDetail].filter(Boolean).join(' ') : discardDetail}
          onDiscard={onClose}
          onKeep={() => setConfirming(false)}
        />
      )}
    </Modal>
  );
}
