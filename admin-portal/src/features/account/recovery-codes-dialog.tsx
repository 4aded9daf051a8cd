import { useId, useState } from 'react';
import { Button } from '../../ui/button';
import { code } from '../../ui/code.styles';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { codes as list } from './second-factor.styles';

/** Shows new recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const id = useId();
  const [said, setSaid] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n')).then(
      () => setSaid('Copied.'),
      () => setSaid('We could not copy them. Please select the codes and copy them.'),
    );
  };
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="Your recovery codes" onClose={onClose} />
      <div css={[modalBody, { display: 'grid', gap: '1rem' }]}>
        <p>
          Each code signs you in once, after your password, when your phone or passkey is not at hand. Print them or
          save them in a password manager: they are shown only now.
        </p>
        <ul css={list} aria-label="Recovery codes">
          {codes.map((each) => (
            <li key={each} css={code}>
              {each}
            </li>
          ))}
        </ul>
        <p role="status">{said}</p>
      </div>
      <footer css={modalFoot}>
        <Button onClick={() => void copy()}>Copy all</Button>
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </footer>
    </Modal>
  );
}
