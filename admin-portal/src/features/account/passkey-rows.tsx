import type { Passkey } from '@godhuli/contracts/second-factor';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';

interface PasskeyRowsProps {
  passkeys: readonly Passkey[];
  onAdd(): void;
  onRename(passkey: Passkey): void;
  onRemove(passkey: Passkey): void;
}

/** Passkeys belong to a domain name: a browser offers none on an IP address or without https. */
const canAdd = () => window.PublicKeyCredential !== undefined && !/^[\d.]+$|:/.test(window.location.hostname);

/** The passkeys of the user, and a row to add one. */
export function PasskeyRows({ passkeys, onAdd, onRename, onRemove }: PasskeyRowsProps) {
  const now = new Date();
  const used = ({ createdAt, lastUsedAt }: Passkey) =>
    `Added ${formatTimestamp(createdAt, now)}, ${lastUsedAt ? `last used ${formatTimestamp(lastUsedAt, now)}` : 'not used yet'}`;
  return (
    <>
      {passkeys.map((passkey) => (
        <li key={passkey._id}>
          <div>
            {passkey.name}
            <small>{used(passkey)}</small>
          </div>
          <Button size="small" aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
            Rename
          </Button>
          <Button
            size="small"
            variant="quiet-bad"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => onRemove(passkey)}
          >
            Remove
          </Button>
        </li>
      ))}
      <li>
        <div>
          {passkeys.length > 0 ? 'Another passkey' : 'Passkeys'}
          <small>
            {canAdd()
              ? 'Kept on this device, on your phone or on a security key'
              : 'This browser offers none at this address'}
          </small>
        </div>
        {canAdd() && (
          <Button size="small" onClick={onAdd}>
            Add passkey
          </Button>
        )}
      </li>
    </>
  );
}
