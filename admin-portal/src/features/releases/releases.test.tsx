import type { Release } from '@godhuli/contracts/releases';
import { screen, waitFor, within } from '@testing-library/react';
import './releases-page';
import { axeViolations, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { sampleRemote } from '../../testing/sample-data';
import { type Answer, problem, startTestServer } from '../../testing/test-server';

const PAGE = '/dashboard/releases';
const LIVE = 'PUT /api/remotes/public-site/channels/live';
const MOVES = 'GET /api/remotes/public-site/moves';
const rollbackTo = (version: string) => `GET /api/remotes/public-site/releases/${version}/rollback`;
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
  server.on(MOVES, { status: 200, body: [] });
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
  server.on(rollbackTo('1.0.0-aaaaaaaaaaaa'), { status: 200, body: { count: 0, newest: [] } });
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

const SECOND = '1.1.0-bbbbbbbbbbbb';
const THIRD = '1.2.0-cccccccccccc';
const NEVER_LIVE = '1.0.5-dddddddddddd';

/** The first, second and third release were live, the one between the first two never was. */
function startWithHistory() {
  const server = startWithRemote();
  const remote = sampleRemote('public-site');
  const [first, second] = remote.releases as [Release, Release];
  const older = { ...first, channels: [] };
  const never = { ...first, version: NEVER_LIVE, publishedAt: '2026-11-01T12:00:00.000Z', channels: [] };
  const third = { ...second, version: THIRD, publishedAt: '2026-11-03T10:00:00.000Z' };
  const releases = [older, never, { ...second, channels: ['previous'] }, third];
  server.on('GET /api/remotes', { status: 200, body: [{ ...remote, live: THIRD, releases }] });
  for (const { version } of releases) server.on(rollbackTo(version), { status: 200, body: { count: 0, newest: [] } });
  server.on(LIVE, () => {
    server.on('GET /api/remotes', { status: 200, body: [{ ...remote, live: older.version, releases }] });
    return { status: 200, body: {} };
  });
  return server;
}

it.each([
  ['newer ones that were live', '1.0.0-aaaaaaaaaaaa', 2, [THIRD, SECOND]],
  ['none at a first promotion', NEVER_LIVE, 0, []],
  ['the live one for the previous', SECOND, 1, [THIRD]],
  ['the newest of many', SECOND, 12, [THIRD]],
])('the Promote dialog names the releases that will be rolled back: %s', async (_, version, count, expected) => {
  const server = startWithHistory();
  server.on(rollbackTo(version), { status: 200, body: { count, newest: expected } });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: `Promote ${version}` }));
  const dialog = within(screen.getByRole('dialog', { name: 'Promote public-site' }));
  await waitFor(() => expect(server.calls).toContain(rollbackTo(version)));
  await settle();
  expect(dialog.queryAllByRole('listitem').map((item) => item.textContent)).toEqual(expected);
  expect(dialog.queryAllByText(/will be rolled back\. Only a promotion makes/)).toHaveLength(
    expected.length > 0 ? 1 : 0,
  );
  expect(dialog.queryAllByText('And 11 more.')).toHaveLength(count === 12 ? 1 : 0);
  expect(await axeViolations()).toEqual([]);
});

it('the Promote dialog warns of a rollback when what it rolls back cannot be loaded', async () => {
  startWithHistory().on(rollbackTo('1.0.0-aaaaaaaaaaaa'), problem(500, 'Broken.'));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Promote 1.0.0-aaaaaaaaaaaa' }));
  expect(await screen.findByText(/If this release was live before, newer ones will be, and/)).toBeVisible();
});

it('keeps the focus in the panel of a promoted release', async () => {
  startWithHistory();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Promote 1.0.0-aaaaaaaaaaaa' }));
  await portal.user.type(screen.getByLabelText('Reason *'), 'Back');
  await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Promote' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Promote 1.0.0-aaaaaaaaaaaa' })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole('heading', { name: 'public-site' })).toHaveFocus();
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
  expect(portal.unsavedChanges()).toMatch(/Leave without saving/);
  await portal.user.keyboard('{Escape}');
  const warning = screen.getByRole('alertdialog', { name: 'Close without copying?' });
  await portal.user.click(within(warning).getByRole('button', { name: 'Back' }));
  expect(made).toHaveTextContent('secret-text');
  await portal.user.click(within(made).getByRole('button', { name: 'Copy' }));
  expect(await within(made).findByText('Copied.')).toBeVisible();
  await portal.user.keyboard('{Escape}');
  expect(screen.queryByText('secret-text')).not.toBeInTheDocument();
  await portal.user.click(await screen.findByRole('button', { name: 'Revoke' }));
  const question = screen.getByRole('alertdialog', { name: 'Are you sure you want to revoke this token?' });
  expect(server.calls).not.toContain('DELETE /api/remotes/public-site/deploy-tokens/4');
  await portal.user.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(server.calls).toContain('DELETE /api/remotes/public-site/deploy-tokens/4'));
  await settle();
});

