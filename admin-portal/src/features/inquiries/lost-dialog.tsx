import { LOST_REASONS, type LostReason } from '@godhuli/contracts/inquiries';
import { useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { optionsOf, SelectField } from '../../ui/select-field';

interface LostDialogProps {
  onConfirm(reason: LostReason): void;
  onCancel(): void;
}

/** Asks why an inquiry was lost. */
export function LostDialog({ onConfirm, onCancel }: LostDialogProps) {
  const id = useId();
  const [reason, setReason] = useState<LostReason>(LOST_REASONS[0]);
  return (
    <Modal aria-labelledby={id} onCloseRequest={onCancel}>
      <ModalHead id={id} title="Why was it lost?" onClose={onCancel} />
      <div css={modalBody}>
        <SelectField label="Reason" value={reason} options={optionsOf(LOST_REASONS)} onChange={setReason} />
      </div>
      <footer css={modalFoot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" onClick={() => onConfirm(reason)}>
          Mark as lost
        </Button>
      </footer>
    </Modal>
  );
}
