import { screen, waitFor, within } from '@testing-library/react';
import './packages-page';
import './site-editor-page';
import { axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { type Answer, ConnectionLost, never, problem, startTestServer } from '../../testing/test-server';

const BODY = { name: '', priceKind: 'exact', rupees: 900, duration: '', category: 'Wedding', popular: false };
const NAMES = ['Gold', 'Silver', 'Old'];
const packages = NAMES.map((name, index) => ({
  ...{ entity: 'package', id: `${index + 1}`, locale: 'en', label: name, version: 1 },
  body: { ...BODY, name, features: ['Album', 'Drone', 'Film'], terms: [], icon: null, archived: name === 'Old' },
  ...{ live: null, state: 'published', savedBy: 'Asha', savedAt: null, schedule: null },
}));
const POST = 'POST /api/admin/documents';
const ORDER = '/api/admin/documents/order/package';
const order = (version: number, ids: string[]) => ({
  ...{ entity: 'order', id: 'package', locale: 'en', label: 'Order of packages', version, body: { ids }, live: null },
  ...{ state: 'draft', savedBy: 'Asha', savedAt: null, schedule: null },
});

function startServer() {
  const server = startTestServer();
  server.on('GET /api/admin/drafts?limit=200', { status: 200, body: { documents: [], next: null } });
  server.on('GET /api/admin/schedules?limit=20', { status: 200, body: { schedules: [], next: null } });
  server.on('GET /api/admin/translations', { status: 200, body: { mr: {}, hi: {} } });
  server.on('POST /preview/draft', { status: 200, body: '' });
  server.on('GET /api/admin/documents?entity=package&limit=200', {
    status: 200,
    body: { documents: packages, next: null },
  });
  server.on('GET /api/admin/documents/package/1', { status: 200, body: packages[0] });
  server.on(`GET ${ORDER}`, { status: 200, body: order(4, ['1', '2', '3']) });
  return server;
}
const noConnection = () => {
  throw new ConnectionLost();
};
const items = () =>
  screen.getAllByRole('button', { name: /^Edit / }).map((button) => button.getAttribute('aria-label')?.slice(5));
const lineOf = (line: number) => screen.getByLabelText(`Features, line ${line}`);
const features = () => screen.getAllByLabelText(/^Features, line/).map((input) => (input as HTMLInputElement).value);

afterEach(() => localStorage.clear());

it('EDIT-LIST-1 ADM-SHELL-4 editors open Packages by the menu and move one by keyboard', async () => {
  const server = startServer();
  server.on(`PUT ${ORDER}`, { status: 200, body: order(5, ['2', '1', '3']) });
  const portal = await renderPortal('/dashboard/packages', EDITOR);
  const grip = await screen.findByRole('button', { name: 'Move Gold, position 1 of 2' });
  expect(screen.getByRole('link', { name: 'Packages' })).toHaveAttribute('aria-current', 'page');
  grip.focus();
  server.on(`GET ${ORDER}`, { status: 200, body: order(5, ['2', '1', '3']) });
  await portal.user.keyboard('{ArrowDown}');
  expect(items()).toEqual(['Silver', 'Gold', 'Old']);
  expect(grip).toHaveFocus();
  expect(screen.getByText('Moved Gold to position 2 of 2.')).toBeInTheDocument();
  await waitFor(() => expect(server.bodies[`PUT ${ORDER}`]).toEqual({ version: 4, body: { ids: ['2', '1', '3'] } }));
  await settle();
  expect(await axeViolations()).toEqual([]);
});

it('EDIT-LIST-1 an opened item, and the list again, leave the focus where it says what is open', async () => {
  startServer();
  const portal = await renderPortal('/dashboard/packages', EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Gold' }));
  expect(screen.getByLabelText('Part of the website')).toHaveFocus();
  await portal.user.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(screen.getByLabelText('Part of the website')).toHaveFocus();
  await settle();
});

it('EDIT-LIST-1 nothing can be moved before the order is known', async () => {
  const server = startServer();
  let answer = (_: { status: number; body: object }) => {};
  server.on(`GET ${ORDER}`, () => new Promise((resolve) => (answer = resolve)));
  await renderPortal('/dashboard/packages');
  await waitFor(() => expect(server.calls).toContain(`GET ${ORDER}`));
  await settle();
  expect(screen.queryByRole('button', { name: /^Move / })).not.toBeInTheDocument();
  answer({ status: 200, body: order(4, ['1', '2', '3']) });
  expect(await screen.findByRole('button', { name: 'Move Gold, position 1 of 2' })).toBeVisible();
  await settle();
});

it('EDIT-LIST-1 an archived package has no grip, and nothing moves below it', async () => {
  const server = startServer();
  const portal = await renderPortal('/dashboard/packages');
  const grip = await screen.findByRole('button', { name: 'Move Silver, position 2 of 2' });
  expect(screen.queryByRole('button', { name: /^Move Old/ })).not.toBeInTheDocument();
  grip.focus();
  await portal.user.keyboard('{ArrowDown}');
  expect(items()).toEqual(NAMES);
  expect(server.calls).not.toContain(`PUT ${ORDER}`);
  await settle();
});

it('EDIT-LIST-1 EDIT-CONFLICT-1 a move that the server refuses is undone and said', async () => {
  const server = startServer();
  expectApiErrors();
  server.on(`PUT ${ORDER}`, { status: 409, body: problem(409, 'Someone else changed this.').body });
  const portal = await renderPortal('/dashboard/packages');
  (await screen.findByRole('button', { name: 'Move Gold, position 1 of 2' })).focus();
  await portal.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Nothing was moved']));
  await waitFor(() => expect(items()).toEqual(NAMES));
  await settle();
});

it('EDIT-LIST-1 a move that is not stored is undone, also where the order cannot be read again', async () => {
  const server = startServer();
  expectApiErrors();
  const answers: ((answer: Answer) => void)[] = [];
  server.on(`PUT ${ORDER}`, () => new Promise((resolve) => answers.push(resolve)));
  const portal = await renderPortal('/dashboard/packages');
  (await screen.findByRole('button', { name: 'Move Gold, position 1 of 2' })).focus();
  server.on(`GET ${ORDER}`, noConnection);
  await portal.user.keyboard('{ArrowDown}{ArrowUp}');
  server.on(`PUT ${ORDER}`, noConnection);
  await settle(() => answers[0]?.({ status: 200, body: order(5, ['2', '1', '3']) }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Nothing was moved']));
  await waitFor(() => expect(items()).toEqual(['Silver', 'Gold', 'Old']));
  // The next move is made over the version that is stored.
  await portal.user.keyboard('{ArrowUp}');
  await waitFor(() => expect(server.bodies[`PUT ${ORDER}`]).toEqual({ version: 5, body: { ids: ['1', '2', '3'] } }));
  await settle();
});

it('EDIT-LIST-1 a move that is not stored is not stored with the next one either', async () => {
  const server = startServer();
  expectApiErrors();
  const four = ['Gold', 'Silver', 'Bronze', 'Copper'].map((name, index) => ({
    ...{ ...packages[0], id: `${index + 1}`, label: name },
    body: { ...packages[0]?.body, name },
  }));
  server.on('GET /api/admin/documents?entity=package&limit=200', {
    status: 200,
    body: { documents: four, next: null },
  });
  server.on(`GET ${ORDER}`, { status: 200, body: order(4, ['1', '2', '3', '4']) });
  const answers: ((answer: Answer) => void)[] = [];
  server.on(`PUT ${ORDER}`, () => new Promise((resolve) => answers.push(resolve)));
  const portal = await renderPortal('/dashboard/packages');
  (await screen.findByRole('button', { name: 'Move Gold, position 1 of 4' })).focus();
  await portal.user.keyboard('{ArrowDown}');
  screen.getByRole('button', { name: 'Move Copper, position 4 of 4' }).focus();
  await portal.user.keyboard('{ArrowUp}');
  expect(items()).toEqual(['Silver', 'Gold', 'Copper', 'Bronze']);
  await settle(() => answers[0]?.(problem(500, 'Out of order.')));
  expect(server.bodies[`PUT ${ORDER}`]).toEqual({ version: 4, body: { ids: ['1', '2', '4', '3'] } });
  server.on(`GET ${ORDER}`, noConnection);
  await settle(() => answers[1]?.({ status: 200, body: order(5, ['1', '2', '4', '3']) }));
  await waitFor(() => expect(items()).toEqual(['Gold', 'Silver', 'Copper', 'Bronze']));
  expect(portal.toasts.map(({ title }) => title)).toEqual(['Nothing was moved']);
  await settle();
});

it('EDIT-LIST-1 moves that wait are sent after staff have left the list', async () => {
  const server = startServer();
  const answers: ((answer: Answer) => void)[] = [];
  server.on(`PUT ${ORDER}`, () => new Promise((resolve) => answers.push(resolve)));
  const portal = await renderPortal('/dashboard/packages');
  (await screen.findByRole('button', { name: 'Move Gold, position 1 of 2' })).focus();
  await portal.user.keyboard('{ArrowDown}{ArrowUp}');
  await portal.user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Move Gold/ })).toBeNull());
  await settle(() => answers[0]?.({ status: 200, body: order(5, ['2', '1', '3']) }));
  await waitFor(() => expect(server.bodies[`PUT ${ORDER}`]).toEqual({ version: 5, body: { ids: ['1', '2', '3'] } }));
  await settle(() => answers[1]?.({ status: 200, body: order(6, ['1', '2', '3']) }));
});

