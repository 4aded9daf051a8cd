import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
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
  const add = () => {
    onAdd();
    onClose();
  };
  return (
    <Modal
      isWide
      aria-labelledby={id}
      onCloseRequest={onClose}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && count > 0) add();
      }}
    >
      <ModalHead id={id} title={title} onClose={onClose} />
      <div css={modalBody}>{children}</div>
      <footer css={modalFoot}>
        <p css={[muted, { marginRight: 'auto', fontSize: '.875rem' }]} role="status">
          {summary}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={count === 0} onClick={add}>
          Add
        </Button>
      </footer>
    </Modal>
  );
}