it('says over plain http, where it cannot be copied, to select the deploy token', async () => {
  const server = startWithRemote();
  server.on('POST /api/remotes/public-site/deploy-tokens', { status: 201, body: { ...token, token: 'secret-text' } });
  const portal = await renderPortal(PAGE);
  jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  await portal.user.click(await screen.findByText('Deploy tokens'));
  await portal.user.click(await screen.findByRole('button', { name: 'Create token' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('We could not copy it. Please select the text and copy it.')).toBeVisible();
  await settle();
});

const OLDER = '/api/remotes/public-site/moves?cursor=9';

it('loads the older part of the history', async () => {
  const server = startWithRemote();
  const entry = (id: string, reason: string) => ({
    ...{ _id: id, channel: 'live', version: SECOND, from: null, by: 'Asha', reason, automatic: false },
    at: '2026-11-04T10:00:00.000Z',
  });
  server.on(MOVES, { status: 200, body: [entry('9', 'Newer')], headers: { link: `<${OLDER}>; rel="next"` } });
  server.on(`GET ${OLDER}`, { status: 200, body: [entry('4', 'Older')] });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByText('History'));
  await portal.user.click(await screen.findByRole('button', { name: 'Show older changes' }));
  expect(await screen.findByText(/by Asha: Older/)).toBeVisible();
  expect(screen.getByText(/by Asha: Newer/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older changes' })).not.toBeInTheDocument());
});

it('loads all releases of a remote with many, a page at a time, and promotes an old one', async () => {
  const server = startWithRemote();
  const remote = sampleRemote('public-site');
  const [oldest, live] = remote.releases as [Release, Release];
  const between = { ...live, version: THIRD, publishedAt: '2026-11-01T15:00:00.000Z', channels: [] };
  server.on('GET /api/remotes', { status: 200, body: [{ ...remote, releaseCount: 60 }] });
  const path = '/api/remotes/public-site/releases';
  server.on(`GET ${path}`, {
    status: 200,
    body: [live, between],
    headers: { link: `<${path}?cursor=2>; rel="next"` },
  });
  server.on(`GET ${path}?cursor=2`, { status: 200, body: [oldest] });
  server.on(rollbackTo(oldest.version), { status: 200, body: { count: 2, newest: [live.version, THIRD] } });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Show all 60' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Show older releases' }));
  await waitFor(() => expect(server.calls).toContain(`GET ${path}?cursor=2`));
  await portal.user.click(await screen.findByRole('button', { name: `Promote ${oldest.version}` }));
  const dialog = within(screen.getByRole('dialog', { name: 'Promote public-site' }));
  await waitFor(() =>
    expect(dialog.queryAllByRole('listitem').map((item) => item.textContent)).toEqual([live.version, THIRD]),
  );
});