it('EDIT-UI-1 the list shows what is saved after staff have gone back to it', async () => {
  const server = startServer();
  const PUT = 'PUT /api/admin/documents/package/1';
  let respond = (_: Answer) => {};
  server.on(PUT, () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal('/dashboard/packages');
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Gold' }));
  await portal.user.type(await screen.findByLabelText('Name'), 'en');
  await portal.user.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(await screen.findByRole('button', { name: 'Edit Gold' })).toBeVisible();
  await waitFor(() => expect(server.calls).toContain(PUT));
  const saved = {
    ...{ ...packages[0], version: 2, state: 'draft', label: 'Golden' },
    body: { ...packages[0]?.body, name: 'Golden' },
  };
  server.on('GET /api/admin/documents?entity=package&limit=200', {
    status: 200,
    body: { documents: [saved, ...packages.slice(1)], next: null },
  });
  await settle(() => respond({ status: 200, body: saved }));
  await portal.user.click(await screen.findByRole('button', { name: 'Archive Golden' }));
  await waitFor(() => expect(server.bodies[PUT]).toMatchObject({ version: 2, body: { archived: true } }));
  await settle(() => respond({ status: 200, body: saved }));
});

it('EDIT-PACK-1 a double click on Duplicate adds one copy', async () => {
  const server = startServer();
  server.on(POST, never);
  const portal = await renderPortal('/dashboard/packages');
  await portal.user.dblClick(await screen.findByRole('button', { name: 'Duplicate Gold' }));
  expect(server.calls.filter((call) => call === POST)).toHaveLength(1);
  expect(server.bodies[POST]).toEqual({ entity: 'package', copyOf: '1' });
});

it('EDIT-PACK-1 a copy that is requested again after a lost response has the same Idempotency-Key', async () => {
  const server = startServer();
  expectApiErrors();
  server.on(POST, noConnection);
  const portal = await renderPortal('/dashboard/packages');
  const duplicate = await screen.findByRole('button', { name: 'Duplicate Gold' });
  await portal.user.click(duplicate);
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Nothing was added']));
  server.on(POST, { status: 201, body: packages[0] });
  await portal.user.click(duplicate);
  expect(await screen.findByRole('button', { name: 'Back to the list' })).toBeVisible();
  expect(server.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), server.keys[0]]);
  await settle();
});

