import { screen, waitFor, within } from '@testing-library/react';
import './films-page';
import { axeViolations, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { sampleFilm } from '../../testing/sample-data';
import { ConnectionLost, never, problem, startTestServer } from '../../testing/test-server';
import { formatDuration, parseDuration } from './film-draft';

const PAGE = '/dashboard/videos';

it('ADM-PH-1 FILM-4 lists the films, says what is coming soon, and names dead links', async () => {
  const server = startTestServer();
  const videos = [sampleFilm(1), sampleFilm(2, { linkState: 'dead' })];
  server.on('GET /api/admin/videos', { status: 200, body: { videos, next: null, total: 2, dead: 1 } });
  await renderPortal(PAGE);
  expect(await screen.findByText('2 videos')).toBeVisible();
  expect(screen.getByText(/coming soon/)).toBeVisible();
  expect(screen.getByText('Dead link')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The link of 1 film does not work any more.');
  expect(await axeViolations()).toEqual([]);
});

it('FILM-4 a film that was not deleted is named, with the reason', async () => {
  const server = startTestServer();
  const film = sampleFilm(1, { title: 'Two days in Pune' });
  server.on('GET /api/admin/videos', { status: 200, body: { videos: [film], next: null, total: 1, dead: 0 } });
  server.on(`DELETE /api/admin/videos/1?version=${film.version}`, problem(409, 'Someone else changed this film.'));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Delete Two days in Pune' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(portal.toasts[0]).toMatchObject({
    title: 'We could not delete “Two days in Pune”',
    description: 'Someone else changed this film.',
  });
});

it('FILM-4 a link that is no film is refused at its field, a good one is added', async () => {
  const server = startTestServer();
  server.films.length = 0;
  server.on('POST /api/admin/videos', { status: 201, body: sampleFilm(9) });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Add film' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add film' }));
  await portal.user.type(dialog.getByLabelText('Title *'), 'Our film');
  const link = dialog.getByLabelText('Link to YouTube or Vimeo');
  await portal.user.type(link, 'https://evil.example/watch?v=abcdefghijk');
  await portal.user.click(dialog.getByRole('button', { name: 'Add film' }));
  expect(await dialog.findByText(/^Please enter a link to a film at YouTube or Vimeo/)).toBeVisible();
  expect(server.calls).not.toContain('POST /api/admin/videos');
  await portal.user.clear(link);
  await portal.user.type(link, 'https://youtu.be/abcdefghijk');
  await portal.user.type(dialog.getByLabelText('Length'), '3:45');
  server.films.push(sampleFilm(9));
  await portal.user.click(dialog.getByRole('button', { name: 'Add film' }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Film added']));
  expect(server.bodies['POST /api/admin/videos']).toMatchObject({ title: 'Our film', durationSeconds: 225 });
  // The first one replaces what said that there are none, with the button that had the focus.
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await settle();
});

it('FILM-4 a cancelled upload leaves the focus on a button that removes nothing', async () => {
  const server = startTestServer();
  server.on('POST /api/admin/videos/files', never);
  server.on('GET /api/admin/videos', {
    status: 200,
    body: { videos: [sampleFilm(1, { fileId: 'a'.repeat(64) })], next: null, total: 1, dead: 0 },
  });
  const { user } = await renderPortal(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit film' }));
  const file = new File([new Uint8Array(1000)], 'film.mp4', { type: 'video/mp4' });
  await user.upload(dialog.getByLabelText('Film file'), file);
  await user.click(await dialog.findByRole('button', { name: 'Cancel upload' }));
  expect(await dialog.findByRole('button', { name: 'Replace film file' })).toHaveFocus();
  await settle();
});

it('FILM-4 a refused upload says why and keeps the form, the next one is stored', async () => {
  const server = startTestServer();
  const reason = 'Many browsers cannot play this film. Please export the film as MP4 with H.264 from a video editor.';
  server.on('POST /api/admin/videos/files', problem(415, reason));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit film' }));
  await portal.user.type(dialog.getByLabelText('Description'), 'Typed before');
  const file = new File([new Uint8Array(1000)], 'film.mp4', { type: 'video/mp4' });
  await portal.user.upload(dialog.getByLabelText('Film file'), file);
  expect(await dialog.findByText(reason)).toBeVisible();
  expect(dialog.getByLabelText('Description')).toHaveValue('Typed before');
  const stored = { id: 'a'.repeat(64), kind: 'mp4', bytes: 1000, durationSeconds: 90 };
  server.on('POST /api/admin/videos/files', { status: 201, body: stored });
  await portal.user.upload(dialog.getByLabelText('Film file'), file);
  expect(await dialog.findByText('Film stored 1:30')).toBeVisible();
  await portal.user.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: 'You have unsaved changes. Discard them?' })).toBeVisible();
});

