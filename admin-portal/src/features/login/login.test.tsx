import { screen, waitFor } from '@testing-library/react';
import { STORED_USER_KEY } from '../../app/session/stored-user-key';
import { axeViolations, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { problem, startTestServer } from '../../testing/test-server';

const LOGIN = 'POST /api/admin/auth/login';

async function signIn(portal: Awaited<ReturnType<typeof renderPortal>>) {
  await portal.user.type(screen.getByLabelText('Email'), 'asha@godhuli.example');
  await portal.user.type(screen.getByLabelText('Password'), 'marigold-2017');
  await portal.user.click(screen.getByRole('button', { name: 'Login' }));
}

it('ADM-LOGIN-1 asks for email and password, both required, the email checked by the browser', async () => {
  startTestServer();
  await renderPortal('/', null);
  await settle();
  expect(document.title).toBe('Login · Godhuli admin');
  expect(screen.getByLabelText('Email')).toBeRequired();
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
  expect(screen.getByLabelText('Password')).toBeRequired();
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  expect(await axeViolations()).toEqual([]);
});

it("ADM-LOGIN-1 shows the server's detail, and 'Logging in...' while busy", async () => {
  const server = startTestServer();
  let response: (value: ReturnType<typeof problem>) => void = () => undefined;
  server.on(LOGIN, () => new Promise((resolve) => (response = resolve)));
  const portal = await renderPortal('/', null);
  await signIn(portal);
  expect(screen.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  expectApiErrors();
  response(problem(429, 'Too many attempts. Please wait 10 minutes.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Please wait 10 minutes.');
  expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
  expect(screen.getByLabelText('Email')).toHaveValue('asha@godhuli.example');
});

it.each([
  ['a failure without detail', { status: 500, body: {} }],
  ['a garbage answer', { status: 200, body: { hello: 1 } }],
  ['an answer that is not JSON', { status: 502 }],
])('ADM-LOGIN-1 shows the specified words for %s', async (_, response) => {
  startTestServer().on(LOGIN, response);
  const portal = await renderPortal('/', null);
  expectApiErrors();
  await signIn(portal);
  expect(await screen.findByRole('alert')).toHaveTextContent('Login failed. Please check your credentials.');
  expect(localStorage.getItem(STORED_USER_KEY)).toBeNull();
});

it("ADM-LOGIN-2 'Forgot Password?' shows the alert", async () => {
  startTestServer();
  const portal = await renderPortal('/', null);
  const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
  await portal.user.click(screen.getByRole('button', { name: 'Forgot Password?' }));
  await waitFor(() => expect(alert).toHaveBeenCalledWith('Password reset feature coming soon!'));
});

it("MSG-3 with email configured 'Forgot Password?' asks for the email and says nothing about accounts", async () => {
  const server = startTestServer();
  server.on('GET /api/admin/auth/options', { status: 200, body: { passwordReset: true } });
  server.on('POST /api/admin/auth/forgot-password', problem(429, 'Too many attempts.'));
  const portal = await renderPortal('/', null);
  await portal.user.click(screen.getByRole('button', { name: 'Forgot Password?' }));
  const email = await screen.findByLabelText('Email of your account');
  expect(email).toHaveFocus();
  expectApiErrors();
  await portal.user.type(email, 'asha@godhuli.example{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.');
  server.on('POST /api/admin/auth/forgot-password', { status: 200, body: { success: true } });
  await portal.user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/If an account has this email/)).toHaveFocus();
  expect(server.bodies['POST /api/admin/auth/forgot-password']).toEqual({ email: 'asha@godhuli.example' });
  expect(await axeViolations()).toEqual([]);
});

it('ADM-LOGIN-3 success stores name and role and goes to /admin/dashboard', async () => {
  const server = startTestServer();
  server.on(LOGIN, { status: 200, body: { success: true, user: { name: 'Asha Deshmukh', role: 'admin' } } });
  const portal = await renderPortal('/', null);
  await signIn(portal);
  await waitFor(() => expect(portal.navigations).toEqual(['/admin/dashboard']));
  expect(JSON.parse(localStorage.getItem(STORED_USER_KEY) ?? '')).toEqual({ name: 'Asha Deshmukh', role: 'admin' });
  expect(server.bodies[LOGIN]).toEqual({ email: 'asha@godhuli.example', password: 'marigold-2017' });
  expect(await screen.findByRole('heading', { level: 1, name: /Asha Deshmukh/ })).toBeVisible();
});

it.each([
  ['/?next=preview', '/preview/resume'],
  ['/?next=https://evil.example', '/admin/dashboard'],
  ['/?next=//evil.example', '/admin/dashboard'],
])('CARD-7 success leads on from %s to %s', async (address, target) => {
  const server = startTestServer();
  server.on(LOGIN, { status: 200, body: { success: true, user: { name: 'Asha Deshmukh', role: 'admin' } } });
  const portal = await renderPortal(address, null);
  await signIn(portal);
  await waitFor(() => expect(portal.navigations).toEqual([target]));
  await settle();
});
