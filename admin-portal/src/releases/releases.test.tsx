import { screen, waitFor, within } from '@testing-library/react';
import './releases-page';
import { axeViolations, expectApiErrors, renderPortal, settle } from '../testing/render-portal';
import { sampleRemote } from '../testing/sample-data';
import { problem, startTestServer } from '../testing/test-server';

const PAGE = '/dashboard/releases';
const LIVE = 'PUT /api/remotes/public-site/channels/live';
const token = {
  _id: '4',
  remote: 'public-site',
  createdBy: 'Asha',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

function startWithRemote() {
  const server = startTestServer();
  server.on('GET /api/remotes', { status: 200, body: [sampleRemote('public-site')] });
  server.on('GET /api/remotes/public-site/deploy-tokens', { status: 200, body: [token] });
  return server;
}

it('shows per remote what is live, who published it, its size, checks and health', async () => {
  startWithRemote();
  await renderPortal(PAGE);
  const remote = within(await screen.findByRole('region', { name: 'public-site' }));
  expect(remote.getByText(/published .* by The team/)).toBeVisible();
  const [newest, older] = within(remote.getByRole('list', { name: 'Releases of public-site' }))
    .getAllByRole('listitem')
    .filter((item) => item.textContent?.includes('KB'));
  expect(newest).toHaveTextContent('1.1.0-bbbbbbbbbbbb');
  expect(newest).toHaveTextContent('202 KB, 1 KB more than before');
  expect(newest).toHaveTextContent('1 check passed');
  expect(newest).toHaveTextContent('No failures reported');
  expect(older).toHaveTextContent('previous');
  expect(remote.getByRole('link', { name: 'Preview 1.0.0-aaaaaaaaaaaa' })).toHaveAttribute(
    'href',
    '/preview?remote=public-site&version=1.0.0-aaaaaaaaaaaa',
  );
  expect(remote.queryByRole('link', { name: 'Preview 1.1.0-bbbbbbbbbbbb' })).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
});

it('rolls back with a reason, which is required', async () => {
  const server = startWithRemote();
  server.on(LIVE, { status: 200, body: {} });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Roll back' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Roll back public-site' }));
  await portal.user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect(dialog.getByLabelText('Reason *')).toHaveAccessibleDescription('Please enter a reason.');
  await portal.user.type(dialog.getByLabelText('Reason *'), 'The hero is dark');
  await portal.user.click(dialog.getByRole('button', { name: 'Roll back' }));
  await waitFor(() =>
    expect(server.bodies[LIVE]).toEqual({
      version: '1.0.0-aaaaaaaaaaaa',
      reason: 'The hero is dark',
      expected: '2',
    }),
  );
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toContain('1.0.0-aaaaaaaaaaaa'));
});

it('says why a release cannot be promoted', async () => {
  startWithRemote().on(LIVE, problem(409, 'The files of this release are missing. Please publish it again.'));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Promote 1.0.0-aaaaaaaaaaaa' }));
  const dialog = within(screen.getByRole('dialog'));
  await portal.user.type(dialog.getByLabelText('Reason *'), 'Back');
  await portal.user.click(dialog.getByRole('button', { name: 'Promote' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'The files of this release are missing. Please publish it again.',
  );
});

it('makes a deploy token, shows it once, and revokes after a question', async () => {
  const server = startWithRemote();
  server.on('POST /api/remotes/public-site/deploy-tokens', {
    status: 201,
    body: { ...token, _id: '5', token: 'secret-text' },
  });
  server.on('DELETE /api/remotes/public-site/deploy-tokens/4', { status: 204 });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByText('Deploy tokens'));
  await portal.user.click(await screen.findByRole('button', { name: 'Create token' }));
  const made = await screen.findByRole('dialog', { name: 'New deploy token' });
  expect(made).toHaveTextContent('secret-text');
  await portal.user.click(within(made).getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('secret-text')).not.toBeInTheDocument();
  await portal.user.click(await screen.findByRole('button', { name: 'Revoke' }));
  const question = screen.getByRole('alertdialog', { name: 'Are you sure you want to revoke this token?' });
  expect(server.calls).not.toContain('DELETE /api/remotes/public-site/deploy-tokens/4');
  await portal.user.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(server.calls).toContain('DELETE /api/remotes/public-site/deploy-tokens/4'));
  await settle();
});
