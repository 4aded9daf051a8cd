import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import React from 'react';
import './portfolio-page';
import { axeViolations, expectApiErrors, type Portal, renderPortal, settle } from '../../testing/render-portal';
import { sampleItem, sampleMedia } from '../../testing/sample-data';
import { ConnectionLost, never, problem, startTestServer, type TestServer } from '../../testing/test-server';

const PAGE = '/dashboard/gallery';
const UPLOAD = 'POST /api/admin/media';
const titles = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => within(item).queryByRole('heading')?.textContent)
    .filter(Boolean);
const photograph = (name: string) => new File([new Uint8Array(1000)], name, { type: 'image/jpeg' });
const dialog = () => within(screen.getByRole('dialog'));
const choose = (portal: Portal, ...files: File[]) => portal.user.upload(dialog().getByLabelText('Photo file'), files);
const three = () => [sampleItem(1), sampleItem(2, { category: 'cinematic' }), sampleItem(3, { hero: true })];

const page = (items: StaffPortfolioItem[]) => ({
  ...{ items, next: null, total: items.length },
  counts: { wedding: items.length, prewedding: 0, cinematic: 0, maternity: 0, commercial: 0 },
  unpublished: 0,
  trashed: 0,
});

async function openAdd(portal: Portal) {
  await portal.user.click(await screen.findByRole('button', { name: 'Add New Item' }));
}