it('EDIT-LIST-2 features move by keyboard, and Return, Backspace and a paste edit lines', async () => {
  const server = startServer();
  const PUT = 'PUT /api/admin/documents/package/1';
  server.on(PUT, { status: 200, body: { ...packages[0], version: 2, state: 'draft' } });
  const portal = await renderPortal('/dashboard/packages');
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Gold' }));
  const grip = await screen.findByRole('button', { name: 'Move Album, position 1 of 3' });
  grip.focus();
  await portal.user.keyboard('{ArrowDown}');
  expect(features()).toEqual(['Drone', 'Album', 'Film']);
  expect(grip).toHaveFocus();
  await portal.user.type(lineOf(3), '{Enter}');
  expect(lineOf(4)).toHaveFocus();
  await portal.user.paste('Prints\nFrames\n');
  expect(features()).toEqual(['Drone', 'Album', 'Film', 'Prints', 'Frames']);
  expect(lineOf(5)).toHaveFocus();
  await portal.user.clear(lineOf(4));
  await portal.user.type(lineOf(4), '{Backspace}');
  expect(lineOf(3)).toHaveFocus();
  await waitFor(() =>
    expect(server.bodies[PUT]).toMatchObject({ body: { features: ['Drone', 'Album', 'Film', 'Frames'] } }),
  );
  expect(await axeViolations()).toEqual([]);
  await settle();
});

