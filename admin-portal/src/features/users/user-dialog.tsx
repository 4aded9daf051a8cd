import type { Role } from '@godhuli/contracts/roles';
import type { StaffUser } from '@godhuli/contracts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
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
  onSaved(user: StaffUser): void;
  onClose(): void;
}

/** Invites a user, or changes the name and role of one, disables them, or signs them out everywhere. */
export function UserDialog({ user, hasEmail, onSaved, onClose }: UserDialogProps) {
  const id = useId();
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
  const failure = save.error && Object.keys(errors).length === 0 ? failureText(save.error, 'We could not save.') : '';
  const isDirty =
    draft.email !== '' ||
    draft.name !== (user?.name ?? '') ||
    draft.role !== (user?.role ?? 'editor') ||
    isDisabled !== (user?.disabled ?? false);
  useUnsavedChanges(isDirty && !save.isSuccess);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title={user ? user.name : 'Invite user'} onClose={onClose} />
      <form css={[modalBody, styles.fields]} id={`${id}-form`} noValidate onSubmit={submit}>
        {failure && <Banner>{failure}</Banner>}
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
        {user?.signedIn && <SignOut user={user} />}
        {user?.hasSecondFactor && <ResetSecondFactor user={user} />}
      </form>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={save.isPending}>
          {user ? 'Save changes' : 'Invite'}
        </Button>
      </footer>
    </Modal>
  );
}