it("ADM-GAL-1 shows every item with image, title, category, Edit and Delete, and 'Add New Item'", async () => {
  startTestServer({ portfolio: three() });
  await renderPortal(PAGE);
  await waitFor(() => expect(titles()).toEqual(['Picture 1', 'Picture 2', 'Picture 3']));
  const second = within(screen.getAllByRole('listitem').find((item) => item.dataset.item === '2') as HTMLElement);
  expect(second.getByRole('img', { name: 'Photograph 2' })).toHaveAttribute(
    'src',
    `/media/${sampleMedia(2).id}/480.v3.jpg`,
  );
  expect(second.getByText('Cinematic')).toBeVisible();
  expect(second.getByRole('button', { name: 'Edit Picture 2' })).toBeVisible();
  expect(second.getByRole('button', { name: 'Delete Picture 2' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add New Item' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('ADM-GAL-1 filters by category with counts, and searches', async () => {
  startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Cinematic 1' }));
  await waitFor(() => expect(titles()).toEqual(['Picture 2']));
  await portal.user.click(screen.getByRole('button', { name: 'All 3' }));
  await portal.user.type(screen.getByLabelText('Search the gallery'), 'picture 3');
  await waitFor(() => expect(titles()).toEqual(['Picture 3']));
  await portal.user.type(screen.getByLabelText('Search the gallery'), 'x');
  await portal.user.click(await screen.findByRole('button', { name: 'Clear search and filter' }));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

it('ADM-GAL-1 a chosen filter is an entry of the history, and Back undoes it', async () => {
  startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Cinematic 1' }));
  await waitFor(() => expect(titles()).toEqual(['Picture 2']));
  await portal.user.selectOptions(screen.getByLabelText('Show'), 'On the website');
  expect(portal.entries).toEqual([
    PAGE,
    '/admin/dashboard/gallery?category=cinematic',
    '/admin/dashboard/gallery?category=cinematic&show=published',
  ]);
  portal.goTo(`/admin${PAGE}`);
  await waitFor(() => expect(titles()).toEqual(['Picture 1', 'Picture 2', 'Picture 3']));
  await settle();
});

it('ADM-GAL-1 a typed search replaces the entry of the history', async () => {
  startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Search the gallery'), 'picture 3');
  await waitFor(() => expect(portal.entries).toEqual(['/admin/dashboard/gallery?q=picture+3']));
  await settle();
});

it('ADM-GAL-1 a category that only a newer API knows is listed, chosen, and kept by an edit', async () => {
  const server = startTestServer();
  const item = { ...sampleItem(1), category: 'drone' };
  const list = { ...page([item as StaffPortfolioItem]), counts: { wedding: 0, drone: 1 } };
  for (const query of ['', '?category=drone'])
    server.on(`GET /api/admin/portfolio${query}`, { status: 200, body: list });
  server.on('PUT /api/portfolio/1', { status: 200, body: { ...item, version: 2 } });
  const { user } = await renderPortal(PAGE);
  await user.click(await screen.findByRole('button', { name: 'drone 1' }));
  await waitFor(() => expect(server.calls).toContain('GET /api/admin/portfolio?category=drone'));
  await user.click(screen.getByRole('button', { name: 'Edit Picture 1' }));
  expect(screen.getByLabelText('Category *')).toHaveValue('drone');
  await user.type(screen.getByLabelText('Title *'), '!');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ category: 'drone' }));
});

it('ADM-GAL-1 of 5,000 items only those near the window are in the page', async () => {
  startTestServer({ portfolio: Array.from({ length: 5000 }, (_, index) => sampleItem(index + 1)) });
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(330);
  jest
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockReturnValue({ width: 1100, height: 330, top: 0 } as DOMRect);
  await renderPortal(PAGE);
  expect(await screen.findByRole('button', { name: 'All 5,000' })).toBeVisible();
  await waitFor(() => expect(titles().length).toBeGreaterThan(8));
  expect(titles().length).toBeLessThan(80);
});

it('ADM-GAL-1 loads the next page at the end of the list, and moves an item beyond what is loaded', async () => {
  const server = startTestServer({ portfolio: Array.from({ length: 120 }, (_, index) => sampleItem(index + 1)) });
  const portal = await renderPortal(PAGE);
  const more = await screen.findByRole('button', { name: 'Show more photos' });
  expect(screen.getByRole('button', { name: 'Move Picture 1, position 1 of 120' })).toBeVisible();
  await portal.user.click(more);
  await waitFor(() => expect(server.calls).toContain('GET /api/admin/portfolio?cursor=50'));
  await waitFor(() => expect(more).toBeEnabled());
  await portal.user.click(screen.getByRole('button', { name: 'Move Picture 1 to end' }));
  await waitFor(() => expect(server.bodies['PUT /api/portfolio/1/position']).toEqual({ edge: 'end' }));
  expect(screen.getByText('Moved Picture 1 to position 120 of 120.')).toBeInTheDocument();
  await waitFor(() => expect(titles()[0]).toBe('Picture 2'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move Picture 2 to end' })).toHaveFocus());
  await settle();
});

it.each([
  ['fails', problem(500, 'Out of order.')],
  ['is garbage', { status: 200, body: [{ title: 1 }] }],
])("ADM-GAL-1 a list that %s offers 'Try again'", async (_, response) => {
  const server = startTestServer({ portfolio: three() });
  server.on('GET /api/admin/portfolio', response);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  expect(await screen.findByRole('alert')).toHaveTextContent('We could not load the gallery.');
  server.on('GET /api/admin/portfolio', { status: 200, body: page(three()) });
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

it('ADM-GAL-1 an empty gallery says what comes next, a slow one shows its skeleton', async () => {
  const server = startTestServer();
  const portal = await renderPortal(PAGE);
  expect(await screen.findByRole('heading', { name: 'No photos yet' })).toBeVisible();
  portal.unmount();
  server.on('GET /api/admin/portfolio', never);
  await renderPortal(PAGE);
  expect(screen.getByText('Loading gallery…')).toBeVisible();
});

it('ADM-GAL-2 delete asks for confirmation, focuses Cancel, reloads the list, and can be undone', async () => {
  const items = three();
  const server = startTestServer({ portfolio: items });
  server.on('POST /api/portfolio/2/restore', () => {
    server.portfolio = items;
    return { status: 200, body: items[1] };
  });
  const portal = await renderPortal(PAGE);
  const opener = await screen.findByRole('button', { name: 'Delete Picture 2' });
  await portal.user.click(opener);
  const question = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this item?' });
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(await axeViolations()).toEqual([]);
  await portal.user.keyboard('{Escape}');
  expect(opener).toHaveFocus();
  expect(server.calls).not.toContain('DELETE /api/portfolio/2?version=1');
  await portal.user.click(opener);
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(titles()).toEqual(['Picture 1', 'Picture 3']));
  await settle();
  expect(server.calls.filter((call) => call === 'GET /api/admin/portfolio')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await portal.user.keyboard('{Enter}');
  await waitFor(() => expect(titles()).toHaveLength(3));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  await settle();
});

it('ADM-GAL-2 a delete that fails is logged, said, and nothing vanishes', async () => {
  startTestServer({ portfolio: three() }).on('DELETE /api/portfolio/2?version=1', () =>
    Promise.reject(new ConnectionLost()),
  );
  const errors = expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Delete Picture 2' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(portal.toasts[0]).toMatchObject({ title: 'We could not delete “Picture 2”', variant: 'destructive' });
  expect(errors).toHaveBeenCalledWith('API Error:', 'Failed to fetch');
  expect(titles()).toHaveLength(3);
});

it('ADM-GAL-3 the dialog begins at its first field, and focus returns to where it came from', async () => {
  startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  const opener = await screen.findByRole('button', { name: 'Edit Picture 1' });
  await portal.user.click(opener);
  expect(dialog().getByLabelText('Title *')).toHaveFocus();
  await portal.user.keyboard('{Escape}');
  expect(opener).toHaveFocus();
  await portal.user.click(screen.getByRole('button', { name: 'Add New Item' }));
  expect(dialog().getByRole('button', { name: 'choose files' })).toHaveFocus();
});

it('ADM-GAL-3 adds an item: photo with focal point, title, category, description', async () => {
  const server = startTestServer();
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('marigold_morning.jpg'));
  const focal = await dialog().findByRole('button', { name: /Focal point: 50% from the left, 50% from the top/ });
  expect(fireEvent.keyDown(focal, { key: 'ArrowRight', altKey: true })).toBe(true);
  fireEvent.keyDown(focal, { key: 'ArrowLeft' });
  fireEvent.keyDown(focal, { key: 'ArrowDown', shiftKey: true });
  expect(dialog().getByLabelText('Title *')).toHaveValue('Marigold morning');
  await portal.user.selectOptions(dialog().getByLabelText('Category *'), 'Cinematic');
  await portal.user.type(dialog().getByLabelText('Description'), 'Sixty metres');
  expect(portal.unsavedChanges()).toMatch(/unsaved changes/);
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['POST /api/portfolio']).toMatchObject({
    title: 'Marigold morning',
    category: 'cinematic',
    description: 'Sixty metres',
    mediaId: sampleMedia(90).id,
    focal: { x: 49, y: 60 },
  });
  await waitFor(() => expect(titles()).toEqual(['Marigold morning']));
  expect(portal.unsavedChanges()).toBeNull();
  expect(portal.toasts.at(-1)?.title).toBe('1 photo added');
});

it('ADM-UP-3 a photo that the gallery has already is shown with a link, and added again only on request', async () => {
  const server = startTestServer();
  const duplicates = [{ _id: '7', title: 'Lamps', isInTrash: true }];
  server.on(`GET /api/admin/portfolio/uploads/duplicates?mediaId=${sampleMedia(90).id}`, {
    status: 200,
    body: { duplicates },
  });
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('lamps.jpg'));
  expect(await dialog().findByRole('link', { name: 'Lamps' })).toHaveAttribute(
    'href',
    '/admin/dashboard/gallery?show=trash',
  );
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  expect(await dialog().findByText("Press 'Add anyway' to add this photo again, or replace it.")).toBeVisible();
  expect(server.calls).not.toContain('POST /api/portfolio');
  await portal.user.click(dialog().getByRole('button', { name: 'Add anyway' }));
  expect(dialog().queryByRole('link', { name: 'Lamps' })).not.toBeInTheDocument();
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.calls).toContain('POST /api/portfolio');
});

it('ADM-UP-3 a photo is added if the server cannot say whether the gallery has it', async () => {
  expectApiErrors();
  const server = startTestServer();
  server.on(`GET /api/admin/portfolio/uploads/duplicates?mediaId=${sampleMedia(90).id}`, problem(503, 'Away.'));
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('lamps.jpg'));
  await dialog().findByRole('button', { name: /Focal point/ });
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  await waitFor(() => expect(server.calls).toContain('POST /api/portfolio'));
});

it('ADM-GAL-3 says every bad input next to its field, from here and from the server', async () => {
  const server = startTestServer();
  server.on(
    'POST /api/portfolio',
    problem(422, 'Some fields need a look.', [{ field: 'place', message: 'Too far away.' }]),
  );
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  expect(dialog().getByLabelText('Title *')).toHaveAccessibleDescription('Please enter a title.');
  expect(dialog().getByLabelText('Title *')).toBeInvalid();
  expect(dialog().getByText('Choose a photo, or enter its web address.')).toBeVisible();
  await choose(portal, photograph('kalash.jpg'));
  await dialog().findByRole('button', { name: /Focal point/ });
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  await waitFor(() => expect(dialog().getByLabelText('Place')).toBeInvalid());
  expect(dialog().getByText('Too far away.')).toBeVisible();
});

it('ADM-GAL-3 several photos at once: one item each, and a bad file does not stop the others', async () => {
  const server = startTestServer();
  server.on(UPLOAD, ({ body }) =>
    (body as File).name === 'renamed.jpg'
      ? problem(415, 'This file is not a photograph.')
      : { status: 201, body: sampleMedia(90) },
  );
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('one.jpg'), photograph('renamed.jpg'), photograph('two.jpg'));
  const strip = within(dialog().getByRole('list', { name: 'Items to add' }));
  await waitFor(() => expect(strip.getAllByText('Ready')).toHaveLength(2));
  expect(strip.getByText('Failed')).toBeVisible();
  await portal.user.click(strip.getByRole('button', { name: /^Renamed/ }));
  expect(dialog().getByText('This file is not a photograph.')).toBeVisible();
  await portal.user.click(dialog().getByRole('button', { name: 'Add 3 items' }));
  await waitFor(() => expect(server.portfolio.map((item) => item.title)).toEqual(['One', 'Two']));
  expect(dialog().getByText('This file is not a photograph.')).toBeVisible();
  await settle();
});

