import type { Album, AlbumEntry } from '@godhuli/contracts/albums';
import { emptyTranslations } from '@godhuli/contracts/item-translations';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import './albums-page';
import { axeViolations, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { sampleItem, sampleMedia } from '../../testing/sample-data';
import { type Answer, ConnectionLost, problem, startTestServer } from '../../testing/test-server';

const PAGE = '/dashboard/albums';
const entry = (number: number): AlbumEntry => ({
  ...{ photoId: String(number), filmId: null, title: `Picture ${number}` },
  ...{ media: sampleMedia(number), isPublic: true },
});
const sampleSection = {
  text: '',
  translations: emptyTranslations(['title', 'text']),
  changedInEnglish: { mr: [], hi: [] },
};
const sampleAlbum = (number: number, change: Partial<Album> = {}): Album => ({
  ...{ _id: String(number), slug: `story-${number}`, title: `Story ${number}`, client: '', place: 'Pune', date: null },
  ...{ category: 'wedding', description: '', cover: sampleMedia(1), coverId: null, published: true },
  sections: [
    { ...sampleSection, title: 'Haldi', entries: [entry(1), entry(2)] },
    { ...sampleSection, title: 'Pheras', entries: [entry(3)] },
  ],
  translations: emptyTranslations(['title', 'client', 'place', 'description']),
  changedInEnglish: { mr: [], hi: [] },
  position: number,
  version: 1,
  ...change,
});
const summary = (number: number) => {
  const { sections: _, coverId: __, ...album } = sampleAlbum(number);
  return { ...album, photoCount: 3, filmCount: 0 };
};
const page = (...numbers: number[]) => ({
  status: 200,
  body: { items: numbers.map(summary), next: null, total: numbers.length },
});
const TOO_LONG = { field: 'sections.1.translations.hi.title', message: 'Please use at most 120 characters.' };
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

it('STORY-3 lists stories, and a grip moves one by the keyboard', async () => {
  const server = startTestServer();
  server.on('GET /api/admin/albums', page(1, 2, 3));
  server.on('PUT /api/albums/3/position', () => {
    server.on('GET /api/admin/albums', page(1, 3, 2));
    return { status: 200, body: sampleAlbum(3) };
  });
  const portal = await renderPortal(PAGE);
  const grip = await screen.findByRole('button', { name: 'Move Story 3, position 3 of 3' });
  expect(await axeViolations()).toEqual([]);
  grip.focus();
  await portal.user.keyboard('{ArrowUp}');
  expect(await screen.findByText('Moved Story 3 to position 2 of 3.')).toBeInTheDocument();
  expect(server.bodies['PUT /api/albums/3/position']).toEqual({ afterId: '1' });
  await waitFor(() => expect(titles()).toEqual(['Story 1', 'Story 3', 'Story 2']));
  await settle();
});

const noConnection = () => {
  throw new ConnectionLost();
};

it('STORY-3 quick moves count from what is shown, while the server still stores the first', async () => {
  const server = startTestServer();
  server.on('GET /api/admin/albums', page(1, 2, 3, 4));
  const answers: ((answer: Answer) => void)[] = [];
  server.on('PUT /api/albums/1/position', () => new Promise((resolve) => answers.push(resolve)));
  const portal = await renderPortal(PAGE);
  (await screen.findByRole('button', { name: 'Move Story 1, position 1 of 4' })).focus();
  await portal.user.keyboard('{ArrowDown}{ArrowDown}');
  server.on('GET /api/admin/albums', page(2, 1, 3, 4));
  await settle(() => answers[0]?.({ status: 200, body: sampleAlbum(1) }));
  expect(titles()).toEqual(['Story 2', 'Story 3', 'Story 1', 'Story 4']);
  await portal.user.keyboard('{ArrowDown}');
  expect(screen.getByText('Moved Story 1 to position 4 of 4.')).toBeInTheDocument();
  await settle(() => answers[1]?.({ status: 200, body: sampleAlbum(1) }));
  expect(server.bodies['PUT /api/albums/1/position']).toEqual({ afterId: '4' });
  server.on('GET /api/admin/albums', page(2, 3, 4, 1));
  await settle(() => answers[2]?.({ status: 200, body: sampleAlbum(1) }));
  expect(titles()).toEqual(['Story 2', 'Story 3', 'Story 4', 'Story 1']);
});

it('STORY-3 a move that is not stored is undone, also where the list cannot be read again', async () => {
  const server = startTestServer();
  server.on('GET /api/admin/albums', page(1, 2, 3));
  server.on('PUT /api/albums/3/position', noConnection);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  (await screen.findByRole('button', { name: 'Move Story 3, position 3 of 3' })).focus();
  server.on('GET /api/admin/albums', noConnection);
  await portal.user.keyboard('{ArrowUp}');
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['We could not move this story']));
  expect(titles()).toEqual(['Story 1', 'Story 2', 'Story 3']);
  await settle();
});

