import type { SessionUser } from '@godhuli/contracts/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import './account-page';
import '../users/users-page';
import { STORED_USER_KEY } from '../../app/session/stored-user-key';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal } from '../../testing/render-portal';
import { problem, startTestServer, type TestServer } from '../../testing/test-server';

const CHANGE = 'PUT /api/admin/me/password';
const REDEEM = 'POST /api/admin/auth/reset-password';
const TOKEN = 'a'.repeat(43);

it('ADM-SHELL-1 users change their password; each error is shown next to its field', async () => {
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

it('ADM-LOGIN-2 a one-time link sets a new password, and shows a message when it is no longer valid', async () => {
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

it('ADM-LOGIN-2 a link without its token shows a message', async () => {
  startTestServer();
  await renderPortal('/reset-password', null);
  expect(screen.getByRole('alert')).toHaveTextContent('Please open your link again.');
});

it('ADM-LOGIN-2 the token of a link leaves the history of the tab at once', async () => {
  const server = startTestServer();
  server.on(REDEEM, { status: 200, body: { success: true } });
  const portal = await renderPortal(`/reset-password#${TOKEN}`, null);
  expect(portal.entries).toEqual(['/admin/reset-password']);
  await portal.user.type(screen.getByLabelText('New password'), 'a chosen password');
  await portal.user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(server.bodies[REDEEM]).toEqual({ token: TOKEN, next: 'a chosen password' });
});

it('ADM-LOGIN-2 a link that is opened after the page was loaded again sets a password', async () => {
  const server = startTestServer();
  server.on(REDEEM, { status: 200, body: { success: true } });
  const portal = await renderPortal('/reset-password', null);
  portal.goTo(`/admin/reset-password#${TOKEN}`);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await portal.user.type(screen.getByLabelText('New password'), 'a chosen password');
  await portal.user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(server.bodies[REDEEM]).toEqual({ token: TOKEN, next: 'a chosen password' });
  expect(portal.entries).toEqual(['/reset-password', '/admin/reset-password']);
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

it('ADM-SHELL-1 users see their sessions and end one, then all others', async () => {
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
  const heading = section.getByRole('heading', { name: 'Where you are signed in' });
  expect(heading).toHaveFocus();
  server.on(SESSIONS, { status: 200, body: all.slice(0, 1) });
  await portal.user.click(section.getByRole('button', { name: 'End all other sessions' }));
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
  expect(section.queryByRole('button')).not.toBeInTheDocument();
  expect(heading).toHaveFocus();
});

it('ADM-SHELL-1 a session that ended elsewhere leaves the list', async () => {
  const server = startTestServer();
  const all = [session('2', 'Chrome on Windows', true), session('1', 'Firefox on Linux')];
  server.on(SESSIONS, { status: 200, body: all });
  server.on('DELETE /api/admin/me/sessions/1', () => {
    server.on(SESSIONS, { status: 200, body: all.slice(0, 1) });
    return problem(404, 'Session not found.');
  });
  expectApiErrors();
  const portal = await renderPortal('/dashboard/account', EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: /End session: Firefox/ }));
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument());
  expect(portal.toasts.map(({ description }) => description)).toEqual(['Session not found.']);
  expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus();
});

it('ADM-SHELL-1 a changed password removes the ended sessions from the list', async () => {
  const server = startTestServer();
  const all = [session('2', 'Chrome on Windows', true), session('1', 'Firefox on Linux')];
  server.on(SESSIONS, { status: 200, body: all });
  server.on(CHANGE, () => {
    server.on(SESSIONS, { status: 200, body: all.slice(0, 1) });
    server.on(NOTICES, { status: 200, body: [notice('1', { kind: 'password-changed' })] });
    return { status: 200, body: { success: true } };
  });
  const portal = await renderPortal('/dashboard/account', EDITOR);
  expect(await screen.findByText('Firefox on Linux')).toBeVisible();
  await portal.user.type(screen.getByLabelText('Current password'), 'my old password');
  await portal.user.type(screen.getByLabelText('New password'), 'a chosen password');
  await portal.user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument());
  expect(await screen.findByRole('region', { name: 'News about your account' })).toHaveTextContent(
    'Your password was changed.',
  );
});

it('ADM-SHELL-1 shows what happens to the account during a visit', async () => {
  const server = startTestServer();
  await renderPortal('/dashboard/blog', EDITOR);
  await waitFor(() => expect(server.calls).toContain(NOTICES));
  server.on(NOTICES, {
    status: 200,
    body: [notice('2', {}), notice('1', { kind: 'password-changed', details: { by: 'command line' } })],
  });
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  const news = within(await screen.findByRole('region', { name: 'News about your account' }));
  expect(news.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^New sign-in: Firefox on Linux\./),
    expect.stringMatching(/^Your password was reset from the command line of the server\./),
  ]);
});

