import { screen, waitFor, within } from '@testing-library/react';
import './account-page';
import './totp-dialog';
import '../users/users-page';
import { requireSecondFactor } from '../../app/session/session';
import { STORED_USER_KEY } from '../../app/session/stored-user-key';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { type Answer, problem, startTestServer } from '../../testing/test-server';

const LOGIN = 'POST /api/admin/auth/login';
const STEP = 'POST /api/admin/auth/second-factor';
const FACTORS = 'GET /api/admin/me/second-factor';
const CODES = Array.from({ length: 10 }, (_, index) => `CODE${index}-AAAAA-BBBBB`);
const factors = (more: object = {}) => ({
  status: 200,
  body: { totp: false, recoveryCodes: 0, passkeys: [], isRequired: false, ...more },
});
const PASSKEY = { _id: '4', name: 'Office laptop', createdAt: '2026-06-01T08:00:00.000Z', lastUsedAt: null };
const findDialog = () => waitFor(() => screen.queryByRole('alertdialog') ?? screen.getByRole('dialog'));
const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

it('SEC-2FA-2 after the password a code is asked for; a wrong one stays, an expired step starts again', async () => {
  const server = startTestServer();
  const secondStep = { app: true, passkey: false, recoveryCode: true };
  server.on(LOGIN, { status: 200, body: { success: false, secondStep } });
  server.on(STEP, problem(422, 'Wrong code.', [{ field: 'code', message: 'Wrong code.' }]));
  expectApiErrors();
  const portal = await renderPortal('/', null);
  const enterPassword = async () => {
    await portal.user.type(screen.getByLabelText('Email'), 'asha@godhuli.example');
    await portal.user.type(screen.getByLabelText('Password'), 'marigold-2017');
    await portal.user.click(screen.getByRole('button', { name: 'Login' }));
  };
  await enterPassword();
  const code = await screen.findByLabelText('Code of your authenticator app');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(localStorage.getItem(STORED_USER_KEY)).toBeNull();
  await portal.user.type(code, '123456{Enter}');
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Wrong code\./));
  expect(await axeViolations()).toEqual([]);
  server.on(STEP, problem(401, 'This sign-in has expired. Please enter your password again.'));
  await portal.user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await portal.user.type(await screen.findByLabelText('Recovery code'), 'K7QMX-3WHTR-9PZDA{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in has expired.');
  await enterPassword();
  server.on(STEP, { status: 200, body: { success: true, user: ADMIN } });
  await portal.user.type(await screen.findByLabelText('Code of your authenticator app'), '123456{Enter}');
  await waitFor(() => expect(portal.navigations).toEqual(['/admin/dashboard']));
  expect(server.bodies[STEP]).toEqual({ method: 'app', code: '123456' });
  await settle();
});

it('SEC-2FA-1 the account shows QR code and key, checks a code, and shows ten recovery codes once', async () => {
  const server = startTestServer();
  server.on(FACTORS, factors());
  server.on('POST /api/admin/me/second-factor/totp', {
    status: 201,
    body: { key: KEY, uri: `otpauth://totp/Godhuli:asha?secret=${KEY}` },
  });
  const CONFIRM = 'POST /api/admin/me/second-factor/totp/confirm';
  server.on(CONFIRM, problem(422, 'Wrong.', [{ field: 'code', message: 'Wrong code.' }]));
  expectApiErrors();
  const portal = await renderPortal('/dashboard/account', EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
  expect(within(dialog).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(dialog).toHaveTextContent('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
  const code = within(dialog).getByLabelText('Code of the app');
  await portal.user.type(code, '12{Enter}');
  expect(code).toHaveAccessibleDescription(/Please enter the 6 digits/);
  expect(server.calls).not.toContain(CONFIRM);
  await portal.user.type(code, '3 456{Enter}');
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Wrong code\./));
  expect(await axeViolations()).toEqual([]);
  server.on(CONFIRM, { status: 200, body: { recoveryCodes: CODES } });
  server.on(FACTORS, factors({ totp: true, recoveryCodes: 10, passkeys: [PASSKEY] }));
  await portal.user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(
    within(shown)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES);
  expect(within(shown).getByRole('button', { name: 'Copy all' })).toHaveFocus();
  const question = () => screen.queryByRole('alertdialog', { name: 'Have you saved your recovery codes?' });
  // The second Escape answers the question.
  await portal.user.keyboard('{Escape}');
  expect(within(question() as HTMLElement).getByRole('button', { name: 'Back to the codes' })).toHaveFocus();
  expect(await axeViolations()).toEqual([]);
  await portal.user.keyboard('{Escape}');
  expect(question()).toBeNull();
  expect(shown).toBeVisible();
  await portal.user.click(within(shown).getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByText('10 of 10 left')).toBeVisible();
  expect(screen.queryByText('CODE0-AAAAA-BBBBB')).not.toBeInTheDocument();
  await portal.user.click(screen.getByRole('button', { name: 'Remove Office laptop' }));
  await portal.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(server.calls).toContain('DELETE /api/admin/me/passkeys/4'));
  await settle();
});

