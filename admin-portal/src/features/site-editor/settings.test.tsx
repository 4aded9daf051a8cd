import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import './settings-page';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { sampleItem, sampleMedia } from '../../testing/sample-data';
import { type Answer, ConnectionLost, problem, startTestServer } from '../../testing/test-server';

const THEME = { accent: 'maroon', neutral: 'warm', display_font: 'playfair', text_font: 'inter' };
const LOGO = { on_dark: 'a'.repeat(64), on_light: '', alt: 'A lamp' };
const documentOf = (id: string, body: object, version = 0) => ({
  ...{ entity: 'text', id, locale: 'en', label: id, version, body, live: body },
  ...{ state: version === 0 ? 'published' : 'draft', savedBy: 'Asha', savedAt: null, schedule: null },
});

function startServer() {
  const server = startTestServer();
  server.on('GET /api/admin/drafts?limit=200', { status: 200, body: { documents: [], next: null } });
  server.on('GET /api/admin/schedules?limit=20', { status: 200, body: { schedules: [], next: null } });
  server.on('GET /api/admin/translations', { status: 200, body: { mr: {}, hi: {} } });
  for (const [id, body] of Object.entries({ hero: { brand_name: 'Godhuli' }, theme: THEME, logo: LOGO }))
    server.on(`GET /api/admin/documents/text/${id}`, { status: 200, body: documentOf(id, body) });
  server.on('POST /preview/draft', { status: 200, body: '' });
  return server;
}

it('SET-1 ADM-PH-1 Settings offers name, logo, contact, links, theme and languages with the preview', async () => {
  startServer();
  await renderPortal('/dashboard/settings', ADMIN);
  expect(await screen.findByLabelText('Studio name')).toHaveValue('Godhuli');
  const parts = within(screen.getByLabelText('Part of the website')).getAllByRole('option');
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    ...['Studio name', 'Logo', 'Contact, locations and hours', 'Social links', 'Theme', 'Languages'],
  ]);
  expect(screen.getByText(/^Coming soon/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Publish…' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await settle();
});

it('SET-THEME-1 a theme is chosen from lists and saved as a draft', async () => {
  const server = startServer();
  const PUT = 'PUT /api/admin/documents/text/theme';
  server.on(PUT, { status: 200, body: documentOf('theme', { ...THEME, accent: 'peacock' }, 2) });
  const portal = await renderPortal('/dashboard/settings', ADMIN);
  await portal.user.selectOptions(await screen.findByLabelText('Part of the website'), 'Theme');
  await portal.user.selectOptions(await screen.findByLabelText('Accent colours'), 'Peacock');
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies[PUT]).toEqual({ version: 0, body: { ...THEME, accent: 'peacock' } });
  await settle();
});

