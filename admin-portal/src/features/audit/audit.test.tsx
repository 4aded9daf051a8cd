import { screen, waitFor, within } from '@testing-library/react';
import './audit-page';
import { axeViolations, EDITOR, expectApiErrors, renderPortal } from '../../testing/render-portal';
import { problem, startTestServer } from '../../testing/test-server';

const entry = (id: number, action: string, before: unknown = null, after: unknown = null) => ({
  _id: String(id),
  at: '2026-11-20T10:00:00.000Z',
  by: 'Asha Deshmukh',
  network: '192.0.2.1',
  action,
  entityId: '7',
  before,
  after,
});
const PATH = '/api/admin/audit';

it('admins read who changed what, a page at a time', async () => {
  const server = startTestServer();
  const booked = entry(9, 'inquiries.update', { status: 'New', notes: 'x' }, { status: 'Booked', notes: 'x' });
  server.on(`GET ${PATH}`, { status: 200, body: { entries: [booked, entry(8, 'something.else')], next: '8' } });
  server.on(`GET ${PATH}?cursor=8`, { status: 200, body: { entries: [entry(3, 'auth.login')], next: null } });
  const portal = await renderPortal('/dashboard/audit');
  const [first] = await screen
    .findAllByRole('listitem')
    .then(() => within(screen.getByRole('main')).getAllByRole('listitem'));
  expect(first).toHaveTextContent('Inquiry changed');
  expect(first).toHaveTextContent('by Asha Deshmukh from 192.0.2.1');
  await portal.user.click(within(first as HTMLElement).getByText('Details'));
  expect(within(first as HTMLElement).getByText('status')).toBeInTheDocument();
  expect(within(first as HTMLElement).queryByText('notes')).not.toBeInTheDocument();
  expect(screen.getByText('something.else')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(screen.getByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText('Signed in')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /older/ })).not.toBeInTheDocument());
});

it('ADM-SHELL-4 the audit refuses editors, says when it cannot be loaded, and when it is empty', async () => {
  const server = startTestServer();
  server.on(`GET ${PATH}`, problem(500, 'Out of order.'));
  expectApiErrors();
  const editor = await renderPortal('/dashboard/audit', EDITOR);
  expect(await screen.findByText('Only admins can open this page')).toBeVisible();
  expect(server.calls).not.toContain(`GET ${PATH}`);
  editor.unmount();
  const portal = await renderPortal('/dashboard/audit');
  expect(await screen.findByRole('alert')).toHaveTextContent('We could not load the audit log.');
  server.on(`GET ${PATH}`, { status: 200, body: { entries: [], next: null } });
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No entries yet' })).toBeVisible();
});

it('an audit entry names what was changed and its number, in words', async () => {
  const server = startTestServer();
  const about = (id: number, action: string, entityId: string, after: unknown) => ({
    ...entry(id, action, null, after),
    entityId,
  });
  server.on(`GET ${PATH}`, {
    status: 200,
    body: {
      entries: [
        about(9, 'users.create', '4', { name: 'Ravi Kale' }),
        about(8, 'portfolio.update', '22', { title: 'Mandap at Dusk' }),
        about(7, 'content.update', '5', { value: 'x' }),
        about(6, 'auth.refused', '', null),
        about(5, 'releases.promote', 'public-site/live', null),
        about(4, 'media.create', 'bd3d44343ba71401e4596e5986792b5b9c97e930220267244a62a80481c532a5', null),
      ],
      next: null,
    },
  });
  await renderPortal('/dashboard/audit');
  await screen.findByText('User created');
  const lines = within(screen.getByRole('main')).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^User created · Ravi Kale #4/),
    expect.stringMatching(/^Gallery item changed · Mandap at Dusk #22/),
    expect.stringMatching(/^Website text changed · #5/),
    expect.stringMatching(/^Sign-in failed/),
    expect.stringMatching(/^Release promoted · public-site\/live/),
    expect.stringMatching(/^Photo created · bd3d4434…/),
  ]);
  expect(document.title).toBe('Audit log · Godhuli admin');
});