/** Holds back the requests that add an item, until `release` lets the one that waits arrive. */
function holdAdditions(server: TestServer) {
  const held: (() => void)[] = [];
  const handle = server.handle.bind(server);
  server.handle = async (method, path, body) => {
    if (method === 'POST' && path === '/api/portfolio') await new Promise<void>((resolve) => held.push(resolve));
    return handle(method, path, body);
  };
  const release = async () => {
    await waitFor(() => expect(held).toHaveLength(1));
    await settle(held.shift());
  };
  return { held, release };
}

/** Adds photos and presses the button, while the server holds back what is sent. */
async function addSlowly(...names: string[]) {
  const server = startTestServer();
  const requests = holdAdditions(server);
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, ...names.map(photograph));
  if (names.length === 1) await dialog().findByRole('button', { name: /Focal point/ });
  else await waitFor(() => expect(dialog().getAllByText('Ready')).toHaveLength(names.length));
  await portal.user.click(dialog().getByRole('button', { name: /^Add (item|\d items)$/ }));
  return { server, portal, ...requests };
}
const storedTitles = ({ portfolio }: TestServer) => portfolio.map(({ title }) => title);

it('ADM-GAL-3 a photo that is added while others are saved stays in the dialog', async () => {
  const { server, portal, release } = await addSlowly('one.jpg');
  await choose(portal, photograph('two.jpg'));
  await dialog().findByRole('button', { name: /^Two/ });
  await release();
  expect(await dialog().findByDisplayValue('Two')).toBeVisible();
  expect(storedTitles(server)).toEqual(['One']);
  expect(portal.toasts).toEqual([]);
  await portal.user.click(await dialog().findByRole('button', { name: 'Add item' }));
  await release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(portal.toasts.map(({ title }) => title)).toEqual(['2 photos added']);
});

it('ADM-GAL-3 a photo that is removed while others are saved is not added', async () => {
  const { server, portal, release } = await addSlowly('one.jpg', 'two.jpg', 'three.jpg');
  const remove = (name: string) => dialog().getByRole('button', { name: `Remove ${name}` });
  expect(remove('One')).toHaveAttribute('aria-disabled', 'true');
  await portal.user.click(remove('Two'));
  await release();
  await release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(storedTitles(server)).toEqual(['One', 'Three']);
  expect(portal.toasts.map(({ title }) => title)).toEqual(['2 photos added']);
});

const ADDED_ALREADY = /in the gallery already\. To remove it, close this form and delete it there\.$/;

it('ADM-GAL-3 a stored photo whose text changed during the save cannot be removed from the form', async () => {
  const { server, portal, release } = await addSlowly('one.jpg', 'two.jpg');
  await portal.user.type(dialog().getByLabelText('Title *'), ' lamps');
  await release();
  expect(await dialog().findByText(/You changed this item while it was being saved/)).toBeVisible();
  await release();
  await choose(portal, photograph('three.jpg'));
  await portal.user.click(await dialog().findByRole('button', { name: 'Remove One lamps' }));
  expect(dialog().getByText(ADDED_ALREADY)).toHaveTextContent('“One lamps” is in the gallery already.');
  await portal.user.click(dialog().getByRole('button', { name: 'Remove Three' }));
  expect(dialog().getByLabelText('Title *')).toHaveValue('One lamps');
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  await release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(storedTitles(server)).toContain('One lamps');
});