it.each([
  { failed: 'first', move: '1', order: ['Story 1', 'Story 4', 'Story 2', 'Story 3'] },
  { failed: 'second', move: '4', order: ['Story 2', 'Story 1', 'Story 3', 'Story 4'] },
])('STORY-3 of two quick moves only the $failed is undone when it is not stored', async ({ move, order }) => {
  const server = startTestServer();
  server.on('GET /api/admin/albums', page(1, 2, 3, 4));
  for (const id of ['1', '4']) server.on(`PUT /api/albums/${id}/position`, { status: 200, body: sampleAlbum(1) });
  server.on(`PUT /api/albums/${move}/position`, noConnection);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await screen.findByRole('button', { name: 'Move Story 1, position 1 of 4' });
  server.on('GET /api/admin/albums', noConnection);
  const first = screen.getByRole('button', { name: /^Move Story 1/ });
  expect(fireEvent.keyDown(first, { key: 'ArrowRight', metaKey: true })).toBe(true);
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  fireEvent.keyDown(screen.getByRole('button', { name: /^Move Story 4/ }), { key: 'ArrowUp' });
  expect(titles()).toEqual(['Story 2', 'Story 1', 'Story 4', 'Story 3']);
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  await waitFor(() => expect(titles()).toEqual(order));
  await settle();
});

it('STORY-3 an empty list says what a story is and how to add one', async () => {
  startTestServer();
  await renderPortal(PAGE);
  expect(await screen.findByRole('heading', { name: 'No stories yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add story' })).toHaveAttribute('href', '/admin/dashboard/albums?story=new');
});