it('SET-LOGO-1 a photo of the gallery is searched for and chosen, also one of a further page', async () => {
  const server = startServer();
  const page = (items: object[], next: string | null) => ({
    status: 200,
    body: { items, next, total: 2, counts: {}, unpublished: 0, trashed: 0 },
  });
  const LIST = 'GET /api/admin/portfolio?order=newest&limit=50';
  server.on(LIST, page([sampleItem(1)], '1.1'));
  server.on(`${LIST}&cursor=1.1`, page([sampleItem(2)], null));
  server.on(`${LIST}&q=two`, page([sampleItem(2)], null));
  const PUT = 'PUT /api/admin/documents/text/logo';
  server.on(PUT, { status: 200, body: documentOf('logo', { ...LOGO, on_dark: sampleMedia(2).id }, 2) });
  const { user } = await renderPortal('/dashboard/settings', ADMIN);
  await user.selectOptions(await screen.findByLabelText('Part of the website'), 'Logo');
  await user.click(await screen.findByRole('button', { name: 'Choose from gallery: Logo on dark backgrounds' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Choose a photo' }));
  await user.click(await dialog.findByRole('button', { name: 'Show more photos' }));
  expect(await dialog.findByRole('button', { name: 'Picture 2' })).toBeVisible();
  await user.type(dialog.getByLabelText('Search photos'), 'two');
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Picture 1' })).not.toBeInTheDocument());
  await user.click(dialog.getByRole('button', { name: 'Picture 2' }));
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies[PUT]).toMatchObject({ body: { on_dark: sampleMedia(2).id } });
  await settle();
});

it('SET-LOGO-1 a removed logo is an empty text, and editors do not see Settings', async () => {
  const server = startServer();
  const PUT = 'PUT /api/admin/documents/text/logo';
  server.on(PUT, { status: 200, body: documentOf('logo', { ...LOGO, on_dark: '' }, 2) });
  const portal = await renderPortal('/dashboard/settings', ADMIN);
  await portal.user.selectOptions(await screen.findByLabelText('Part of the website'), 'Logo');
  await portal.user.click(await screen.findByRole('button', { name: 'Remove photo: Logo on dark backgrounds' }));
  expect(screen.getByRole('button', { name: 'Choose from gallery: Logo on dark backgrounds' })).toHaveFocus();
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies[PUT]).toEqual({ version: 0, body: { ...LOGO, on_dark: '' } });
  portal.unmount();
  await renderPortal('/dashboard', EDITOR);
  expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument();
  await settle();
});

it('SET-LOGO-1 the formats of a logo are named at its file and not at its description', async () => {
  startServer();
  const { user } = await renderPortal('/dashboard/settings', ADMIN);
  await user.selectOptions(await screen.findByLabelText('Part of the website'), 'Logo');
  expect(await screen.findByLabelText('Description of the logo')).toHaveAccessibleDescription(
    'For people who cannot see it.',
  );
  for (const label of ['Logo on dark backgrounds', 'Logo on light backgrounds'])
    expect(screen.getByRole('button', { name: `Upload a photo: ${label}` })).toHaveAccessibleDescription(
      'JPG, PNG or WebP, up to 25 MB. Best as PNG or WebP with a transparent background.',
    );
  expect(await axeViolations()).toEqual([]);
  await settle();
});

it('SET-LOGO-1 a logo that is too large or of another format is refused before it is sent', async () => {
  const server = startServer();
  const UPLOAD = 'POST /api/admin/media';
  server.on('PUT /api/admin/documents/text/logo', { status: 200, body: documentOf('logo', LOGO, 2) });
  const { user } = await renderPortal('/dashboard/settings', ADMIN);
  await user.selectOptions(await screen.findByLabelText('Part of the website'), 'Logo');
  const input = await screen.findByLabelText('File of logo on light backgrounds');
  const large = new File(['x'], 'logo.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 30_000_000 });
  await user.upload(input, large);
  expect(await screen.findByRole('alert')).toHaveTextContent('logo.png is larger than 25 MB. Choose a smaller file.');
  expect(server.calls).not.toContain(UPLOAD);
  await user.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(screen.queryByRole('alert')).toBe(null);
  fireEvent.change(input, { target: { files: [new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })] } });
  expect(await screen.findByRole('alert')).toHaveTextContent('logo.svg is not a supported image.');
  expect(server.calls.filter((call) => call === UPLOAD)).toHaveLength(1);
  await settle();
});

const LABEL = 'Logo on dark backgrounds';
const QUESTION = { name: 'A photo is still uploading. Continue without it?' };

/** Settings with a logo that is on its way until the test stores it. */
async function openUploading() {
  const server = startServer();
  const stored = documentOf('logo', { ...LOGO, on_dark: sampleMedia(90).id }, 2);
  server.on('PUT /api/admin/documents/text/logo', { status: 200, body: stored });
  let store: (answer: Answer) => void = () => undefined;
  server.on('POST /api/admin/media', () => new Promise((resolve) => (store = resolve)));
  const portal = await renderPortal('/dashboard/settings', ADMIN);
  await portal.user.selectOptions(await screen.findByLabelText('Part of the website'), 'Logo');
  const file = new File([new Uint8Array(1000)], 'logo.png', { type: 'image/png' });
  await portal.user.upload(await screen.findByLabelText(`File of ${LABEL.toLowerCase()}`), file);
  await screen.findByRole('button', { name: `Uploading…: ${LABEL}` });
  return { server, portal, store: (answer: Answer) => settle(() => store(answer)) };
}

it('EDIT-UI-1 another part asks while a photo is uploading, and the photo is kept by waiting', async () => {
  const { server, portal, store } = await openUploading();
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.selectOptions(screen.getByLabelText('Part of the website'), 'Theme');
  await portal.user.click(within(screen.getByRole('alertdialog', QUESTION)).getByRole('button', { name: 'Wait' }));
  expect(screen.getByLabelText('Part of the website')).toHaveDisplayValue('Logo');
  await store({ status: 201, body: sampleMedia(90) });
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies['PUT /api/admin/documents/text/logo']).toMatchObject({ body: { on_dark: sampleMedia(90).id } });
  expect(portal.unsavedChanges()).toBeNull();
  await settle();
});

it('EDIT-UI-1 an upload ends with its form, and then nothing asks any more', async () => {
  const { portal } = await openUploading();
  const parts = screen.getByLabelText('Part of the website');
  await portal.user.selectOptions(parts, 'Theme');
  await portal.user.click(screen.getByRole('button', { name: 'Continue without it' }));
  expect(await screen.findByLabelText('Accent colours')).toBeVisible();
  expect(portal.unsavedChanges()).toBeNull();
  await portal.user.selectOptions(parts, 'Logo');
  expect(await screen.findByRole('button', { name: `Upload a photo: ${LABEL}` })).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await settle();
});