it.each([
  ['stays in the form when no response arrived', () => Promise.reject(new ConnectionLost()), 2],
  ['can be removed when the server refused it', async () => problem(422, 'Please fix the fields below.'), 1],
])('ADM-GAL-3 a photo that was sent %s', async (_case, answer, left) => {
  const server = startTestServer();
  server.on('POST /api/portfolio', answer);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('one.jpg'), photograph('two.jpg'));
  await waitFor(() => expect(dialog().getAllByText('Ready')).toHaveLength(2));
  await portal.user.click(dialog().getByRole('button', { name: 'Add 2 items' }));
  const add = (count: number) => (count === 1 ? 'Add item' : `Add ${count} items`);
  expect(await dialog().findByRole('button', { name: add(2) })).toBeVisible();
  await portal.user.click(dialog().getByRole('button', { name: 'Remove One' }));
  expect(dialog().getByRole('button', { name: add(left) })).toBeVisible();
  expect(dialog().queryAllByText(/“One” may be in the gallery already/)).toHaveLength(left - 1);
});

it('ADM-GAL-3 a text typed before its item is sent is saved with it', async () => {
  const { server, portal, release } = await addSlowly('one.jpg', 'two.jpg');
  await portal.user.click(dialog().getByRole('button', { name: /^Two/ }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' lamps');
  await release();
  await release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(storedTitles(server)).toEqual(['One', 'Two lamps']);
});

it('ADM-GAL-3 after Discard no other photo is added, and the next dialog stays open', async () => {
  const { portal, held, release } = await addSlowly('one.jpg', 'two.jpg');
  await portal.user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await openAdd(portal);
  await portal.user.type(dialog().getByLabelText('Title *'), 'Lamps');
  await release();
  await waitFor(() => expect(titles()).toEqual(['One']));
  await settle();
  expect(held).toEqual([]);
  expect(dialog().getByLabelText('Title *')).toHaveValue('Lamps');
  expect(portal.toasts).toEqual([]);
});

it('ADM-GAL-3 after Discard no other photo is added while the dialog is still in the page', async () => {
  const { server, portal, held, release } = await addSlowly('one.jpg', 'two.jpg');
  await portal.user.click(dialog().getByRole('button', { name: 'Cancel' }));
  // The browser is slow to remove the dialog.
  jest.spyOn(React, 'startTransition').mockImplementation(() => undefined);
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await release();
  await waitFor(() => expect(storedTitles(server)).toEqual(['One']));
  await settle();
  expect(held).toEqual([]);
  expect(screen.getByRole('dialog', { hidden: true })).toBeInTheDocument();
});

it('ADM-GAL-3 a dropped connection is never shown as stored, and can be tried again', async () => {
  const server = startTestServer();
  server.on(UPLOAD, () => Promise.reject(new ConnectionLost()));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('one.jpg'));
  expect(await dialog().findByText(/The connection was lost. one.jpg will be uploaded/)).toBeVisible();
  server.on(UPLOAD, { status: 201, body: sampleMedia(90) });
  await portal.user.click(dialog().getByRole('button', { name: 'Try again' }));
  expect(await dialog().findByRole('button', { name: /Focal point/ })).toBeVisible();
});

/** Holds back the waits before the next look at the server, so that a test ends them itself. */
function holdWaits() {
  const { setTimeout: realSet, clearTimeout: realClear } = window;
  const held = new Map<number, { waitS: number; end(): void }>();
  let last = 1_000_000;
  const set = (run: () => void, ms = 0) => {
    if (![2, 4, 7, 8, 16, 30].includes(ms / 1000)) return realSet(run, ms);
    last += 1;
    held.set(last, { waitS: ms / 1000, end: run });
    return last;
  };
  const clear = (timer: number) => held.delete(timer) || realClear(timer);
  Object.assign(window, { setTimeout: set, clearTimeout: clear });
  return {
    /** Waits for the one wait under way and ends it. @returns its length in seconds */
    async end(): Promise<number> {
      await waitFor(() => expect(held.size).toBe(1));
      const [[timer, { waitS, end }]] = [...held] as [[number, { waitS: number; end(): void }]];
      held.delete(timer);
      await act(async () => end());
      return waitS;
    },
    count: () => held.size,
    release: () => Object.assign(window, { setTimeout: realSet, clearTimeout: realClear }),
  };
}

const uploadsOf = ({ calls }: { calls: string[] }) => calls.filter((call) => call === UPLOAD).length;

it.each([
  [
    'a 503 with Retry-After',
    () => ({ ...problem(503, 'There is no space left.'), headers: { 'retry-after': '7' } }),
    [7, 7, 8, 16, 30],
    ['There is no space left.', 'There is no space left.'],
  ],
  [
    'an upload that is cut each time',
    () => Promise.reject(new ConnectionLost()),
    [2, 4, 8, 16, 30],
    [
      'The connection was lost. one.jpg will be uploaded when the connection is back.',
      'We could not reach the server.',
    ],
  ],
])('ADM-GAL-3 %s is tried again five times, then by hand', async (_, response, waits, [first, last]) => {
  const held = holdWaits();
  try {
    const server = startTestServer();
    server.on(UPLOAD, response);
    server.on('GET /livez', { status: 200, body: {} });
    expectApiErrors();
    const portal = await renderPortal(PAGE);
    await openAdd(portal);
    await choose(portal, photograph('one.jpg'));
    expect(await dialog().findByText(String(first), { exact: false })).toBeVisible();
    for (const [index, waitS] of waits.entries()) {
      expect(await held.end()).toBe(waitS);
      await waitFor(() => expect(uploadsOf(server)).toBe(index + 2));
    }
    expect(await dialog().findByText(String(last), { exact: false })).toBeVisible();
    await settle();
    expect(held.count()).toBe(0);
    expect(uploadsOf(server)).toBe(6);
    server.on(UPLOAD, { status: 201, body: sampleMedia(90) });
    await portal.user.click(dialog().getByRole('button', { name: 'Try again' }));
    expect(await dialog().findByRole('button', { name: /Focal point/ })).toBeVisible();
  } finally {
    held.release();
  }
});