it('STORY-3 a new story takes photos of the gallery, a whole range with Shift', async () => {
  const server = startTestServer({ portfolio: [1, 2, 3, 4].map((number) => sampleItem(number)) });
  server.on('POST /api/albums', { status: 201, body: sampleAlbum(7) });
  server.on('GET /api/admin/albums/7', { status: 200, body: sampleAlbum(7) });
  const portal = await renderPortal(`${PAGE}?story=new`);
  await portal.user.click(await screen.findByRole('button', { name: 'Save story' }));
  expect(await screen.findByText('Please enter a title.')).toBeVisible();
  await portal.user.type(screen.getByLabelText('Title *'), 'A day in Pune');
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.click(screen.getByRole('button', { name: 'Add photos' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add photos' }));
  await portal.user.click(await dialog.findByRole('checkbox', { name: 'Picture 2' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Picture 4' }), { shiftKey: true });
  expect(dialog.getByText('3 photos chosen')).toBeVisible();
  await portal.user.click(dialog.getByRole('button', { name: 'Add' }));
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await waitFor(() => expect(portal.navigations).toEqual(['/admin/dashboard/albums?story=7']));
  const sent = server.bodies['POST /api/albums'] as { title: string; sections: { entries: { photoId: string }[] }[] };
  expect(sent.title).toBe('A day in Pune');
  expect(sent.sections[0]?.entries.map(({ photoId }) => photoId)).toEqual(['2', '3', '4']);
});

it.each(['Close', 'Cancel', '{Escape}'])(
  "STORY-3 '%s' discards photos chosen for a story only after a question",
  async (way) => {
    startTestServer({ portfolio: [sampleItem(1)] });
    const portal = await renderPortal(`${PAGE}?story=new`);
    await portal.user.click(await screen.findByRole('button', { name: 'Add photos' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add photos' }));
    await portal.user.click(await dialog.findByRole('checkbox', { name: 'Picture 1' }));
    if (way === '{Escape}') await portal.user.keyboard(way);
    else await portal.user.click(dialog.getByRole('button', { name: way }));
    await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByText('1 photo chosen')).toBeVisible();
  },
);

it('STORY-3 Ctrl and Enter add no photos while the question is open', async () => {
  startTestServer({ portfolio: [sampleItem(1)] });
  const portal = await renderPortal(`${PAGE}?story=new`);
  await portal.user.click(await screen.findByRole('button', { name: 'Add photos' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add photos' }));
  await portal.user.click(await dialog.findByRole('checkbox', { name: 'Picture 1' }));
  await portal.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Keep editing' }), { key: 'Enter', ctrlKey: true });
  expect(screen.getByRole('alertdialog')).toBeVisible();
  expect(dialog.getByText('1 photo chosen')).toBeVisible();
});

it('STORY-3 a story is not left without a question while photos are chosen for it', async () => {
  startTestServer({ portfolio: [sampleItem(1)] });
  const portal = await renderPortal(`${PAGE}?story=new`);
  await portal.user.click(await screen.findByRole('button', { name: 'Add photos' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add photos' }));
  expect(portal.unsavedChanges()).toBeNull();
  await portal.user.click(await dialog.findByRole('checkbox', { name: 'Picture 1' }));
  portal.goTo('/admin/dashboard/albums');
  expect(portal.refusals).toEqual(['/admin/dashboard/albums']);
  await portal.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(portal.unsavedChanges()).toBeNull();
});

it('STORY-3 ADM-GAL-6 a photo that is not published is marked in the picker and in the story', async () => {
  startTestServer({ portfolio: [sampleItem(1), sampleItem(2, { published: false })] });
  const portal = await renderPortal(`${PAGE}?story=new`);
  await portal.user.click(await screen.findByRole('button', { name: 'Add photos' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add photos' }));
  await portal.user.click(await dialog.findByRole('checkbox', { name: 'Picture 1' }));
  await portal.user.click(dialog.getByRole('checkbox', { name: 'Picture 2 (not published)' }));
  await portal.user.click(dialog.getByRole('button', { name: 'Add' }));
  const marks = screen.getAllByText('Not published').map((mark) => mark.closest('li')?.textContent);
  expect(marks).toEqual(['Picture 2Not published']);
});

it('STORY-3 photos move by the keyboard, also into the next section, and a cover is chosen', async () => {
  const server = startTestServer();
  server.on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1) });
  server.on('PUT /api/albums/1', { status: 200, body: sampleAlbum(1, { version: 2 }) });
  const portal = await renderPortal(`${PAGE}?story=1`);
  const grip = await screen.findByRole('button', { name: 'Move Picture 1, position 1 of 2' });
  expect(await axeViolations()).toEqual([]);
  grip.focus();
  await portal.user.keyboard('{ArrowRight}{ArrowRight}');
  await portal.user.click(screen.getByRole('button', { name: 'Use Picture 3 as the cover' }));
  await portal.user.click(screen.getByRole('button', { name: 'Move Pheras up' }));
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await waitFor(() => expect(server.bodies['PUT /api/albums/1']).toBeDefined());
  const sent = server.bodies['PUT /api/albums/1'] as { coverId: string; version: number; sections: Album['sections'] };
  expect(sent.coverId).toBe('3');
  expect(sent.version).toBe(1);
  const order = sent.sections.map(({ title, entries }) => `${title} ${entries.map(({ photoId }) => photoId)}`);
  expect(order).toEqual(['Pheras 1,3', 'Haldi 2']);
  expect(await screen.findByText('All changes are saved.')).toBeVisible();
  expect(portal.unsavedChanges()).toBeNull();
});

it('STORY-3 a refused cover is named, and the first photo can be used instead', async () => {
  expectApiErrors();
  const message = 'The photo of the cover was not found. It may have been deleted. Choose another cover.';
  const server = startTestServer();
  server.on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1, { coverId: '9' }) });
  server.on('PUT /api/albums/1', problem(422, 'Please fix the fields below.', [{ field: 'coverId', message }]));
  const portal = await renderPortal(`${PAGE}?story=1`);
  await portal.user.type(await screen.findByLabelText('Title *'), ' again');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  const alert = await screen.findByText(message);
  server.on('PUT /api/albums/1', { status: 200, body: sampleAlbum(1, { version: 2 }) });
  await portal.user.click(screen.getByRole('button', { name: 'Use the first photo' }));
  expect(alert).not.toBeInTheDocument();
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await screen.findByText('All changes are saved.');
  expect((server.bodies['PUT /api/albums/1'] as { coverId: unknown }).coverId).toBeNull();
});

/** Saves story 1, whose `fields` the server refuses. */
async function refuseStory(...fields: string[]) {
  expectApiErrors();
  const server = startTestServer();
  server.on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1) });
  const errors = fields.map((field) => ({ field, message: 'Photo not found.' }));
  server.on('PUT /api/albums/1', problem(422, 'Please fix the fields below.', errors));
  const portal = await renderPortal(`${PAGE}?story=1`);
  await portal.user.type(await screen.findByLabelText('Title *'), ' again');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await waitFor(() => expect(screen.getAllByText('Photo not found.')).toHaveLength(fields.length));
  return { server, portal };
}
const refusedPhotos = () =>
  screen.queryAllByText('Photo not found.').map((message) => message.closest('li')?.querySelector('p')?.textContent);

it('STORY-3 a refused photo that is removed takes its message along', async () => {
  const { portal } = await refuseStory('sections.0.entries.0', 'sections.1.entries.0');
  expect(refusedPhotos()).toEqual(['Picture 1', 'Picture 3']);
  await portal.user.click(screen.getByRole('button', { name: 'Remove Picture 1' }));
  expect(refusedPhotos()).toEqual(['Picture 3']);
});

it('STORY-3 the message of a refused photo moves with its photo and its section', async () => {
  const { portal } = await refuseStory('sections.1.entries.0');
  await portal.user.click(screen.getByRole('button', { name: 'Move Pheras up' }));
  expect(refusedPhotos()).toEqual(['Picture 3']);
  screen.getByRole('button', { name: 'Move Picture 3, position 1 of 1' }).focus();
  await portal.user.keyboard('{ArrowRight}');
  expect(refusedPhotos()).toEqual(['Picture 3']);
  await portal.user.click(screen.getByRole('button', { name: 'Remove Pheras' }));
  expect(refusedPhotos()).toEqual(['Picture 3']);
});

it('STORY-3 the message of a refused text of a section goes when the text is changed', async () => {
  const { portal } = await refuseStory('sections.0.title', 'sections.1.text');
  const ceremony = within(screen.getByRole('region', { name: 'Haldi' })).getByLabelText('Ceremony');
  expect(ceremony).toBeInvalid();
  await portal.user.type(ceremony, ' at home');
  expect(ceremony).toBeValid();
  expect(within(screen.getByRole('region', { name: 'Pheras' })).getByLabelText('Text')).toBeInvalid();
});

it.each(['All stories', 'Albums'])("STORY-3 '%s' asks before an unsaved story is left", async (link) => {
  startTestServer().on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1) });
  const portal = await renderPortal(`${PAGE}?story=1`);
  await portal.user.type(await screen.findByLabelText('Title *'), ' again');
  await portal.user.click(screen.getByRole('link', { name: link }));
  expect(portal.refusals).toEqual(['/admin/dashboard/albums']);
  expect(screen.getByLabelText('Title *')).toHaveValue('Story 1 again');
});

it('STORY-3 a category that only a newer API knows is listed, and kept by an edit', async () => {
  const server = startTestServer();
  const drone = { category: 'drone' };
  server.on('GET /api/admin/albums', { status: 200, body: { ...page(1).body, items: [{ ...summary(1), ...drone }] } });
  server.on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1, drone) });
  server.on('PUT /api/albums/1', { status: 200, body: sampleAlbum(1, { ...drone, version: 2 }) });
  const portal = await renderPortal(PAGE);
  expect(await screen.findByText(/^drone · Pune/)).toBeVisible();
  await portal.user.click(screen.getByRole('link', { name: 'Edit Story 1' }));
  expect(await screen.findByLabelText('Category *')).toHaveDisplayValue('drone');
  await portal.user.type(screen.getByLabelText('Title *'), '!');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await waitFor(() => expect(server.bodies['PUT /api/albums/1']).toMatchObject({ title: 'Story 1!', ...drone }));
});

it('STORY-2 a conflict shows both versions, and nothing that was typed is lost', async () => {
  const server = startTestServer();
  server.on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1) });
  const theirs = sampleAlbum(1, { title: 'Their title', version: 4 });
  const refusal = problem(409, 'Someone else changed this story.');
  server.on('PUT /api/albums/1', { ...refusal, body: { ...(refusal.body as object), current: theirs } });
  expectApiErrors();
  const portal = await renderPortal(`${PAGE}?story=1`);
  const title = await screen.findByLabelText('Title *');
  await portal.user.clear(title);
  await portal.user.type(title, 'My title');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  const box = within(await screen.findByRole('alert'));
  expect(box.getByText('Their title')).toBeVisible();
  expect(box.getByText('My title')).toBeVisible();
  expect(title).toHaveValue('My title');
  server.on('PUT /api/albums/1', { status: 200, body: sampleAlbum(1, { title: 'My title', version: 5 }) });
  await portal.user.click(box.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(server.bodies['PUT /api/albums/1']).toMatchObject({ title: 'My title', version: 4 }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('STORY-3 text typed while a story is saved stays, and the other fields take the stored values', async () => {
  const server = startTestServer();
  const finish: ((response: { status: number; body: unknown }) => void)[] = [];
  server.on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1) });
  server.on('PUT /api/albums/1', () => new Promise((resolve) => finish.push(resolve)));
  const portal = await renderPortal(`${PAGE}?story=1`);
  const title = await screen.findByLabelText('Title *');
  await portal.user.type(title, ' mine');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await portal.user.type(title, ' and more');
  const ceremony = within(screen.getByRole('region', { name: 'Haldi' })).getByLabelText('Ceremony');
  await portal.user.type(ceremony, ' at home');
  finish[0]?.({ status: 200, body: sampleAlbum(1, { title: 'Story 1 mine', slug: 'story-1-mine', version: 2 }) });
  expect(await screen.findByText(/^You changed something while it was being saved/)).toBeVisible();
  expect(title).toHaveValue('Story 1 mine and more');
  expect(within(screen.getByRole('region', { name: 'Haldi at home' })).getByLabelText('Ceremony')).toBeVisible();
  expect(screen.getByLabelText('Web address')).toHaveValue('story-1-mine');
  expect(screen.getByText('You have unsaved changes.')).toBeVisible();
  expect(portal.toasts).toEqual([]);
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  expect(server.bodies['PUT /api/albums/1']).toMatchObject({ title: 'Story 1 mine and more', version: 2 });
  const { sections } = server.bodies['PUT /api/albums/1'] as Album;
  expect(sections.map((section) => section.title)).toEqual(['Haldi at home', 'Pheras']);
});