it('REM-5 Escape asks before a typed reason is discarded', async () => {
  const server = startWithRemote();
  server.on(rollbackTo('1.0.0-aaaaaaaaaaaa'), { status: 200, body: { count: 0, newest: [] } });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Roll back' }));
  await portal.user.type(screen.getByLabelText('Reason *'), 'The hero is dark{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Reason *')).toHaveValue('The hero is dark');
  await portal.user.keyboard('{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('REM-5 a rollback that ends after its dialog was discarded closes no other dialog', async () => {
  const server = startWithRemote();
  let respond: (response: Answer) => void = () => undefined;
  server.on(rollbackTo('1.0.0-aaaaaaaaaaaa'), { status: 200, body: { count: 0, newest: [] } });
  server.on(LIVE, () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Roll back' }));
  await portal.user.type(screen.getByLabelText('Reason *'), 'The hero is dark');
  await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Roll back' }));
  await portal.user.keyboard('{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await portal.user.click(screen.getByRole('button', { name: 'Roll back' }));
  await portal.user.type(screen.getByLabelText('Reason *'), 'The text is old');
  await settle(() => respond({ status: 200, body: {} }));
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(screen.getByLabelText('Reason *')).toHaveValue('The text is old');
});

const ROLLBACK = rollbackTo('1.0.0-aaaaaaaaaaaa');

it.each(['Promote', 'Roll back'])('CARD-7 %s keeps the reason when the live release has changed', async (action) => {
  const server = startWithRemote();
  expectApiErrors();
  const remote = sampleRemote('public-site');
  const [first, second] = remote.releases as [Release, Release];
  server.on(ROLLBACK, { status: 200, body: { count: 0, newest: [] } });
  server.on(LIVE, () => {
    const third = { ...second, version: THIRD };
    const releases = [first, { ...second, channels: [] }, third];
    server.on('GET /api/remotes', {
      status: 200,
      body: [{ ...remote, live: THIRD, revisions: { live: '3' }, releases }],
    });
    server.on(ROLLBACK, { status: 200, body: { count: 1, newest: [THIRD] } });
    server.on(LIVE, { status: 200, body: {} });
    return problem(409, `Ravi has changed 'live' to ${THIRD} (Darker hero). Nothing was changed.`);
  });
  const portal = await renderPortal(PAGE);
  const opener = action === 'Promote' ? 'Promote 1.0.0-aaaaaaaaaaaa' : action;
  await portal.user.click(await screen.findByRole('button', { name: opener }));
  const dialog = within(screen.getByRole('dialog', { name: `${action} public-site` }));
  await portal.user.type(dialog.getByLabelText('Reason *'), 'The hero is dark');
  await portal.user.click(dialog.getByRole('button', { name: action }));
  expect(await dialog.findByText(new RegExp(`${THIRD} is live now\\. Ravi has changed`))).toBeVisible();
  expect(dialog.getByText(/Your reason is still here\./)).toBeVisible();
  expect(dialog.getByLabelText('Reason *')).toHaveValue('The hero is dark');
  expect(await dialog.findByRole('listitem')).toHaveTextContent(THIRD);
  await portal.user.click(await dialog.findByRole('button', { name: action }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toContain('1.0.0-aaaaaaaaaaaa'));
  expect(server.bodies[LIVE]).toMatchObject({ reason: 'The hero is dark', expected: '3' });
});

it('CARD-7 a release whose files were removed says so and offers no preview, promotion or rollback', async () => {
  const server = startWithRemote();
  const remote = sampleRemote('public-site');
  const [first, second] = remote.releases as [Release, Release];
  server.on('GET /api/remotes', {
    status: 200,
    body: [{ ...remote, releases: [{ ...first, filesRemoved: true }, second] }],
  });
  await renderPortal(PAGE);
  const panel = within(await screen.findByRole('region', { name: 'public-site' }));
  expect(panel.getByText(/The files of this release were removed\. Publish it again/)).toBeVisible();
  expect(panel.queryByRole('link', { name: 'Preview 1.0.0-aaaaaaaaaaaa' })).not.toBeInTheDocument();
  expect(panel.queryByRole('button', { name: 'Promote 1.0.0-aaaaaaaaaaaa' })).not.toBeInTheDocument();
  expect(panel.queryByRole('button', { name: 'Roll back' })).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
});

it('CARD-7 lists the channels that a team has set, and removes one with the revision that was shown', async () => {
  const server = startWithRemote();
  const remote = sampleRemote('public-site');
  const [first, second] = remote.releases as [Release, Release];
  const withChannels = (channels: string[]) => ({
    status: 200,
    body: [
      {
        ...remote,
        revisions: { ...remote.revisions, 'pr-7': '9', 'pr-12': '11' },
        releases: [{ ...first, channels: [...first.channels, ...channels] }, second],
      },
    ],
  });
  server.on('GET /api/remotes', withChannels(['pr-12', 'pr-7']));
  const removal = 'DELETE /api/remotes/public-site/channels/pr-7?expected=9';
  server.on(removal, () => {
    server.on('GET /api/remotes', withChannels(['pr-12']));
    return { status: 200, body: {} };
  });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByText('Channels'));
  const list = within(screen.getByRole('list', { name: 'Channels of public-site' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    `pr-12${first.version}Remove`,
    `pr-7${first.version}Remove`,
  ]);
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(list.getByRole('button', { name: 'Remove pr-7' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(server.calls).toContain(removal));
  await waitFor(() => expect(list.queryByText('pr-7')).not.toBeInTheDocument());
  expect(portal.toasts.at(-1)?.title).toBe('The channel pr-7 of public-site is removed');
  expect(screen.getByText('Channels').closest('summary')).toHaveFocus();

  server.on('DELETE /api/remotes/public-site/channels/pr-12?expected=11', () => {
    server.on('GET /api/remotes', withChannels([]));
    return { status: 200, body: {} };
  });
  await portal.user.click(list.getByRole('button', { name: 'Remove pr-12' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Channels')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'public-site' })).toHaveFocus();
});

it('CARD-7 a channel that was changed elsewhere is not removed, and the list is loaded again', async () => {
  const server = startWithRemote();
  const remote = sampleRemote('public-site');
  const releases = remote.releases.map((release, at) => (at === 0 ? { ...release, channels: ['pr-7'] } : release));
  server.on('GET /api/remotes', { status: 200, body: [{ ...remote, releases }] });
  server.on('DELETE /api/remotes/public-site/channels/pr-7?expected=0', problem(409, 'Asha has changed it.'));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByText('Channels'));
  await portal.user.click(screen.getByRole('button', { name: 'Remove pr-7' }));
  const loads = () => server.calls.filter((call) => call === 'GET /api/remotes').length;
  const before = loads();
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(portal.toasts.at(-1)).toMatchObject({ title: 'We could not remove the channel' }));
  await waitFor(() => expect(loads()).toBe(before + 1));
});