it('ADM-GAL-3 an upload waits while the site is not available', async () => {
  const held = holdWaits();
  try {
    const server = startTestServer();
    server.on(UPLOAD, () => Promise.reject(new ConnectionLost()));
    server.on('GET /livez', () => Promise.reject(new ConnectionLost()));
    expectApiErrors();
    const portal = await renderPortal(PAGE);
    await openAdd(portal);
    await choose(portal, photograph('one.jpg'));
    await dialog().findByText(/The connection was lost/);
    for (const waitS of [2, 4, 8, 16, 30, 30, 30]) expect(await held.end()).toBe(waitS);
    expect(uploadsOf(server)).toBe(1);
    server.on('GET /livez', { status: 200, body: {} });
    server.on(UPLOAD, { status: 201, body: sampleMedia(90) });
    expect(await held.end()).toBe(30);
    expect(await dialog().findByRole('button', { name: /Focal point/ })).toBeVisible();
  } finally {
    held.release();
  }
});

it('ADM-GAL-3 an upload shows its progress and can be cancelled', async () => {
  startTestServer().on(UPLOAD, never);
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('one.jpg'));
  const progress = await dialog().findByRole('progressbar', { name: 'Uploading one.jpg' });
  await waitFor(() => expect(progress).toHaveValue(50));
  await portal.user.click(dialog().getByRole('button', { name: 'Cancel upload' }));
  expect(dialog().getByText('Drop photos here')).toBeVisible();
});

it('ADM-GAL-3 an image by URL is stored, or its failure is shown next to the URL', async () => {
  const server = startTestServer();
  server.on(UPLOAD, problem(422, 'We could not reach this web address.', [{ field: 'url', message: 'No answer.' }]));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await portal.user.type(
    dialog().getByLabelText('Or use the web address of an image'),
    'https://example.com/a.jpg{Enter}',
  );
  expect(await dialog().findByText('We could not reach this web address.')).toBeVisible();
  expect(server.bodies[UPLOAD]).toEqual({ url: 'https://example.com/a.jpg' });
  server.on(UPLOAD, { status: 201, body: sampleMedia(90) });
  await portal.user.click(dialog().getByRole('button', { name: 'Download' }));
  expect(await dialog().findByRole('button', { name: /Focal point/ })).toBeVisible();
});

it('ADM-GAL-3 after a replacement, the description of the previous photo is named and can be removed', async () => {
  const empty = sampleItem(1).translations;
  const translations = { ...empty, mr: { ...empty.mr, alt: 'दिवे' } };
  const server = startTestServer({ portfolio: [sampleItem(1, { translations })] });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  const hint = /written for the previous photo/;
  expect(dialog().queryByText(hint)).not.toBeInTheDocument();
  await choose(portal, photograph('lamps.jpg'));
  expect(await dialog().findByText(hint)).toBeVisible();
  await portal.user.type(dialog().getByLabelText('What the photo shows'), ' at dusk');
  expect(dialog().getByText(hint)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(dialog().getByRole('button', { name: 'Remove it in all languages' }));
  expect(dialog().queryByText(hint)).not.toBeInTheDocument();
  expect(dialog().getByLabelText('What the photo shows')).toHaveValue('');
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ alt: '', translations: { mr: { alt: '' } } });
});

it('ADM-GAL-3 edits an item, and asks before typed text is discarded', async () => {
  const server = startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  const opener = await screen.findByRole('button', { name: 'Edit Picture 1' });
  await portal.user.click(opener);
  await portal.user.type(dialog().getByLabelText('Title *'), ' again');
  await portal.user.keyboard('{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'You have unsaved changes. Discard them?' });
  await portal.user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(dialog().getByLabelText('Title *')).toHaveValue('Picture 1 again');
  await portal.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(titles()).toContain('Picture 1 again'));
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ title: 'Picture 1 again', mediaId: sampleMedia(1).id });
  await settle();
});

it('ADM-SHELL-2 a session that ends during an edit says so first and keeps the text', async () => {
  const server = startTestServer({ portfolio: three() });
  server.on('PUT /api/portfolio/1', problem(401, 'Please sign in.'));
  const user = { name: 'Asha Deshmukh', role: 'admin' };
  server.on('POST /api/admin/auth/login', { status: 200, body: { success: true, user } });
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' again');
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  const ended = within(await screen.findByRole('alertdialog', { name: 'Your session has ended' }));
  expect(localStorage.getItem('admin-user')).toBeNull();
  expect(portal.navigations).toEqual([]);
  await portal.user.type(ended.getByLabelText('Email'), 'asha@godhuli.example');
  await portal.user.type(ended.getByLabelText('Password'), 'marigold-2017');
  await portal.user.click(ended.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(dialog().getByLabelText('Title *')).toHaveValue('Picture 1 again');
});

it('ADM-SHELL-2 typed text stays when the user logs out in another tab', async () => {
  startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' again');
  localStorage.removeItem('admin-user');
  await settle(() => window.dispatchEvent(new StorageEvent('storage', { key: 'admin-user' })));
  expect(screen.getByRole('alertdialog', { name: 'Your session has ended' })).toBeVisible();
  expect(screen.getByDisplayValue('Picture 1 again')).toBeInTheDocument();
  await portal.user.click(screen.getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(portal.navigations).toEqual(['/admin']));
});

