import type { Role } from '@godhuli/contracts/roles';
import type { StaffUser } from '@godhuli/contracts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../app/call';
import { SaveDialog } from '../../app/save-dialog';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { ResetSecondFactor, SignOut } from './user-actions';
import { addUser, type ListedUser, updateUser, usersQuery } from './users.requests';
import * as styles from './users.styles';

interface UserDialogProps {
  /** the user to change, or null to invite one */
  user: ListedUser | null;
  /** whether the server emails the invitation */
  hasEmail: boolean;
  /** Called after a save, also when the dialog was closed before. */
  onSaved(user: StaffUser): void;
  onClose(): void;
}

/** Invites a user, or changes the name and role of one, disables them, or signs them out everywhere. */
export function UserDialog({ user, hasEmail, onSaved, onClose }: UserDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState({ email: '', name: user?.name ?? '', role: user?.role ?? ('editor' as Role) });
  const [isDisabled, setDisabled] = useState(user?.disabled ?? false);
  const save = useMutation({
    // Another admin may have changed the other fields since the list was read.
    mutationFn: () =>
      user
        ? updateUser(user._id, {
            ...(draft.name !== user.name && { name: draft.name }),
            ...(draft.role !== user.role && { role: draft.role }),
            ...(isDisabled !== user.disabled && { disabled: isDisabled }),
          })
        : addUser({ ...draft, email: draft.email.trim() }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: usersQuery.queryKey });
      onSaved(saved);
    },
  });
  const errors = fieldErrorsOf(save.error);
  const isChanged =
    draft.email !== '' ||
    draft.name !== (user?.name ?? '') ||
    draft.role !== (user?.role ?? 'editor') ||
    isDisabled !== (user?.disabled ?? false);
  return (
    <SaveDialog
      title={user ? user.name : 'Invite user'}
      isChanged={isChanged}
      saveLabel={user ? 'Save changes' : 'Invite'}
      formStyles={styles.fields}
      save={save}
      onSaved={onClose}
      onClose={onClose}
    >
      {user ? (
        <p>{user.email}</p>
      ) : (
        <TextField
          label="Email"
          error={errors.email}
          hint={hasEmail ? 'They get a link to choose a password.' : 'You get a link for them to choose a password.'}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={draft.email}
          onChange={({ target }) => setDraft({ ...draft, email: target.value })}
        />
      )}
      <TextField
        label="Name"
        error={errors.name}
        autoComplete="off"
        maxLength={120}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <SelectField
        label="Role"
        error={errors.role}
        hint="Admins also manage users, releases, messages and the audit log."
        value={draft.role}
        options={[
          { value: 'editor', label: 'Editor' },
          { value: 'admin', label: 'Admin' },
        ]}
        onChange={(next) => setDraft({ ...draft, role: next })}
      />
      {user && (
        <label css={styles.disable}>
          <input type="checkbox" checked={isDisabled} onChange={({ target }) => setDisabled(target.checked)} />
          Disabled: cannot sign in, and is signed out at once
        </label>
      )}
      {user && isDisabled && !user.disabled && (
        <p>What {user.name} has scheduled on Pages is still published at its time, unless you cancel it there.</p>
      )}
      {user?.signedIn && <SignOut user={user} />}
      {user?.hasSecondFactor && <ResetSecondFactor user={user} />}
    </SaveDialog>
  );
}