it('SEC-2FA-4 the page asks before it replaces recovery codes, and before new ones are left unsaved', async () => {
  const server = startTestServer();
  const RENEW = 'POST /api/admin/me/second-factor/recovery-codes';
  server.on(FACTORS, factors({ totp: true, recoveryCodes: 9 }));
  server.on(RENEW, { status: 200, body: { recoveryCodes: CODES } });
  const portal = await renderPortal('/dashboard/account', EDITOR);
  const replace = async (answer: string) => {
    await portal.user.click(await screen.findByRole('button', { name: 'Replace all codes' }));
    const question = await screen.findByRole('alertdialog', { name: 'Replace all recovery codes?' });
    await portal.user.click(within(question).getByRole('button', { name: answer }));
  };
  await replace('Cancel');
  expect(server.calls).not.toContain(RENEW);
  await replace('Replace');
  const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(portal.unsavedChanges()).toMatch(/Leave without saving/);
  await portal.user.click(within(shown).getByRole('button', { name: 'I have saved them' }));
  expect(portal.unsavedChanges()).toBeNull();
  await settle();
});

it.each([
  ['Rename', 'Rename Office laptop', 'Save', 'PUT', { status: 200, body: { ...PASSKEY, name: 'Office laptop' } }],
  ['Remove', 'Remove Office laptop', 'Remove', 'DELETE', { status: 204 }],
  ['a failed Remove', 'Remove Office laptop', 'Remove', 'DELETE', problem(503, 'Please try again.')],
])(
  'SEC-2FA-4 new recovery codes stay open when %s, closed before, ends',
  async (_case, opener, send, method, answer) => {
    const server = startTestServer();
    const call = `${method} /api/admin/me/passkeys/4`;
    let respond: (answer: Answer) => void = () => undefined;
    server.on(call, () => new Promise((resolve) => (respond = resolve)));
    server.on(FACTORS, factors({ totp: true, recoveryCodes: 9, passkeys: [PASSKEY] }));
    server.on('POST /api/admin/me/second-factor/recovery-codes', { status: 200, body: { recoveryCodes: CODES } });
    expectApiErrors();
    const portal = await renderPortal('/dashboard/account', EDITOR);
    await portal.user.click(await screen.findByRole('button', { name: opener }));
    await portal.user.click(within(await findDialog()).getByRole('button', { name: send }));
    await waitFor(() => expect(server.calls).toContain(call));
    await portal.user.keyboard('{Escape}');
    await portal.user.click(await screen.findByRole('button', { name: 'Replace all codes' }));
    await portal.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
    const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    const shownToasts = portal.toasts.length;
    await settle(() => respond(answer));
    await waitFor(() => expect(portal.toasts.length).toBe(shownToasts + 1));
    expect(codes).toBeVisible();
    expect(portal.unsavedChanges()).toMatch(/Leave without saving/);
  },
);