it('ADM-GAL-8 Escape asks before typed changes to several photos are discarded', async () => {
  startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Select several' }));
  await portal.user.click(screen.getByRole('button', { name: 'Select all 3' }));
  await portal.user.click(screen.getByRole('button', { name: 'Edit selected' }));
  await portal.user.type(dialog().getByLabelText('Place'), 'Chikhaldara{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(dialog().getByLabelText('Place')).toHaveValue('Chikhaldara');
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.keyboard('{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('ADM-GAL-8 several photos move to the trash only after a question', async () => {
  const server = startTestServer({ portfolio: three() });
  server.on('POST /api/portfolio/bulk', { status: 200, body: { changed: three(), conflicts: [] } });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Select several' }));
  await portal.user.click(screen.getByRole('button', { name: 'Select all 3' }));
  await portal.user.click(screen.getByRole('button', { name: 'Move to trash' }));
  expect(server.calls).not.toContain('POST /api/portfolio/bulk');
  const question = within(screen.getByRole('alertdialog', { name: 'Move 3 photos to the trash?' }));
  await portal.user.click(question.getByRole('button', { name: 'Move to trash' }));
  await waitFor(() => expect(server.bodies['POST /api/portfolio/bulk']).toMatchObject({ action: 'trash' }));
  expect(await screen.findByText('0 selected')).toBeVisible();
  await settle();
});

it('ADM-GAL-8 Restore in the trash says that someone else was first, also if the trash is empty then', async () => {
  const server = startTestServer({ portfolio: three() });
  const gone = sampleItem(8, { deletedAt: '2026-11-24T10:00:00.000Z' });
  const TRASH = 'GET /api/admin/portfolio?show=trash';
  server.on(TRASH, { status: 200, body: { ...page([gone]), counts: page([]).counts, trashed: 1 } });
  const conflicts = [{ id: '8', reason: 'missing', current: null }];
  server.on('POST /api/portfolio/bulk', { status: 200, body: { changed: [], conflicts } });
  const portal = await renderPortal(`${PAGE}?show=trash`);
  const restore = await screen.findByRole('button', { name: 'Restore Picture 8' });
  server.on(TRASH, { status: 200, body: page([]) });
  await portal.user.click(restore);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Picture 8' })).toBeNull());
  expect(dialog().getByRole('heading', { name: '1 photo was not changed' })).toBeVisible();
  expect(dialog().getByText('1 photo had been deleted or restored by someone else.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('reorders by keyboard, saved at once, and keeps the focus on the moved card', async () => {
  const server = startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  const grip = await screen.findByRole('button', { name: 'Move Picture 1, position 1 of 3' });
  grip.focus();
  expect(fireEvent.keyDown(grip, { key: 'ArrowRight', altKey: true })).toBe(true);
  await portal.user.keyboard('{ArrowRight}');
  await waitFor(() => expect(titles()).toEqual(['Picture 2', 'Picture 1', 'Picture 3']));
  expect(server.bodies['PUT /api/portfolio/1/position']).toEqual({ beforeId: '3', afterId: '2' });
  expect(screen.getByText('Moved Picture 1 to position 2 of 3.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move Picture 1, position 2 of 3' })).toHaveFocus());
  await portal.user.click(screen.getByRole('button', { name: 'Move Picture 2 to end' }));
  await waitFor(() => expect(titles()).toEqual(['Picture 1', 'Picture 3', 'Picture 2']));
  expect(server.bodies['PUT /api/portfolio/2/position']).toEqual({ beforeId: null, afterId: '3' });
  await portal.user.click(screen.getByRole('button', { name: 'Move Picture 2 to start' }));
  await waitFor(() => expect(titles()).toEqual(['Picture 2', 'Picture 1', 'Picture 3']));
});

it('announces no move while another category loads, because nothing moves', async () => {
  const server = startTestServer({ portfolio: three() });
  server.on('GET /api/admin/portfolio?category=cinematic', never);
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: /^Cinematic.* 1$/ }));
  await waitFor(() => expect(server.calls).toContain('GET /api/admin/portfolio?category=cinematic'));
  screen.getByRole('button', { name: 'Move Picture 1, position 1 of 3' }).focus();
  await portal.user.keyboard('{ArrowRight}');
  await portal.user.click(screen.getByRole('button', { name: 'Move Picture 1 to end' }));
  expect(titles()).toEqual(['Picture 1', 'Picture 2', 'Picture 3']);
  expect(screen.queryByText(/^Moved Picture 1/)).not.toBeInTheDocument();
  await settle();
});