it('STORY-3 a new story that is typed on while it is added is added once and then has its own URL', async () => {
  const server = startTestServer();
  let finish: (response: { status: number; body: unknown }) => void = () => undefined;
  server.on('POST /api/albums', () => new Promise((resolve) => (finish = resolve)));
  const added = sampleAlbum(7, { title: 'A day', sections: [] });
  server.on('PUT /api/albums/7', { status: 200, body: { ...added, title: 'A day in Pune', version: 2 } });
  server.on('GET /api/admin/albums/7', { status: 200, body: { ...added, title: 'A day in Pune', version: 2 } });
  const portal = await renderPortal(`${PAGE}?story=new`);
  await portal.user.type(screen.getByLabelText('Title *'), 'A day');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await portal.user.type(screen.getByLabelText('Title *'), ' in Pune');
  finish({ status: 201, body: added });
  expect(await screen.findByText(/^You changed something while it was being saved/)).toBeVisible();
  expect(portal.navigations).toEqual([]);
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await waitFor(() => expect(portal.navigations).toEqual(['/admin/dashboard/albums?story=7']));
  expect(server.bodies['PUT /api/albums/7']).toMatchObject({ title: 'A day in Pune', version: 1 });
  expect(portal.toasts.map((toast) => toast.title)).toEqual(['Story added']);
});

