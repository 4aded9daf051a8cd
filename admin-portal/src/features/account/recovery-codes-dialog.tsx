import { useId, useState } from 'react';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { code } from '../../ui/code.styles';
import { copyText } from '../../ui/copy-text';
import { Confirm, Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { codes as list } from './second-factor.styles';

/** Shows new recovery codes, this once. It closes only after the user says that they are saved. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const id = useId();
  const [said, setSaid] = useState('');
  const [isAsking, setAsking] = useState(false);
  useUnsavedChanges(true);
  const ask = () => setAsking(true);
  const copy = async () => {
    const isCopied = await copyText(codes.join('\n'));
    setSaid(isCopied ? 'Copied.' : 'We could not copy them. Please select the codes and copy them.');
  };
  return (
    <Modal aria-labelledby={id} onCloseRequest={ask}>
      <ModalHead id={id} title="Your recovery codes" onClose={ask} />
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
        <Button data-first-focus onClick={() => void copy()}>
          Copy all
        </Button>
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </footer>
      {isAsking && (
        <Confirm
          question="Have you saved your recovery codes?"
          detail="They are not shown again. Without them you cannot sign in when you lose your phone or passkey."
          confirmLabel="I have saved them"
          cancelLabel="Back to the codes"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Modal>
  );
}