it('ADM-SHELL-1 news about the account stays on every page until it is dismissed', async () => {
  const server = startTestServer();
  const notices = [
    notice('5', { kind: 'sessions-ended', details: { sessions: ['Safari on iPhone'] } }),
    notice('4', { kind: 'deploy-token-created', details: { remote: 'public-site' } }),
    notice('3', { kind: 'password-changed', details: { by: 'Asha Admin' } }),
    notice('2', { times: 3 }),
    notice('1', { isNew: false }),
  ];
  server.on(NOTICES, { status: 200, body: notices });
  server.on('POST /api/admin/me/notices/dismiss', () => {
    server.on(NOTICES, { status: 200, body: notices.map((each) => ({ ...each, isNew: false })) });
    return { status: 204 };
  });
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
  expect(screen.getByRole('main')).toHaveFocus();
  expect(list.getAllByRole('listitem')).toHaveLength(5);
});

it.each([
  { codesLeft: 9, text: 'A recovery code signed you in. 9 codes are left.' },
  { codesLeft: 1, text: 'A recovery code signed you in. 1 code is left.' },
  { codesLeft: 0, text: 'A recovery code signed you in. No codes are left. Create new ones.' },
])('SEC-2FA-4 the notice of a used recovery code says that $codesLeft are left', async ({ codesLeft, text }) => {
  const server = startTestServer();
  server.on(NOTICES, { status: 200, body: [notice('1', { kind: 'recovery-code-used', details: { codesLeft } })] });
  await renderPortal('/dashboard/blog', EDITOR);
  const news = within(await screen.findByRole('region', { name: 'News about your account' }));
  expect(news.getByRole('listitem')).toHaveTextContent(text);
});

it('ADM-SHELL-1 news of a kind that only a newer API knows hides no other news', async () => {
  const server = startTestServer();
  const unknown = notice('2', { kind: 'of-a-newer-api' });
  server.on(NOTICES, { status: 200, body: [unknown, notice('1', {})] });
  await renderPortal('/dashboard/blog', EDITOR);
  const news = within(await screen.findByRole('region', { name: 'News about your account' }));
  expect(news.getAllByRole('listitem')).toHaveLength(1);
});

const CREATE = 'POST /api/admin/users/2/reset-link';