it('reverts an order and a hero choice that the server refuses', async () => {
  const server = startTestServer({ portfolio: three() });
  server.on('PUT /api/portfolio/1/position', problem(500, 'Out of order.'));
  server.on('PUT /api/portfolio/1', problem(500, 'Out of order.'));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Move Picture 1 to end' }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not save the new order'));
  await waitFor(() => expect(titles()).toEqual(['Picture 1', 'Picture 2', 'Picture 3']));
  await portal.user.click(screen.getByRole('button', { name: 'Show Picture 1 in the slideshow' }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not change the slideshow'));
  expect(screen.getByRole('button', { name: 'Show Picture 1 in the slideshow' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

it('an order that is not stored is undone, also where the list cannot be read again', async () => {
  const server = startTestServer({ portfolio: three() });
  const noConnection = () => {
    throw new ConnectionLost();
  };
  server.on('PUT /api/portfolio/1/position', noConnection);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  const move = await screen.findByRole('button', { name: 'Move Picture 1 to end' });
  server.on('GET /api/admin/portfolio', noConnection);
  await portal.user.click(move);
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not save the new order'));
  await waitFor(() => expect(titles()).toEqual(['Picture 1', 'Picture 2', 'Picture 3']));
  await settle();
});

it('chooses what the hero shows: the first four, the fifth waits', async () => {
  const server = startTestServer({
    portfolio: [1, 2, 3, 4, 5].map((number) => sampleItem(number, { hero: number < 5 })),
  });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Show Picture 5 in the slideshow' }));
  expect(await screen.findByRole('button', { name: /Show Picture 5 in the slideshow: not shown yet/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(server.bodies['PUT /api/portfolio/5']).toEqual({ hero: true, version: 1 });
  await settle();
  await portal.user.click(screen.getByRole('button', { name: /Show Picture 5 in the slideshow/ }));
  await portal.user.click(screen.getByRole('button', { name: /Show Picture 5 in the slideshow/ }));
  await waitFor(() => expect(server.bodies['PUT /api/portfolio/5']).toEqual({ hero: true, version: 3 }));
  expect(portal.toasts).toEqual([]);
  await settle();
});

it('says that someone else changed an item whose star was chosen, and shows their version', async () => {
  const server = startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  const star = await screen.findByRole('button', { name: 'Show Picture 1 in the slideshow' });
  server.portfolio = server.portfolio.map((item) =>
    item._id === '1' ? { ...item, title: 'Picture 1 theirs', version: 2 } : item,
  );
  expectApiErrors();
  await portal.user.click(star);
  await waitFor(() => expect(portal.toasts.at(-1)?.description).toMatch(/Someone else changed this item/));
  expect(titles()).toContain('Picture 1 theirs');
  const theirs = screen.getByRole('button', { name: 'Show Picture 1 theirs in the slideshow' });
  expect(theirs).toHaveAttribute('aria-pressed', 'false');
  await portal.user.click(theirs);
  await waitFor(() => expect(server.portfolio[0]).toMatchObject({ hero: true, title: 'Picture 1 theirs', version: 3 }));
  await settle();
});

it('ADM-GAL-3 a second editor sees the conflict, compares and chooses; nothing typed is lost', async () => {
  const server = startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' mine');
  await portal.user.type(dialog().getByLabelText('Description'), 'Typed here');
  const theirs = { title: 'Picture 1 theirs', description: 'Typed there', place: 'Pune', version: 2 };
  server.portfolio = server.portfolio.map((item) => (item._id === '1' ? { ...item, ...theirs } : item));
  expectApiErrors();
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  const notice = within(await dialog().findByRole('alert'));
  expect(notice.getByText(/Someone else changed this item while you were editing/)).toBeVisible();
  expect(notice.getByText('Picture 1 theirs')).toBeVisible();
  expect(dialog().getByLabelText('Title *')).toHaveValue('Picture 1 mine');
  expect(dialog().getByLabelText('Description')).toHaveValue('Typed here');
  expect(dialog().getByLabelText('Place')).toHaveValue('Pune');
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(notice.getByRole('button', { name: 'Use their title' }));
  expect(dialog().getByLabelText('Title *')).toHaveValue('Picture 1 theirs');
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({
    title: 'Picture 1 theirs',
    description: 'Typed here',
    place: 'Pune',
    version: 2,
  });
});

/** Saves 'Picture 1 mine' and types on before the API has responded, which `finish` makes it do. */
async function saveAndTypeOn() {
  const server = startTestServer({ portfolio: three() });
  let respond: (response: { status: number; body: unknown }) => void = () => undefined;
  server.on('PUT /api/portfolio/1', () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' mine');
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' and more');
  return { server, portal, finish: (response: { status: number; body: unknown }) => respond(response) };
}

it('ADM-GAL-3 text typed while a save ends in a conflict stays in the form', async () => {
  const { portal, finish } = await saveAndTypeOn();
  await portal.user.type(dialog().getByLabelText('Description'), 'Typed late');
  expectApiErrors();
  const current = { ...sampleItem(1), title: 'Picture 1 theirs', place: 'Pune', version: 2 };
  const refusal = problem(409, 'Someone else changed this item.');
  finish({ ...refusal, body: { ...(refusal.body as object), current } });
  const notice = within(await dialog().findByRole('alert'));
  expect(notice.getByText('Picture 1 mine and more')).toBeVisible();
  expect(dialog().getByLabelText('Title *')).toHaveValue('Picture 1 mine and more');
  expect(dialog().getByLabelText('Description')).toHaveValue('Typed late');
  expect(dialog().getByLabelText('Place')).toHaveValue('Pune');
});

it('ADM-GAL-3 text typed while an item is saved stays in the form until it is saved, too', async () => {
  const { server, portal, finish } = await saveAndTypeOn();
  finish({ status: 200, body: { ...sampleItem(1), title: 'Picture 1 mine', version: 2 } });
  expect(await dialog().findByText(/You changed this item while it was being saved/)).toBeVisible();
  expect(dialog().getByLabelText('Title *')).toHaveValue('Picture 1 mine and more');
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ title: 'Picture 1 mine and more', version: 2 });
  finish({ status: 200, body: { ...sampleItem(1), title: 'Picture 1 mine and more', version: 3 } });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

/** A server whose first item was called 'First' before its present title. */
function startWithHistory() {
  const server = startTestServer({ portfolio: three() });
  const entry = (id: string, action: string, title: string) => ({
    ...{ _id: id, at: `2026-11-0${id}T10:00:00.000Z`, by: 'Asha Deshmukh', action, changes: [] },
    item: { ...sampleItem(1), title },
  });
  const entries = [entry('2', 'update', 'Picture 1'), entry('1', 'create', 'First')];
  server.on('GET /api/admin/portfolio/1/history', { status: 200, body: { entries, next: null } });
  const puts = () => server.calls.filter((call) => call === 'PUT /api/portfolio/1');
  return { server, puts };
}

async function openHistory(portal: Portal) {
  await portal.user.click(screen.getByRole('button', { name: 'History' }));
  return screen.findByRole('button', { name: /^Restore the version of/ });
}

it('ADM-GAL-11 Restore asks before typed changes are discarded', async () => {
  const { server, puts } = startWithHistory();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' typed');
  await portal.user.click(await openHistory(portal));
  await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(puts()).toEqual([]);
  expect(screen.getByLabelText('Title *')).toHaveValue('Picture 1 typed');
  await portal.user.click(screen.getByRole('button', { name: /^Restore the version of/ }));
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ title: 'First', version: 1 });
  await waitFor(() => expect(titles()).toContain('First'));
});

it('ADM-GAL-11 a version is restored once, also when Restore is pressed twice', async () => {
  const { server, puts } = startWithHistory();
  server.on('PUT /api/portfolio/1', never);
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  const restore = await openHistory(portal);
  await portal.user.click(restore);
  await portal.user.click(restore);
  expect(restore).toHaveAttribute('aria-disabled', 'true');
  expect(puts()).toHaveLength(1);
});

it('ADM-GAL-11 after a conflict Restore replaces the version that someone else stored', async () => {
  const { server } = startWithHistory();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  const restore = await openHistory(portal);
  server.portfolio = server.portfolio.map((item) => (item._id === '1' ? { ...item, version: 2 } : item));
  expectApiErrors();
  await portal.user.click(restore);
  expect(await screen.findByText('Someone else changed this item.')).toBeVisible();
  expect(server.calls.filter((call) => call.endsWith('/history'))).toHaveLength(2);
  await portal.user.click(restore);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ title: 'First', version: 2 });
});

it('ADM-GAL-11 Restore replaces the version that the form shows after a conflict', async () => {
  const { server } = startWithHistory();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  server.portfolio = server.portfolio.map((item) => (item._id === '1' ? { ...item, version: 2 } : item));
  expectApiErrors();
  await portal.user.type(dialog().getByLabelText('Title *'), ' typed');
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  expect(await dialog().findByText(/Someone else changed this item/)).toBeVisible();
  await portal.user.click(await openHistory(portal));
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ title: 'First', version: 2 });
});

