import { type ReactNode, useId, useState } from 'react';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { muted } from '../../ui/text.styles';

interface PickerProps {
  title: string;
  /** '3 photos chosen' */
  summary: string;
  count: number;
  onAdd(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog in which several items are chosen and then added. */
export function Picker({ title, summary, count, onAdd, onClose, children }: PickerProps) {
  const id = useId();
  const [isConfirming, setConfirming] = useState(false);
  useUnsavedChanges(count > 0);
  const close = () => (count > 0 ? setConfirming(true) : onClose());
  const add = () => {
    onAdd();
    onClose();
  };
  return (
    <Modal
      isWide
      aria-labelledby={id}
      onCloseRequest={close}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && count > 0 && !isConfirming) add();
      }}
    >
      <ModalHead id={id} title={title} onClose={close} />
      <div css={modalBody}>{children}</div>
      <footer css={modalFoot}>
        <p css={[muted, { marginRight: 'auto', fontSize: '.875rem' }]} role="status">
          {summary}
        </p>
        <Button onClick={close}>Cancel</Button>
        <Button variant="primary" disabled={count === 0} onClick={add}>
          Add
        </Button>
      </footer>
      {isConfirming && <DiscardQuestion onDiscard={onClose} onKeep={() => setConfirming(false)} />}
    </Modal>
  );
}