/** Has the server ask for the password before it creates a link for Ravi. */
function startWithPasswordQuestion() {
  const server = startTestServer();
  const user = { _id: '2', email: 'ravi@godhuli.example', name: 'Ravi Kale', role: 'editor', disabled: false };
  server.on('GET /api/admin/users', { status: 200, body: [user] });
  const needed = problem(403, 'Please enter your password to continue.');
  const path = `/admin/reset-password#${TOKEN}`;
  const link = { user, path, expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
  const state = { isConfirmed: false };
  server.on(CREATE, () =>
    state.isConfirmed
      ? { status: 200, body: link }
      : { ...needed, body: { ...(needed.body as object), code: 'password-required' } },
  );
  server.on(CONFIRM, ({ body }) => {
    state.isConfirmed = (body as { password: string }).password === 'the right words';
    return state.isConfirmed
      ? { status: 200, body: { success: true } }
      : problem(422, 'Wrong.', [{ field: 'password', message: 'Wrong password.' }]);
  });
  expectApiErrors();
  return { server, state, url: window.location.origin + path };
}

it('an action that needs the password asks for it in a dialog, then continues', async () => {
  const { state, url } = startWithPasswordQuestion();
  const portal = await renderPortal('/dashboard/users', ADMIN);
  const create = await screen.findByRole('button', { name: 'Create link for Ravi Kale' });
  await portal.user.click(create);
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  const field = dialog.getByLabelText('Password');
  expect(field).toHaveFocus();
  expect(create).toBeEnabled();
  await waitFor(() =>
    expect(document.querySelector('dialog input[autocomplete="username"]')).toHaveValue('asha@godhuli.example'),
  );
  expect(await axeViolations()).toEqual([]);
  await portal.user.keyboard('{Enter}');
  expect(field).toHaveAccessibleDescription('Please enter your password.');
  await portal.user.type(field, 'wrong words{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('Wrong password.'));
  expect(field).toHaveFocus();
  await portal.user.clear(field);
  await portal.user.type(field, 'the right words{Enter}');
  expect(await screen.findByText(url)).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Enter your password' })).not.toBeInTheDocument();

  state.isConfirmed = false;
  await portal.user.click(screen.getByRole('button', { name: 'Done' }));
  expect(create).toHaveFocus();
  await portal.user.click(create);
  await screen.findByRole('dialog', { name: 'Enter your password' });
  await portal.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  expect(create).toHaveFocus();
  expect(portal.toasts).toEqual([]);
});

const storageChange = () => window.dispatchEvent(new StorageEvent('storage', { key: STORED_USER_KEY }));
const signOut = () => {
  localStorage.removeItem(STORED_USER_KEY);
  storageChange();
};
const signIn = (user: SessionUser) => {
  localStorage.setItem(STORED_USER_KEY, JSON.stringify(user));
  storageChange();
};

it.each<[string, (server: TestServer) => void]>([
  ['another tab signs out', signOut],
  ['another tab signs in somebody else', () => signIn({ name: 'Mina Rao', role: 'admin' })],
  ['another tab signs in a namesake', () => signIn(ADMIN)],
  [
    'the session ends',
    (server) => {
      server.on(NOTICES, problem(401, 'Please sign in.'));
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
  ],
  ['the page is left', () => screen.getByRole('link', { name: 'Blog' }).click()],
])('closes the password dialog when %s', async (_, leave) => {
  const { server } = startWithPasswordQuestion();
  const portal = await renderPortal('/dashboard/users', ADMIN);
  await portal.user.click(await screen.findByRole('button', { name: 'Create link for Ravi Kale' }));
  await screen.findByRole('dialog', { name: 'Enter your password' });
  act(() => leave(server));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  if (portal.path() === '/dashboard/blog') await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());

  server.on(NOTICES, { status: 200, body: [] });
  if (portal.path() === '/') {
    const other = { name: 'Mina Rao', role: 'admin', email: 'mina@godhuli.example' };
    server.on('POST /api/admin/auth/login', { status: 200, body: { success: true, user: other } });
    await portal.user.type(screen.getByLabelText('Email'), other.email);
    await portal.user.type(screen.getByLabelText('Password'), 'words of Mina{Enter}');
    await waitFor(() => expect(portal.path()).toMatch(/^\/dashboard/));
  }
  await portal.user.click(screen.getByRole('link', { name: 'Users' }));
  await screen.findByRole('button', { name: 'Create link for Ravi Kale' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(server.calls.filter((call) => call === CREATE)).toHaveLength(1);
  expect(portal.toasts).toEqual([]);
});

it('an action does not ask for the password when the user has changed before its response', async () => {
  const { server } = startWithPasswordQuestion();
  const refusal = { ...problem(403, 'Enter it.'), body: { detail: 'Enter it.', code: 'password-required' } };
  let response: (() => void) | undefined;
  server.on(CREATE, () => new Promise((resolve) => (response = () => resolve(refusal))));
  const portal = await renderPortal('/dashboard/users', ADMIN);
  const create = await screen.findByRole('button', { name: 'Create link for Ravi Kale' });
  await portal.user.click(create);
  act(() => signIn({ name: 'Mina Rao', role: 'admin' }));
  act(() => response?.());
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  expect(create).toBeEnabled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(portal.toasts).toEqual([]);
});

it('ADM-SHELL-3 Logout with typed text goes to the login at once, after a question', async () => {
  startTestServer();
  const portal = await renderPortal('/dashboard/account');
  await portal.user.type(await screen.findByLabelText('Current password'), 'marigold');
  await portal.user.click(screen.getByRole('button', { name: 'Logout' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(portal.navigations).toEqual(['/admin']));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
