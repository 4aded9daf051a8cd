import Copy from 'lucide-react/icons/copy';
import KeyRound from 'lucide-react/icons/key-round';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { code } from './code.styles';
import { copyText } from './copy-text';
import { Confirm, Modal, ModalHead } from './dialog';
import { modalBody, modalFoot } from './dialog.styles';
import { secret } from './shown-once.styles';

interface ShownOnceProps {
  title: string;
  /** what is shown and copied */
  value: string;
  /** what to do with it */
  children: ReactNode;
  onClose(): void;
}

/** Something secret that the server shows this once, to be copied. Escape and Close ask first, until it is copied. */
export function ShownOnce({ title, value, children, onClose }: ShownOnceProps) {
  const id = useId();
  const [said, setSaid] = useState('');
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isCopied ? onClose() : setAsking(true));
  const copy = async () => {
    if (!(await copyText(value))) return setSaid('We could not copy it. Please select the text and copy it.');
    setSaid('Copied.');
    setCopied(true);
  };
  return (
    <Modal aria-labelledby={id} onCloseRequest={close}>
      <ModalHead id={id} title={title} onClose={close} />
      <div css={[modalBody, { display: 'grid', gap: '1rem' }]}>
        <p>{children}</p>
        <p css={[code, secret]} onCopy={() => setCopied(String(getSelection()).includes(value))}>
          <KeyRound aria-hidden="true" strokeWidth={1.75} />
          {value}
        </p>
        <p role="status">{said}</p>
      </div>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Done</Button>
        <Button variant="primary" onClick={() => void copy()}>
          <Copy aria-hidden="true" strokeWidth={1.75} /> Copy
        </Button>
      </footer>
      {isAsking && !isCopied && (
        <Confirm
          question="Close without copying?"
          detail="It is not shown again."
          confirmLabel="Close"
          cancelLabel="Back"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Modal>
  );
}