it('FILM-4 a category that only a newer API knows is shown, and kept by an edit', async () => {
  const server = startTestServer();
  const film = sampleFilm(1, { category: 'drone' });
  server.on('GET /api/admin/videos', { status: 200, body: { videos: [film], next: null, total: 1, dead: 0 } });
  server.on('PUT /api/admin/videos/1', { status: 200, body: { ...film, version: 2 } });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  expect(screen.getByLabelText('Category *')).toHaveDisplayValue('drone');
  await portal.user.type(screen.getByLabelText('Title *'), '!');
  await portal.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(server.bodies['PUT /api/admin/videos/1']).toMatchObject({ category: 'drone' }));
});

it('LANG-11 a film has its texts in each language; a conflict merges what only the other changed', async () => {
  const server = startTestServer();
  const videos = [sampleFilm(1, { description: 'Ten minutes of rain.' })];
  server.on('GET /api/admin/videos', { status: 200, body: { videos, next: null, total: 1, dead: 0 } });
  const theirs = sampleFilm(1, {
    ...{ description: 'Ten minutes of rain.', version: 2 },
    translations: { mr: { title: 'त्यांचे', description: '' }, hi: { title: 'उनका', description: '' } },
    durationSeconds: 125,
  });
  refuseSave(server, theirs);
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit film' }));
  await portal.user.click(dialog.getByRole('button', { name: 'Marathi 2' }));
  expect(dialog.getByLabelText('Description')).toHaveAccessibleDescription('Missing. English: Ten minutes of rain.');
  await portal.user.type(dialog.getByLabelText('Title'), 'आमचे');
  expect(dialog.getByRole('button', { name: 'Marathi 1' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  expectApiErrors();
  await portal.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/The form now shows their Length and Title in Hindi\./)).toBeVisible();
  expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Title in Marathi, theirs',
    'Title in Marathi, yours',
  ]);
  expect(dialog.getByText('त्यांचे')).toBeVisible();
  expect(dialog.getByLabelText('Title')).toHaveValue('आमचे');
  server.on('PUT /api/admin/videos/1', { status: 200, body: { ...theirs, version: 3 } });
  await portal.user.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const translations = { mr: { title: 'आमचे', description: '' }, hi: { title: 'उनका', description: '' } };
  expect(server.bodies['PUT /api/admin/videos/1']).toMatchObject({ version: 2, durationSeconds: 125, translations });
  await settle();
});

it('FILM-4 after a lost response a film is added once, with what was typed since', async () => {
  const server = startTestServer();
  server.on('POST /api/admin/videos', () => {
    throw new ConnectionLost();
  });
  server.on('PUT /api/admin/videos/9', { status: 200, body: sampleFilm(9, { title: 'Our film', version: 2 }) });
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Add film' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add film' }));
  await portal.user.type(dialog.getByLabelText('Title *'), 'Our');
  await portal.user.click(dialog.getByRole('checkbox', { name: /^Published/ }));
  await portal.user.click(dialog.getByRole('button', { name: 'Add film' }));
  expect(await dialog.findByText(/Check your connection and try again/)).toBeVisible();
  server.on('POST /api/admin/videos', { status: 201, body: sampleFilm(9, { title: 'Our' }) });
  await portal.user.type(dialog.getByLabelText('Title *'), ' film');
  await portal.user.click(dialog.getByRole('button', { name: 'Add film' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.keys).toEqual([server.keys[0], server.keys[0]]);
  expect(server.bodies['PUT /api/admin/videos/9']).toMatchObject({ title: 'Our film', version: 1 });
});