it('EDIT-LIST-2 EDIT-BAD-1 the message about a line is beside it', async () => {
  const server = startServer();
  expectApiErrors();
  server.on('PUT /api/admin/documents/package/1', {
    status: 422,
    body: {
      ...(problem(422, 'Please fix the fields below.').body as object),
      errors: [{ field: 'body.features.1', message: 'Please write plain text.' }],
    },
  });
  const portal = await renderPortal('/dashboard/packages');
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Gold' }));
  await screen.findByRole('button', { name: /^Move Album/ });
  await portal.user.type(lineOf(2), '<b>');
  await waitFor(() => expect(lineOf(2)).toHaveAccessibleDescription('Please write plain text.'));
  expect(lineOf(1)).toBeValid();
  await settle();
});

it('EDIT-LIST-2 rows such as the figures move by keyboard', async () => {
  const server = startServer();
  const figures = (version: number, items: object[]) => ({
    ...{ entity: 'stats', id: 'all', locale: 'en', label: 'Figures', version, body: { items }, live: null },
    ...{ state: 'draft', savedBy: 'Asha', savedAt: null, schedule: null },
  });
  const [weddings, years] = [
    { number: '500', label: 'Weddings' },
    { number: '12', label: 'Years' },
  ];
  server.on('GET /api/admin/documents/text/hero', { status: 200, body: figures(0, []) });
  server.on('GET /api/admin/documents/stats/all', { status: 200, body: figures(1, [weddings, years]) });
  server.on('PUT /api/admin/documents/stats/all', { status: 200, body: figures(2, [years, weddings]) });
  const portal = await renderPortal('/dashboard/pages');
  await portal.user.selectOptions(await screen.findByLabelText('Part of the website'), 'Figures');
  const grip = await screen.findByRole('button', { name: 'Move 500, position 1 of 2' });
  grip.focus();
  await portal.user.keyboard('{ArrowDown}');
  expect(within(screen.getByRole('group', { name: 'Figures 2' })).getByLabelText('Number')).toHaveValue('500');
  expect(grip).toHaveFocus();
  await waitFor(() =>
    expect(server.bodies['PUT /api/admin/documents/stats/all']).toEqual({
      version: 1,
      body: { items: [years, weddings] },
    }),
  );
  await settle();
});