it('EDIT-UI-1 a photo that is removed while another one uploads stays removed', async () => {
  const { server, portal, store } = await openUploading();
  const PUT = 'PUT /api/admin/documents/text/logo';
  server.on(PUT, { status: 200, body: documentOf('logo', { ...LOGO, on_dark: '' }, 2) });
  await portal.user.click(screen.getByRole('button', { name: `Remove photo: ${LABEL}` }));
  expect(screen.getByRole('button', { name: `Upload a photo: ${LABEL}` })).toBeVisible();
  await store({ status: 201, body: sampleMedia(90) });
  expect(screen.queryByRole('button', { name: `Remove photo: ${LABEL}` })).toBeNull();
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies[PUT]).toMatchObject({ body: { on_dark: '' } });
  expect(portal.unsavedChanges()).toBeNull();
  await settle();
});

it.each(['Publish…', 'History'])('EDIT-UI-1 %s asks while a photo is uploading', async (name) => {
  const { portal } = await openUploading();
  await portal.user.click(screen.getByRole('button', { name }));
  expect(screen.getByRole('alertdialog', QUESTION)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('EDIT-UI-1 an upload that failed still asks before the page is left, until another photo is chosen', async () => {
  expectApiErrors();
  const { server, portal, store } = await openUploading();
  await store(problem(503, 'The service is not available.'));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(portal.unsavedChanges()).not.toBeNull();
  server.on('POST /api/admin/media', { status: 201, body: sampleMedia(90) });
  const file = new File([new Uint8Array(1000)], 'logo.png', { type: 'image/png' });
  await portal.user.upload(screen.getByLabelText(`File of ${LABEL.toLowerCase()}`), file);
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(portal.unsavedChanges()).toBeNull();
  await settle();
});

it('EDIT-UI-1 ADM-SHELL-2 an upload that the end of the session refused is repeated after the sign-in', async () => {
  expectApiErrors();
  const { server, portal, store } = await openUploading();
  await store(problem(401, 'Please sign in.'));
  const ended = within(await screen.findByRole('alertdialog', { name: 'Your session has ended' }));
  server.on('POST /api/admin/auth/login', { status: 200, body: { success: true, user: ADMIN } });
  server.on('POST /api/admin/media', { status: 201, body: sampleMedia(90) });
  await portal.user.type(ended.getByLabelText('Email'), 'asha@godhuli.example');
  await portal.user.type(ended.getByLabelText('Password'), 'marigold-2017');
  await portal.user.click(ended.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies['PUT /api/admin/documents/text/logo']).toMatchObject({ body: { on_dark: sampleMedia(90).id } });
  await settle();
});

it('SET-LOGO-1 an upload without a connection says what to do', async () => {
  const server = startServer();
  expectApiErrors();
  server.on('POST /api/admin/media', () => {
    throw new ConnectionLost();
  });
  const { user } = await renderPortal('/dashboard/settings', ADMIN);
  await user.selectOptions(await screen.findByLabelText('Part of the website'), 'Logo');
  const file = new File([new Uint8Array(1000)], 'logo.png', { type: 'image/png' });
  await user.upload(await screen.findByLabelText('File of logo on dark backgrounds'), file);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We could not reach the server. Check your connection and try again.',
  );
  await settle();
});

it('SET-THEME-1 the preview shows a part that has no place on the page from the top', async () => {
  const server = startServer();
  const html = '<html><body><div data-rendered></div><p data-edit="text:hero:brand_name">Godhuli</p></body></html>';
  server.on('POST /preview/draft', { status: 200, body: html });
  const { user } = await renderPortal('/dashboard/settings', ADMIN);
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the website');
  const root = frame.contentDocument?.documentElement as HTMLElement;
  root.scrollTop = 500;
  await user.selectOptions(screen.getByLabelText('Part of the website'), 'Theme');
  expect(root.scrollTop).toBe(0);
  await settle();
});

it('EDIT-PREV-4 a preview that cannot be read says so and leaves the editor in place', async () => {
  const server = startServer();
  const html = '<html><body><div data-rendered></div><p data-edit="text:hero:brand_name">Godhuli</p></body></html>';
  server.on('POST /preview/draft', { status: 200, body: html });
  const { user } = await renderPortal('/dashboard/settings', ADMIN);
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the website');
  // As in a browser, where `<img name="querySelectorAll">` is this property.
  Object.defineProperty(frame.contentDocument, 'querySelectorAll', { value: document.createElement('img') });
  await user.click(await screen.findByLabelText('Studio name'));
  expect(await screen.findByText('The preview could not be shown.')).toBeVisible();
  expect(screen.getByLabelText('Studio name')).toBeVisible();
  await settle();
});

it('EDIT-PREV-4 the editor stays in place when the preview itself fails', async () => {
  startServer();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation(() => {
    throw new Error('The preview fails.');
  });
  await renderPortal('/dashboard/settings', ADMIN);
  expect(await screen.findByText('The preview could not be shown.')).toBeVisible();
  expect(await screen.findByLabelText('Studio name')).toBeVisible();
  await settle();
});