it('SEC-2FA-4 new recovery codes stay open when a setup that began before is ready', async () => {
  const server = startTestServer();
  let respond: (answer: Answer) => void = () => undefined;
  server.on('POST /api/admin/me/second-factor/totp', () => new Promise((resolve) => (respond = resolve)));
  server.on(FACTORS, factors({ recoveryCodes: 9, passkeys: [PASSKEY] }));
  server.on('POST /api/admin/me/second-factor/recovery-codes', { status: 200, body: { recoveryCodes: CODES } });
  const portal = await renderPortal('/dashboard/account', EDITOR);
  const setUp = await screen.findByRole('button', { name: 'Set up an authenticator app' });
  await portal.user.click(setUp);
  await portal.user.click(screen.getByRole('button', { name: 'Replace all codes' }));
  await portal.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(setUp).toHaveAttribute('aria-disabled', 'true');
  await settle(() => respond({ status: 201, body: { key: KEY, uri: `otpauth://totp/Godhuli:asha?secret=${KEY}` } }));
  await waitFor(() => expect(setUp).not.toHaveAttribute('aria-disabled'));
  expect(codes).toBeVisible();
});

it('SEC-2FA-9 the page that requires a second factor stays until its recovery codes are saved', async () => {
  const server = startTestServer();
  let respond: (answer: Answer) => void = () => undefined;
  server.on('PUT /api/admin/me/passkeys/4', () => new Promise((resolve) => (respond = resolve)));
  server.on(FACTORS, factors({ recoveryCodes: 9, passkeys: [PASSKEY] }));
  server.on('POST /api/admin/me/second-factor/recovery-codes', { status: 200, body: { recoveryCodes: CODES } });
  const portal = await renderPortal('/dashboard', EDITOR);
  await settle(requireSecondFactor);
  await portal.user.click(await screen.findByRole('button', { name: 'Rename Office laptop' }));
  await portal.user.click(within(await findDialog()).getByRole('button', { name: 'Save' }));
  await portal.user.keyboard('{Escape}');
  await portal.user.click(await screen.findByRole('button', { name: 'Replace all codes' }));
  await portal.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  await settle(() => respond({ status: 200, body: PASSKEY }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('Passkey saved'));
  expect(codes).toBeVisible();
  await portal.user.click(within(codes).getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'One more step' })).toBeNull());
});

it('SEC-2FA-4 over plain http, where the codes cannot be copied, the page says to select them', async () => {
  const server = startTestServer();
  server.on(FACTORS, factors({ totp: true, recoveryCodes: 0 }));
  server.on('POST /api/admin/me/second-factor/recovery-codes', { status: 200, body: { recoveryCodes: CODES } });
  const portal = await renderPortal('/dashboard/account', EDITOR);
  jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  await portal.user.click(await screen.findByRole('button', { name: 'Replace all codes' }));
  await portal.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Copy all' }));
  expect(await screen.findByText('We could not copy them. Please select the codes and copy them.')).toBeVisible();
  await settle();
});

it('SEC-2FA-9 an admin sees who has a second factor, requires it of everyone, and resets one', async () => {
  const server = startTestServer();
  const user = { _id: '7', email: 'esha@example.com', name: 'Esha', role: 'editor', disabled: false };
  server.on('GET /api/admin/users', { status: 200, body: [user] });
  server.on('GET /api/admin/users/sessions', { status: 200, body: [] });
  const security = { isSecondFactorRequired: false, usersWithSecondFactor: ['7'] };
  server.on('GET /api/admin/security', { status: 200, body: security });
  server.on('PUT /api/admin/security', problem(409, 'Add a second factor to your own account first.'));
  server.on('DELETE /api/admin/users/7/second-factor', { status: 204 });
  expectApiErrors();
  const portal = await renderPortal('/dashboard/users', ADMIN);
  expect(await screen.findByText('Has a second factor')).toBeVisible();
  const rule = screen.getByRole('checkbox', { name: 'Require a second factor of everyone' });
  await portal.user.click(rule);
  await waitFor(() => expect(portal.toasts.at(-1)?.description).toBe('Add a second factor to your own account first.'));
  expect(rule).not.toBeChecked();
  server.on('PUT /api/admin/security', { status: 200, body: { ...security, isSecondFactorRequired: true } });
  await portal.user.click(rule);
  await waitFor(() => expect(rule).toBeChecked());
  await portal.user.click(screen.getByRole('button', { name: 'Edit Esha' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Reset second factor' }));
  await portal.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('Second factor reset'));
  expect(server.calls).toContain('DELETE /api/admin/users/7/second-factor');
  await settle();
});