/** Lets the first save of story 1 meet what someone else saved, the next one succeed. */
async function openWithConflict(current: Album) {
  const server = startTestServer();
  server.on('GET /api/admin/albums/1', { status: 200, body: sampleAlbum(1) });
  const refusal = problem(409, 'Someone else changed this story.');
  server.on('PUT /api/albums/1', { ...refusal, body: { ...(refusal.body as object), current } });
  expectApiErrors();
  const portal = await renderPortal(`${PAGE}?story=1`);
  await screen.findByLabelText('Title *');
  return { server, portal };
}

/** Saves over the other version and returns what was sent. */
async function saveMine({ server, portal }: Awaited<ReturnType<typeof openWithConflict>>) {
  server.on('PUT /api/albums/1', { status: 200, body: sampleAlbum(1, { version: 5 }) });
  await portal.user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  return server.bodies['PUT /api/albums/1'] as Album;
}

it('LANG-11 saving over a conflict keeps the Hindi texts that only the other translator saved', async () => {
  const [haldi, pheras] = sampleAlbum(1).sections;
  const hindi = { ...sampleSection.translations, hi: { title: 'हल्दी', text: '' } };
  const story = emptyTranslations(['title', 'client', 'place', 'description']);
  const opened = await openWithConflict(
    sampleAlbum(1, {
      ...{ version: 4, translations: { ...story, hi: { ...story.hi, title: 'कहानी' } } },
      sections: [{ ...haldi, translations: hindi }, pheras] as Album['sections'],
    }),
  );
  const { portal } = opened;
  await portal.user.click(await screen.findByRole('button', { name: 'Marathi 4' }));
  await portal.user.type(within(screen.getByRole('region', { name: 'Haldi' })).getByLabelText('Ceremony'), 'हळदी');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  const box = within(await screen.findByRole('alert'));
  expect(box.getByText(/The form now shows their Title in Hindi and Ceremony in Hindi of Haldi\./)).toBeVisible();
  expect(box.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Sections in Marathi, theirs',
    'Sections in Marathi, yours',
  ]);
  const sent = await saveMine(opened);
  expect(sent).toMatchObject({
    ...{ version: 4, translations: { hi: { title: 'कहानी' } } },
    sections: [{ translations: { mr: { title: 'हळदी' }, hi: { title: 'हल्दी' } } }, {}],
  });
});

