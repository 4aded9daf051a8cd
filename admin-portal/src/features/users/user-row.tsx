import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { Pill } from '../../ui/pill';
import type { ListedUser } from './users.requests';

interface UserRowProps {
  user: ListedUser;
  isBusy: boolean;
  onEdit(): void;
  onCreateLink(): void;
  /** undefined: nobody can be emailed */
  onEmailLink?: (() => void) | undefined;
}

const seenText = ({ signedIn }: ListedUser) => {
  if (!signedIn) return signedIn === null ? 'Not signed in' : '';
  const { sessions, lastSeenAt } = signedIn;
  const browsers = sessions === 1 ? 'one browser' : `${sessions} browsers`;
  return `Signed in on ${browsers}, last seen ${formatTimestamp(lastSeenAt, new Date())}`;
};

/** A user with what an admin can do about them. */
export function UserRow({ user, isBusy, onEdit, onCreateLink, onEmailLink }: UserRowProps) {
  const { name, email, role, disabled } = user;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <small>{email}</small>
        <small>{seenText(user)}</small>
        {user.hasSecondFactor && <small>Has a second factor</small>}
      </div>
      <Pill variant={disabled ? 'off' : 'good'}>{disabled ? 'Disabled' : role === 'admin' ? 'Admin' : 'Editor'}</Pill>
      <div>
        {!disabled && (
          <Button size="small" isBusy={isBusy} aria-label={`Create link for ${name}`} onClick={onCreateLink}>
            Create link
          </Button>
        )}
        {!disabled && onEmailLink && (
          <Button size="small" isBusy={isBusy} aria-label={`Email link to ${name}`} onClick={onEmailLink}>
            Email link
          </Button>
        )}
        <Button size="small" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </div>
    </li>
  );
}
