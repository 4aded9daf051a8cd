import { screen, waitFor } from '@testing-library/react';
import './account-page';
import '../users/users-page';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal } from '../testing/render-portal';
import { problem, startTestServer } from '../testing/test-server';

const CHANGE = 'PUT /api/admin/me/password';
const REDEEM = 'POST /api/admin/auth/reset-password';
const TOKEN = 'a'.repeat(43);

it('ADM-SHELL-1 the own password is changed behind the own name; what is wrong is said next to its field', async () => {
  const server = startTestServer();
  server.on(CHANGE, problem(422, 'Wrong.', [{ field: 'current', message: 'Wrong password.' }]));
  expectApiErrors();
  const portal = await renderPortal('/dashboard/account', EDITOR);
  const current = await screen.findByLabelText('Current password');
  const next = screen.getByLabelText('New password');
  await waitFor(() =>
    expect(document.querySelector('input[autocomplete="username"]')).toHaveValue('asha@godhuli.example'),
  );
  expect([current, next].map((input) => input.getAttribute('autocomplete'))).toEqual([
    'current-password',
    'new-password',
  ]);
  await portal.user.type(next, 'short');
  await portal.user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(current).toHaveAccessibleDescription('Please enter your password.');
  expect(next).toHaveAccessibleDescription(/Please use at least 10 characters\./);
  expect(server.calls).not.toContain(CHANGE);
  expect(portal.unsavedChanges()).toMatch(/unsaved changes/);

  await portal.user.type(current, 'not my password');
  await portal.user.type(next, ' but longer now');
  await portal.user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(current).toHaveAccessibleDescription('Wrong password.'));
  expect([current, next].map((input) => (input as HTMLInputElement).value)).toEqual([
    'not my password',
    'short but longer now',
  ]);
  expect(await axeViolations()).toEqual([]);

  server.on(CHANGE, { status: 200, body: { success: true } });
  await portal.user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('Password changed'));
  expect(server.bodies[CHANGE]).toEqual({ current: 'not my password', next: 'short but longer now' });
  expect([current, next].map((input) => (input as HTMLInputElement).value)).toEqual(['', '']);
  expect(portal.unsavedChanges()).toBeNull();
});

it('ADM-LOGIN-2 a one-time link leads to a new password, and says when it is worth nothing', async () => {
  const server = startTestServer();
  const words = 'This link has expired or was already used. Ask an admin for a new one.';
  server.on(REDEEM, problem(422, words, [{ field: 'token', message: words }]));
  expectApiErrors();
  const portal = await renderPortal(`/reset-password#${TOKEN}`, null);
  await portal.user.type(screen.getByLabelText('New password'), 'a chosen password');
  await portal.user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
  portal.unmount();

  server.on(REDEEM, { status: 200, body: { success: true } });
  const again = await renderPortal(`/reset-password#${TOKEN}`, null);
  await again.user.type(screen.getByLabelText('New password'), 'a chosen password');
  await again.user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(server.bodies[REDEEM]).toEqual({ token: TOKEN, next: 'a chosen password' });
  expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/admin');
});

it('ADM-LOGIN-2 a link that lost its token says so', async () => {
  startTestServer();
  await renderPortal('/reset-password', null);
  expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete.');
});

it('ADM-PH-1 the users page says coming soon, and lets an admin make a one-time link', async () => {
  const server = startTestServer();
  const user = { _id: '2', email: 'ravi@godhuli.example', name: 'Ravi Kale', role: 'editor', disabled: false };
  const gone = { ...user, _id: '3', name: 'Gone Person', disabled: true };
  server.on('GET /api/admin/users', { status: 200, body: [user, gone] });
  const path = `/admin/reset-password#${TOKEN}`;
  const answer = { user, path, expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
  server.on('POST /api/admin/users/2/reset-link', { status: 200, body: answer });
  const portal = await renderPortal('/dashboard/users', ADMIN);
  expect(await screen.findByText('Coming soon')).toBeVisible();
  await portal.user.click(await screen.findByRole('button', { name: 'Create link for Ravi Kale' }));
  expect(await screen.findByText(window.location.origin + path)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Create link for Gone Person' })).not.toBeInTheDocument();
});