it('STORY-2 a conflict merges sections: moved, added and changed ones of both stay', async () => {
  const [haldi, pheras] = sampleAlbum(1).sections as [Album['sections'][number], Album['sections'][number]];
  const sangeet = { ...sampleSection, title: 'Sangeet', entries: [entry(8)] };
  const opened = await openWithConflict(
    sampleAlbum(1, {
      version: 4,
      sections: [{ ...pheras, text: 'Seven rounds' }, sangeet, { ...haldi, entries: [entry(2), entry(9)] }],
    }),
  );
  const { portal } = opened;
  const section = (name: string) => within(screen.getByRole('region', { name }));
  await portal.user.click(section('Haldi').getByRole('button', { name: 'Remove Picture 2' }));
  await portal.user.clear(section('Pheras').getByLabelText('Ceremony'));
  await portal.user.type(screen.getByLabelText('Client'), 'Priya');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await screen.findByRole('alert');
  const sent = await saveMine(opened);
  const shown = sent.sections.map(({ title, text, entries }) => [
    title,
    text,
    ...entries.map(({ photoId }) => photoId),
  ]);
  expect(shown).toEqual([
    ['', 'Seven rounds', '3'],
    ['Sangeet', '', '8'],
    ['Haldi', '', '9'],
  ]);
  expect(sent.client).toBe('Priya');
});

