import { LOST_REASONS, type LostReason } from '@godhuli/contracts/inquiries';
import { useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { optionsOf, SelectField } from '../../ui/select-field';

interface LostDialogProps {
  /** The owner closes the dialog, too. */
  onChange(change: { stage: 'Lost'; lostReason: LostReason }): void;
  onClose(): void;
}

/** Asks why an inquiry was lost. */
export function LostDialog({ onChange, onClose }: LostDialogProps) {
  const id = useId();
  const [reason, setReason] = useState<LostReason>(LOST_REASONS[0]);
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="Why was it lost?" onClose={onClose} />
      <div css={modalBody}>
        <SelectField label="Reason" value={reason} options={optionsOf(LOST_REASONS)} onChange={setReason} />
      </div>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={() => onChange({ stage: 'Lost', lostReason: reason })}>
          Mark as lost
        </Button>
      </footer>
    </Modal>
  );
}