/** Saves 'Film 1 mine' and returns its dialog before the API has responded, which `finish` makes it do. */
async function saveFilm() {
  const server = startTestServer();
  let respond: (response: { status: number; body: unknown }) => void = () => undefined;
  server.on('PUT /api/admin/videos/1', () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit film' }));
  await portal.user.type(dialog.getByLabelText('Title *'), ' mine');
  await portal.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  const finish = (change: object) => respond({ status: 200, body: sampleFilm(1, change) });
  return { server, portal, dialog, finish };
}

it('FILM-4 text typed while a film is saved stays in the form until it is saved, too', async () => {
  const { server, portal, dialog, finish } = await saveFilm();
  await portal.user.type(dialog.getByLabelText('Title *'), ' and more');
  finish({ title: 'Film 1 mine', version: 2 });
  expect(await dialog.findByText(/^You changed something while it was being saved/)).toBeVisible();
  expect(dialog.getByLabelText('Title *')).toHaveValue('Film 1 mine and more');
  await portal.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(server.bodies['PUT /api/admin/videos/1']).toMatchObject({ title: 'Film 1 mine and more', version: 2 });
  finish({ title: 'Film 1 mine and more', version: 3 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(portal.toasts.map(({ title }) => title)).toEqual(['Film saved']);
});

it('FILM-4 Discard during a save says that it may be stored, and the next dialog stays open', async () => {
  const { portal, finish } = await saveFilm();
  await portal.user.keyboard('{Escape}');
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText(/^Your changes are being saved now and may still be stored\./)).toBeVisible();
  await portal.user.click(question.getByRole('button', { name: 'Discard' }));
  await portal.user.click(screen.getByRole('button', { name: 'Add film' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add film' }));
  await portal.user.type(dialog.getByLabelText('Title *'), 'Our film');
  await settle(() => finish({ title: 'Film 1 mine', version: 2 }));
  expect(dialog.getByLabelText('Title *')).toHaveValue('Our film');
  expect(screen.getByRole('dialog', { name: 'Add film' })).toBeVisible();
});

it('FILM-4 a file that starts to upload while a film is saved keeps the dialog open', async () => {
  const { server, portal, dialog, finish } = await saveFilm();
  let store: (response: { status: number; body: unknown }) => void = () => undefined;
  server.on('POST /api/admin/videos/files', () => new Promise((resolve) => (store = resolve)));
  const file = new File([new Uint8Array(1000)], 'film.mp4', { type: 'video/mp4' });
  await portal.user.upload(dialog.getByLabelText('Film file'), file);
  finish({ title: 'Film 1 mine', version: 2 });
  await waitFor(() => expect(server.calls.filter((call) => call === 'GET /api/admin/videos')).toHaveLength(2));
  store({ status: 201, body: { id: 'a'.repeat(64), kind: 'mp4', bytes: 1000, durationSeconds: 90 } });
  expect(await dialog.findByText('Film stored 1:30')).toBeVisible();
});

/** Refuses to save film 1, because someone else saved this version. */
function refuseSave(server: ReturnType<typeof startTestServer>, theirs: object) {
  const refusal = problem(409, 'Someone else changed this film.');
  server.on('PUT /api/admin/videos/1', { ...refusal, body: { ...(refusal.body as object), current: theirs } });
}

it.each(['Use their length', 'Take theirs'])('FILM-4 after "%s" the Length is shown that is saved', async (choice) => {
  const server = startTestServer();
  const theirs = sampleFilm(1, { title: 'Film 1 theirs', durationSeconds: 125, version: 2 });
  refuseSave(server, theirs);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit film' }));
  await portal.user.clear(dialog.getByLabelText('Length'));
  await portal.user.type(dialog.getByLabelText('Length'), '3:00');
  await portal.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  const button = await dialog.findByRole('button', { name: choice });
  server.on('PUT /api/admin/videos/1', { status: 200, body: { ...theirs, version: 3 } });
  await portal.user.click(button);
  expect(dialog.getByLabelText('Length')).toHaveValue('2:05');
  await portal.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodies['PUT /api/admin/videos/1']).toMatchObject({ durationSeconds: 125, version: 2 });
  await settle();
});

it('FILM-4 a Length that only someone else changed is shown in the form', async () => {
  const server = startTestServer();
  const theirs = sampleFilm(1, { durationSeconds: 125, version: 2 });
  refuseSave(server, theirs);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit film' }));
  await portal.user.type(dialog.getByLabelText('Title *'), ' mine');
  await portal.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/The form now shows their Length\./)).toBeVisible();
  expect(dialog.getByLabelText('Length')).toHaveValue('2:05');
});

it.each(['1.30', '3m'])('FILM-4 a film whose Length is %s is not saved, and closing asks', async (text) => {
  const server = startTestServer();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Film 1' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit film' }));
  const length = dialog.getByLabelText('Length');
  await portal.user.clear(length);
  await portal.user.type(length, text);
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(length).toHaveAccessibleDescription(/Please enter minutes and seconds, such as 3:45\./);
  expect(length).toHaveValue(text);
  expect(server.calls).not.toContain('PUT /api/admin/videos/1');
});

it.each([
  ['3:45', 225],
  ['1:02:05', 3725],
  ['95', 95],
  ['', null],
  ['soon', 'soon'],
])('FILM-4 reads the length %s', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
  if (typeof seconds === 'number' && text.includes(':')) expect(formatDuration(seconds)).toBe(text);
});
