import { screen, waitFor, within } from '@testing-library/react';
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

const SESSIONS = 'GET /api/admin/me/sessions';
const NOTICES = 'GET /api/admin/me/notices';
const CONFIRM = 'POST /api/admin/auth/confirm';
const AT = '2026-11-22T04:00:00.000Z';
const session = (id: string, device: string, isCurrent = false) => ({
  ...{ _id: id, device, network: '203.0.113.5', createdAt: AT, lastSeenAt: AT, isCurrent },
});
const notice = (id: string, more: object) => ({
  ...{ _id: id, kind: 'new-device', device: 'Firefox on Linux', network: '203.0.113.9', details: {}, times: 1, at: AT },
  ...{ isNew: true, ...more },
});

it('ADM-SHELL-1 a user sees the own sessions and ends one, then all others', async () => {
  const server = startTestServer();
  const all = [
    session('3', 'Chrome on Windows', true),
    session('2', 'Safari on iPhone'),
    session('1', 'Firefox on Linux'),
  ];
  server.on(SESSIONS, { status: 200, body: all });
  server.on('DELETE /api/admin/me/sessions/2', { status: 204 });
  server.on('DELETE /api/admin/me/sessions', { status: 200, body: { count: 1 } });
  const portal = await renderPortal('/dashboard/account', EDITOR);
  const section = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
  expect(await section.findByText('This device')).toBeVisible();
  expect(section.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Chrome on Windows\s*This device.*203\.0\.113\.5/),
    expect.stringMatching(/^Safari on iPhone/),
    expect.stringMatching(/^Firefox on Linux/),
  ]);
  expect(await axeViolations()).toEqual([]);
  server.on(SESSIONS, { status: 200, body: all.filter(({ _id }) => _id !== '2') });
  await portal.user.click(section.getByRole('button', { name: /End session: Safari on iPhone/ }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('Session ended'));
  await waitFor(() => expect(section.queryByText(/Safari/)).not.toBeInTheDocument());
  server.on(SESSIONS, { status: 200, body: all.slice(0, 1) });
  await portal.user.click(section.getByRole('button', { name: 'End all other sessions' }));
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
  expect(section.queryByRole('button')).not.toBeInTheDocument();
});

it('ADM-SHELL-1 what happened to the account is shown on every page until it is dismissed, and stays in the account', async () => {
  const server = startTestServer();
  server.on(NOTICES, {
    status: 200,
    body: [
      notice('5', { kind: 'sessions-ended', details: { sessions: ['Safari on iPhone'] } }),
      notice('4', { kind: 'deploy-token-created', details: { remote: 'public-site' } }),
      notice('3', { kind: 'password-changed', details: { by: 'Asha Admin' } }),
      notice('2', { times: 3 }),
      notice('1', { isNew: false }),
    ],
  });
  server.on('POST /api/admin/me/notices/dismiss', { status: 204 });
  const portal = await renderPortal('/dashboard/blog', EDITOR);
  const news = within(await screen.findByRole('region', { name: 'News about your account' }));
  expect(news.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^You signed out: Safari on iPhone\. Firefox on Linux, network 203\.0\.113\.9, /),
    expect.stringMatching(/^You created a deploy token for public-site\./),
    expect.stringMatching(/^Asha Admin reset your password\./),
  ]);
  expect(news.getByText('And 1 more.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(news.getByRole('link', { name: 'Check your account' }));
  const list = within(await screen.findByRole('region', { name: 'What happened to your account' }));
  expect(list.getAllByRole('listitem')).toHaveLength(5);
  expect(list.getByText(/^3 new sign-ins: Firefox on Linux\./)).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'News about your account' })).not.toBeInTheDocument(),
  );
  expect(server.bodies['POST /api/admin/me/notices/dismiss']).toEqual({ upTo: '5' });
  expect(list.getAllByRole('listitem')).toHaveLength(5);
});

it('an action that needs the password asks for it in a dialog and goes on by itself', async () => {
  const server = startTestServer();
  const user = { _id: '2', email: 'ravi@godhuli.example', name: 'Ravi Kale', role: 'editor', disabled: false };
  server.on('GET /api/admin/users', { status: 200, body: [user] });
  const needed = problem(403, 'Please enter your password to continue.');
  let isConfirmed = false;
  const path = `/admin/reset-password#${TOKEN}`;
  const link = { user, path, expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
  server.on('POST /api/admin/users/2/reset-link', () =>
    isConfirmed
      ? { status: 200, body: link }
      : { ...needed, body: { ...(needed.body as object), code: 'password-required' } },
  );
  server.on(CONFIRM, ({ body }) => {
    isConfirmed = (body as { password: string }).password === 'the right words';
    return isConfirmed
      ? { status: 200, body: { success: true } }
      : problem(422, 'Wrong.', [{ field: 'password', message: 'Wrong password.' }]);
  });
  expectApiErrors();
  const portal = await renderPortal('/dashboard/users', ADMIN);
  const create = await screen.findByRole('button', { name: 'Create link for Ravi Kale' });
  await portal.user.click(create);
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  const field = dialog.getByLabelText('Password');
  expect(field).toHaveFocus();
  expect(await axeViolations()).toEqual([]);
  await portal.user.keyboard('{Enter}');
  expect(field).toHaveAccessibleDescription('Please enter your password.');
  await portal.user.type(field, 'wrong words{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('Wrong password.'));
  await portal.user.clear(field);
  await portal.user.type(field, 'the right words{Enter}');
  expect(await screen.findByText(window.location.origin + path)).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Enter your password' })).not.toBeInTheDocument();

  isConfirmed = false;
  await portal.user.click(screen.getByRole('button', { name: 'Done' }));
  await portal.user.click(create);
  await screen.findByRole('dialog', { name: 'Enter your password' });
  await portal.user.keyboard('{Escape}');
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not create the link'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
