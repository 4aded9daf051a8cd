import Copy from 'lucide-react/icons/copy';
import KeyRound from 'lucide-react/icons/key-round';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { code } from './code.styles';
import { Modal, ModalHead } from './dialog';
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

/** Something secret that the server shows this once, to be copied. */
export function ShownOnce({ title, value, children, onClose }: ShownOnceProps) {
  const id = useId();
  const [said, setSaid] = useState('');
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title={title} onClose={onClose} />
      <div css={[modalBody, { display: 'grid', gap: '1rem' }]}>
        <p>{children}</p>
        <p css={[code, secret]}>
          <KeyRound aria-hidden="true" strokeWidth={1.75} />
          {value}
        </p>
        <p role="status">{said}</p>
      </div>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Done</Button>
        <Button
          variant="primary"
          onClick={() =>
            void navigator.clipboard.writeText(value).then(
              () => setSaid('Copied.'),
              () => setSaid('We could not copy it. Please select the text and copy it.'),
            )
          }
        >
          <Copy aria-hidden="true" strokeWidth={1.75} /> Copy
        </Button>
      </footer>
    </Modal>
  );
}