it('ADM-GAL-3 an item that someone else deleted during an edit can be added again', async () => {
  const server = startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  await portal.user.type(dialog().getByLabelText('Title *'), ' mine');
  server.portfolio = server.portfolio.slice(1);
  expectApiErrors();
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  expect(await dialog().findByText(/Someone else deleted this item/)).toBeVisible();
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(titles()).toContain('Picture 1 mine'));
  await settle();
});

it('ADM-GAL-3 lost uploads start again when the connection is back, or all with one button', async () => {
  const server = startTestServer();
  server.on(UPLOAD, () => Promise.reject(new ConnectionLost()));
  server.on('GET /livez', () => Promise.reject(new ConnectionLost()));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('one.jpg'), photograph('two.jpg'));
  expect(await dialog().findByText('We could not upload 2 photos.')).toBeVisible();
  await portal.user.click(dialog().getByRole('button', { name: 'Retry all' }));
  await waitFor(() => expect(server.calls.filter((call) => call === UPLOAD)).toHaveLength(4));
  expect(await dialog().findByRole('button', { name: 'Retry all' })).toBeVisible();
  server.on(UPLOAD, { status: 201, body: sampleMedia(90) });
  server.on('GET /livez', { status: 200, body: 'ok' });
  window.dispatchEvent(new Event('online'));
  const strip = within(dialog().getByRole('list', { name: 'Items to add' }));
  await waitFor(() => expect(strip.getAllByText('Ready')).toHaveLength(2));
  expect(dialog().queryByText(/will be uploaded|could not be uploaded/)).not.toBeInTheDocument();
  expect(server.calls.filter((call) => call === UPLOAD)).toHaveLength(6);
});

it("ADM-GAL-3 'still uploading' goes when the upload has finished", async () => {
  const server = startTestServer();
  let finish: (response: { status: number; body: unknown }) => void = () => undefined;
  server.on(UPLOAD, () => new Promise((resolve) => (finish = resolve)));
  const portal = await renderPortal(PAGE);
  await openAdd(portal);
  await choose(portal, photograph('one.jpg'));
  await dialog().findByRole('progressbar');
  await portal.user.click(dialog().getByRole('button', { name: 'Add item' }));
  expect(dialog().getByText(/still uploading/)).toBeVisible();
  finish({ status: 201, body: sampleMedia(90) });
  await dialog().findByRole('button', { name: /Focal point/ });
  expect(dialog().queryByText(/still uploading/)).not.toBeInTheDocument();
});

it("'Move to start' moves within the whole gallery while a search shows one item", async () => {
  const server = startTestServer({ portfolio: three() });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Search the gallery'), 'picture 3');
  await waitFor(() => expect(titles()).toEqual(['Picture 3']));
  await portal.user.click(screen.getByRole('button', { name: 'Move Picture 3 to start' }));
  await waitFor(() => expect(server.portfolio.map(({ _id }) => _id)).toEqual(['3', '1', '2']));
  expect(screen.getByText('Moved Picture 3 to position 1 of 3.')).toBeInTheDocument();
});

it('ADM-GAL-8 the dialog of several photos stays with its input until the request has succeeded', async () => {
  const server = startTestServer({ portfolio: three() });
  server.on('POST /api/portfolio/bulk', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Select several' }));
  await portal.user.click(screen.getByRole('button', { name: 'Select all 3' }));
  await portal.user.click(screen.getByRole('button', { name: 'Edit selected' }));
  await portal.user.type(dialog().getByLabelText('Place'), 'Chikhaldara');
  await portal.user.click(dialog().getByRole('button', { name: 'Change 3 photos' }));
  expect(await dialog().findByText(/Check your connection and try again/)).toBeVisible();
  expect(dialog().getByLabelText('Place')).toHaveValue('Chikhaldara');
  server.on('POST /api/portfolio/bulk', { status: 200, body: { changed: [], conflicts: [] } });
  await portal.user.click(dialog().getByRole('button', { name: 'Change 3 photos' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('ADM-GAL-6 search and category are in the URL, so that a reload and a shared link show the same', async () => {
  startTestServer({ portfolio: three() });
  const portal = await renderPortal(`${PAGE}?q=picture+3`);
  expect(await screen.findByLabelText('Search the gallery')).toHaveValue('picture 3');
  await portal.user.clear(screen.getByLabelText('Search the gallery'));
  await portal.user.type(screen.getByLabelText('Search the gallery'), 'picture 2');
  await waitFor(() => expect(portal.navigations.at(-1)).toBe('/admin/dashboard/gallery?q=picture+2'));
  await waitFor(() => expect(titles()).toEqual(['Picture 2']));
  expect(screen.getByLabelText('Search the gallery')).toHaveValue('picture 2');
});
