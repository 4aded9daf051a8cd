import { screen, waitFor, within } from '@testing-library/react';
import './users-page';
import { ADMIN, axeViolations, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { type Answer, never, problem, startTestServer } from '../../testing/test-server';

const TOKEN = 'A'.repeat(43);
const RAVI = { _id: '2', email: 'ravi@godhuli.example', name: 'Ravi Kale', role: 'editor', disabled: false };
const GONE = { ...RAVI, _id: '3', name: 'Gone Person', disabled: true };

function startUsers() {
  const server = startTestServer();
  server.on('GET /api/admin/users', { status: 200, body: [RAVI, GONE] });
  const sessions = [{ _id: '2', sessions: 2, lastSeenAt: '2026-11-22T04:00:00.000Z' }];
  server.on('GET /api/admin/users/sessions', { status: 200, body: sessions });
  const path = `/admin/reset-password#${TOKEN}`;
  const link = (user: object) => ({
    status: 200,
    body: { user, path, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  });
  server.on('POST /api/admin/users/2/reset-link', link(RAVI));
  return { server, link, url: window.location.origin + path };
}

it('ADM-PH-1 USERS-1 an admin sees who is signed in, creates a link, and reads what is still missing', async () => {
  const { url } = startUsers();
  const { user } = await renderPortal('/dashboard/users', ADMIN);
  expect(await screen.findByText(/Coming soon: permissions of your own/)).toBeVisible();
  expect(await screen.findByText(/^Signed in on 2 browsers, last seen /)).toBeVisible();
  expect(screen.getByText('1 can sign in')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create link for Gone Person' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Create link for Ravi Kale' }));
  expect(await screen.findByText(url)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('USERS-2 an invitation that is refused keeps what was typed; then a link is shown once', async () => {
  const { server, link, url } = startUsers();
  const message = 'A user with this email already exists.';
  server.on('POST /api/admin/users', problem(422, message, [{ field: 'email', message }]));
  expectApiErrors();
  const { user } = await renderPortal('/dashboard/users', ADMIN);
  await user.click(screen.getByRole('button', { name: 'Invite user' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite user' }));
  await user.type(dialog.getByLabelText('Email'), 'ravi@godhuli.example');
  await user.type(dialog.getByLabelText('Name'), 'Meera');
  await user.selectOptions(dialog.getByLabelText('Role'), 'admin');
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByLabelText('Name')).toHaveValue('Meera');
  expect(await axeViolations()).toEqual([]);
  const meera = { _id: '4', email: 'meera@godhuli.example', name: 'Meera', role: 'admin', disabled: false };
  server.on('POST /api/admin/users', { status: 201, body: { user: meera, password: 'never shown' } });
  server.on('POST /api/admin/users/4/reset-link', link(meera));
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText(url)).toBeVisible();
  expect(document.body).not.toHaveTextContent('never shown');
});

it('USERS-2 an invitation that is saved after its dialog was discarded keeps the next dialog open', async () => {
  const { server, link, url } = startUsers();
  let respond: (response: Answer) => void = () => undefined;
  server.on('POST /api/admin/users', () => new Promise((resolve) => (respond = resolve)));
  const meera = { _id: '4', email: 'meera@godhuli.example', name: 'Meera', role: 'editor', disabled: false };
  server.on('POST /api/admin/users/4/reset-link', link(meera));
  const { user } = await renderPortal('/dashboard/users', ADMIN);
  await user.click(screen.getByRole('button', { name: 'Invite user' }));
  await user.type(await screen.findByLabelText('Email'), meera.email);
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(screen.getByRole('button', { name: 'Invite user' }));
  await user.type(await screen.findByLabelText('Email'), 'om@godhuli.example');
  await settle(() => respond({ status: 201, body: { user: meera, password: 'never shown' } }));
  expect(await screen.findByText(url)).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('om@godhuli.example');
});

it('USERS-2 Escape asks before a typed invitation is discarded', async () => {
  startUsers();
  const { user } = await renderPortal('/dashboard/users', ADMIN);
  await user.click(screen.getByRole('button', { name: 'Invite user' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite user' }));
  await user.type(dialog.getByLabelText('Name'), 'Meera{Escape}');
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Name')).toHaveValue('Meera');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('USERS-3 a user is renamed and disabled, and signed out everywhere after a question', async () => {
  const { server } = startUsers();
  server.on('DELETE /api/admin/users/2/sessions', { status: 200, body: { count: 2 } });
  server.on('PUT /api/admin/users/2', { status: 200, body: RAVI });
  const { user } = await renderPortal('/dashboard/users', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Edit Ravi Kale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ravi Kale' }));
  await user.click(await dialog.findByRole('button', { name: 'Sign out everywhere' }));
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(server.calls).toContain('DELETE /api/admin/users/2/sessions'));
  await user.click(dialog.getByRole('checkbox', { name: /^Disabled/ }));
  expect(dialog.getByText(/^What Ravi Kale has scheduled on Pages is still published/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.calls).toContain('PUT /api/admin/users/2');
});

it('USERS-3 the fields of a user keep their values while they are saved', async () => {
  const { server } = startUsers();
  server.on('PUT /api/admin/users/2', never);
  const { user } = await renderPortal('/dashboard/users', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Edit Ravi Kale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ravi Kale' }));
  await user.selectOptions(dialog.getByLabelText('Role'), 'admin');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await user.click(dialog.getByRole('checkbox', { name: /^Disabled/ }));
  expect(dialog.getByRole('checkbox', { name: /^Disabled/ })).not.toBeChecked();
});

it('USERS-3 a rename sends the name alone, so that what another admin changed stays', async () => {
  const { server } = startUsers();
  server.on('PUT /api/admin/users/2', { status: 200, body: { ...RAVI, name: 'Ravi K', disabled: true } });
  const { user } = await renderPortal('/dashboard/users', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Edit Ravi Kale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ravi Kale' }));
  await user.clear(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Ravi K');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/admin/users/2']).toEqual({ name: 'Ravi K' });
});