it('STORY-2 a second conflict is compared with the version of the first', async () => {
  const opened = await openWithConflict(sampleAlbum(1, { version: 4, place: 'Nashik' }));
  const { server, portal } = opened;
  await portal.user.type(screen.getByLabelText('Client'), 'Priya');
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  await screen.findByRole('alert');
  const refusal = problem(409, 'Someone else changed this story.');
  const current = sampleAlbum(1, { version: 6, place: 'Mumbai' });
  server.on('PUT /api/albums/1', { ...refusal, body: { ...(refusal.body as object), current } });
  await portal.user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.getByLabelText('Place')).toHaveValue('Mumbai'));
  expect(await saveMine(opened)).toMatchObject({ version: 6, place: 'Mumbai', client: 'Priya' });
});

it('LANG-11 a story and its sections have texts in each language; missing ones are marked', async () => {
  const server = startTestServer();
  server.on('GET /api/admin/albums/1', {
    status: 200,
    body: sampleAlbum(1, { changedInEnglish: { mr: ['place'], hi: [] } }),
  });
  server.on('PUT /api/albums/1', problem(422, 'Please check the fields.', [TOO_LONG]));
  const portal = await renderPortal(`${PAGE}?story=1`);
  await portal.user.click(await screen.findByRole('button', { name: 'Marathi 4' }));
  const details = within(screen.getByRole('region', { name: 'Details' }));
  const title = details.getByLabelText('Title');
  expect(title).toHaveAccessibleDescription('Missing. English: Story 1');
  expect(title).toHaveAttribute('lang', 'mr');
  await portal.user.type(title, 'पहिली गोष्ट');
  await portal.user.type(details.getByLabelText('Place'), 'पुणे');
  expect(details.getByLabelText('Place')).toHaveAccessibleDescription('English has changed since. English: Pune');
  await portal.user.type(within(screen.getByRole('region', { name: 'Haldi' })).getByLabelText('Ceremony'), 'हळदी');
  expect(screen.getByRole('button', { name: 'Marathi 1' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  expectApiErrors();
  await portal.user.click(screen.getByRole('button', { name: 'English' }));
  await portal.user.click(screen.getByRole('button', { name: 'Save story' }));
  // The message is about Hindi, so the form shows Hindi.
  expect(await screen.findByText('Please use at most 120 characters.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hindi 4' })).toHaveAttribute('aria-pressed', 'true');
  expect(server.bodies['PUT /api/albums/1']).toMatchObject({
    translations: { mr: { title: 'पहिली गोष्ट', place: 'पुणे' }, hi: { title: '' } },
    sections: [{ translations: { mr: { title: 'हळदी' } } }, { translations: { mr: { title: '' } } }],
  });
  await settle();
});
