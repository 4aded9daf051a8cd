import type { Upload } from '@godhuli/contracts/uploads';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { STORED_USER_KEY } from '../../app/session/stored-user-key';
import { uploadQueue } from '../../app/uploads/upload-queue';
import { axeViolations, expectApiErrors, type Portal, renderPortal, settle } from '../../testing/render-portal';
import { sampleItem } from '../../testing/sample-data';
import {
  type Answer,
  ConnectionLost,
  never,
  problem,
  startTestServer,
  type TestServer,
} from '../../testing/test-server';

/** Whether code cannot be loaded, as without a connection. */
let isConnectionLost = false;
const codeOf = (path: string) => {
  if (isConnectionLost) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
  return jest.requireActual(path);
};
// The first test opens the panel, whose code is kept for all others.
jest.mock('./upload-panel', () => codeOf('./upload-panel'));
jest.mock('../albums/albums-page', () => codeOf('../albums/albums-page'));

const PAGE = '/dashboard/gallery';
const REGISTER = 'POST /api/admin/portfolio/uploads';
const photograph = (name: string, bytes = 1000) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg', lastModified: 1_700_000_000_000 });
const panel = () => within(screen.getByRole('region', { name: 'Uploads' }));
const choose = (portal: Portal, ...files: File[]) => portal.user.upload(panel().getByLabelText('Photo files'), files);

interface Registration {
  files: { key: string; name: string; bytes: number; modifiedMs: number; title: string }[];
  category: Upload['category'];
  place: string;
  published: boolean;
}

/** The API's uploads, as far as the queue uses them. */
function serveUploads(
  server: TestServer,
  start: Upload[] = [],
  finish: () => Answer | Promise<Answer> = () => FINISHED,
  refusal: (registration: Registration) => Answer | undefined = () => undefined,
) {
  let uploads = start;
  server.on('GET /api/admin/portfolio/uploads?limit=200', () => ({ status: 200, body: { uploads, next: null } }));
  server.on(REGISTER, ({ body }) => {
    const refused = refusal(body as Registration);
    if (refused) return refused;
    const { files, ...settings } = body as Registration;
    const made = files.map((file, index): Upload => {
      const _id = String(uploads.length + index + 1);
      const upload: Upload = { ...file, ...settings, _id, received: 0, state: 'waiting', problem: '', createdAt: NOW };
      server.on(`PATCH /api/admin/portfolio/uploads/${_id}`, () => ({
        status: 200,
        body: { ...upload, received: file.bytes },
      }));
      server.on(`POST /api/admin/portfolio/uploads/${_id}/finish`, finish);
      server.on(`DELETE /api/admin/portfolio/uploads/${_id}`, { status: 204 });
      return upload;
    });
    uploads = [...uploads, ...made];
    return { status: 201, body: { uploads: made } };
  });
}
const NOW = '2026-11-25T03:00:00.000Z';
const FINISHED: Answer = { status: 200, body: { item: sampleItem(90) } };
/** What the page before left in this browser; a new portal clears the storage of the test before. */
function leaveNames(...names: object[]) {
  jest.spyOn(Storage.prototype, 'clear').mockImplementation(() => {
    localStorage.setItem('admin-uploads', JSON.stringify(names));
  });
}

async function openPanel(server = startTestServer({ portfolio: [sampleItem(1)] })) {
  serveUploads(server);
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Upload photos' }));
  await screen.findByRole('region', { name: 'Uploads' });
  return { server, portal };
}

afterEach(() => {
  isConnectionLost = false;
  localStorage.removeItem('admin-uploads-panel');
  uploadQueue.stop();
});

it('ADM-UP-6 uploads that cannot be loaded say so in their place, and open once they can', async () => {
  serveUploads(startTestServer({ portfolio: [sampleItem(1)] }));
  const portal = await renderPortal(PAGE);
  isConnectionLost = true;
  await portal.user.click(await screen.findByRole('button', { name: 'Upload photos' }));
  expect(await screen.findByText('We could not load the uploads. Check your connection and try again.')).toBeVisible();
  isConnectionLost = false;
  await portal.user.click(panel().getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Photo files')).toBeInTheDocument();
});

it('ADM-UP-6 several photos are registered, sent and stored while staff go to another page', async () => {
  const { server, portal } = await openPanel();
  await portal.user.type(panel().getByLabelText('Place'), 'Pune');
  await choose(portal, photograph('haldi_1.jpg'), photograph('haldi_2.jpg'));
  await portal.user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await panel().findByText('2 photos stored', { selector: 'header p' })).toBeVisible();
  const { files, place, published } = server.bodies[REGISTER] as Registration;
  expect(files.map(({ title }) => title)).toEqual(['Haldi 1', 'Haldi 2']);
  expect({ place, published }).toEqual({ place: 'Pune', published: false });
  expect(await axeViolations()).toEqual([]);
});

it('ADM-UP-6 menu and uploads stay when a page cannot be loaded, and the page opens once it can', async () => {
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  const { portal } = await openPanel(server);
  serveUploads(server, [], never);
  server.on('GET /api/admin/albums', { status: 200, body: { items: [], next: null, total: 0 } });
  await choose(portal, photograph('haldi_1.jpg'));
  expect(await panel().findByText('0 of 1 photo stored', { selector: 'header p' })).toBeVisible();
  isConnectionLost = true;
  await portal.user.click(screen.getByRole('link', { name: 'Albums' }));
  expect(await screen.findByText('We could not load this page. Check your connection and try again.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Albums' })).toBeVisible();
  expect(panel().getByText('0 of 1 photo stored', { selector: 'header p' })).toBeVisible();
  isConnectionLost = false;
  await portal.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Add story' })).toBeVisible();
  expect(panel().getByText('0 of 1 photo stored', { selector: 'header p' })).toBeVisible();
});

it('ADM-UP-4 a HEIC photo stays listed with the way to export it, until it is removed', async () => {
  const { portal } = await openPanel();
  await choose(portal, new File([new Uint8Array(9)], 'IMG_1.HEIC'));
  expect(await panel().findByText(/set Camera > Formats to Most Compatible/)).toBeVisible();
  await portal.user.click(panel().getByRole('button', { name: 'Remove IMG_1.HEIC from the list' }));
  await waitFor(() => expect(panel().queryByText('IMG_1.HEIC')).toBeNull());
});

it('ADM-UP-4 a file whose registration is refused says why, and holds back no other file', async () => {
  const { server, portal } = await openPanel();
  expectApiErrors();
  const reason = 'This text contains an invalid character.';
  serveUploads(server, [], undefined, ({ files }) => {
    const errors = files.flatMap(({ name }, index) =>
      name === 'refused.jpg' ? [{ field: `files.${index}.name`, message: reason }] : [],
    );
    return errors.length > 0 ? problem(422, 'Please fix the fields below.', errors) : undefined;
  });
  await choose(portal, photograph('haldi_1.jpg'), photograph('refused.jpg'), photograph('haldi_2.jpg'));
  expect(await panel().findByText('2 of 3 photos stored', { selector: 'header p' })).toBeVisible();
  expect(panel().getByText(reason)).toBeVisible();
  expect(panel().queryByRole('button', { name: 'Try refused.jpg again' })).toBeNull();
  expect(server.calls.filter((call) => call === REGISTER)).toHaveLength(2);
});

it('ADM-UP-5 photos beyond the limit of unfinished uploads can be tried again', async () => {
  const { server, portal } = await openPanel();
  expectApiErrors();
  const reason = 'You have 2000 unfinished uploads. Finish or cancel them first.';
  server.on(REGISTER, problem(422, reason, [{ field: 'files', message: reason }]));
  await choose(portal, photograph('haldi_1.jpg'), photograph('haldi_2.jpg'));
  expect(await panel().findAllByText(reason)).toHaveLength(2);
  expect(server.calls.filter((call) => call === REGISTER)).toHaveLength(1);
  serveUploads(server);
  await portal.user.click(panel().getByRole('button', { name: 'Try haldi_1.jpg again' }));
  expect(await panel().findByText('1 of 2 photos stored', { selector: 'header p' })).toBeVisible();
});

it('ADM-UP-1 a name is sent without control characters and without half of an emoji at its end', async () => {
  const { server, portal } = await openPanel();
  const title = `A${'a'.repeat(118)}`;
  await choose(portal, photograph(`${title}💐.jpg`), photograph('haldi\u0007_2.jpg'));
  expect(await panel().findByText('2 photos stored', { selector: 'header p' })).toBeVisible();
  const { files } = server.bodies[REGISTER] as Registration;
  expect(files.map((file) => file.title)).toEqual([title, 'Haldi 2']);
  expect(files.map(({ name }) => name)).toEqual([`${title}💐.jpg`, 'haldi_2.jpg']);
});

it('ADM-UP-1 a file from before 1970 is uploaded with the others that were chosen', async () => {
  const { server, portal } = await openPanel();
  const old = new File([new Uint8Array(9)], 'scan.jpg', { type: 'image/jpeg', lastModified: -86_400_000 });
  await choose(portal, old, photograph('haldi_1.jpg'));
  expect(await panel().findByText('2 photos stored', { selector: 'header p' })).toBeVisible();
  const { files } = server.bodies[REGISTER] as Registration;
  expect(files.map(({ modifiedMs }) => modifiedMs)).toEqual([0, 1_700_000_000_000]);
});

it('ADM-UP-7 unfinished files are listed after a reload, and go on where they were when picked again', async () => {
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  const settings = { category: 'wedding', place: '', published: false } as const;
  const file = { key: 'a'.repeat(32), name: 'DSC_1.jpg', bytes: 1000, modifiedMs: 1_700_000_000_000, title: 'DSC 1' };
  const upload: Upload = {
    ...{ ...file, ...settings, _id: '7', received: 400, state: 'waiting', problem: '', createdAt: NOW },
  };
  serveUploads(server, [upload]);
  server.on('PATCH /api/admin/portfolio/uploads/7', () => ({ status: 200, body: { ...upload, received: 1000 } }));
  server.on('POST /api/admin/portfolio/uploads/7/finish', { status: 200, body: { item: sampleItem(91) } });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Upload photos' }));
  expect(await screen.findByText('Unfinished: 40% is stored. Pick this file again.')).toBeVisible();
  await choose(portal, photograph('DSC_1.jpg'));
  expect(await panel().findByText('1 photo stored', { selector: 'header p' })).toBeVisible();
  expect(server.calls).not.toContain(REGISTER);
});

it('ADM-UP-6 ADM-UP-7 photos of a category that only a newer API knows are uploaded and listed', async () => {
  const server = startTestServer();
  const drone = { category: 'drone', place: '', published: false };
  const list = { items: [], next: null, total: 1, counts: { wedding: 0, drone: 1 }, unpublished: 0, trashed: 0 };
  for (const query of ['', '?category=drone'])
    server.on(`GET /api/admin/portfolio${query}`, { status: 200, body: list });
  const file = { key: 'a'.repeat(32), name: 'DSC_1.jpg', bytes: 1000, modifiedMs: 1_700_000_000_000, title: 'DSC 1' };
  serveUploads(server, [{ ...file, ...drone, _id: '7', received: 400, state: 'waiting', problem: '', createdAt: NOW }]);
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'drone 1' }));
  await portal.user.click(screen.getByRole('button', { name: 'Upload photos' }));
  expect(await screen.findByText('Unfinished: 40% is stored. Pick this file again.')).toBeVisible();
  expect(panel().getByLabelText('Category')).toHaveDisplayValue('drone');
  await choose(portal, photograph('drone_1.jpg'));
  expect(await panel().findByText('1 of 2 photos stored', { selector: 'header p' })).toBeVisible();
  expect(server.bodies[REGISTER]).toMatchObject(drone);
});

it('ADM-UP-6 a lost connection is tried again without being asked', async () => {
  const { server, portal } = await openPanel();
  let tries = 0;
  server.on('POST /api/admin/portfolio/uploads/1/finish', () => {
    tries += 1;
    if (tries === 1) return problem(503, 'Please try again.');
    return FINISHED;
  });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let sent = 0;
  server.on(REGISTER, ({ body }) => {
    const { files, ...settings } = body as Registration;
    const [file] = files;
    if (!file) throw new ConnectionLost();
    const upload = { ...file, ...settings, _id: '1', received: 0, state: 'waiting', problem: '', createdAt: NOW };
    server.on('PATCH /api/admin/portfolio/uploads/1', () => {
      sent += 1;
      if (sent === 1) throw new ConnectionLost();
      return { status: 200, body: { ...upload, received: file.bytes } };
    });
    return { status: 201, body: { uploads: [upload] } };
  });
  await choose(portal, photograph('lost.jpg'));
  expect(await panel().findByText('1 photo stored', { selector: 'header p' })).toBeVisible();
  expect({ sent, tries }).toEqual({ sent: 2, tries: 2 });
});

it('ADM-UP-7 ADM-UP-4 files that the server never knew are named after a reload, with what to do', async () => {
  const settings = { category: 'wedding', place: '', published: false };
  const file = { key: 'b'.repeat(32), name: 'DSC_2.jpg', bytes: 1000, modifiedMs: 1_700_000_000_000, settings };
  const broken = { ...file, key: 'c'.repeat(32), name: 'IMG_1.HEIC', problem: 'This is an iPhone photo.' };
  leaveNames({ ...file, problem: '' }, broken);
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  serveUploads(server);
  const portal = await renderPortal(PAGE);
  expect(await screen.findByText('Unfinished: 0% is stored. Pick this file again.')).toBeVisible();
  expect(panel().getByText('This is an iPhone photo.')).toBeVisible();
  await choose(portal, photograph('DSC_2.jpg'));
  expect(await panel().findByText('1 of 2 photos stored', { selector: 'header p' })).toBeVisible();
  await portal.user.click(panel().getByRole('button', { name: 'Remove IMG_1.HEIC from the list' }));
  await waitFor(() => expect(localStorage.getItem('admin-uploads')).toBeNull());
});

/** A file that only the last page of this browser knew. */
const REFUSED = {
  ...{ key: 'd'.repeat(32), name: 'IMG_2.HEIC', bytes: 1000, modifiedMs: 1_700_000_000_000 },
  settings: { category: 'wedding', place: '', published: false },
  problem: 'This is an iPhone photo.',
};

it('ADM-UP-7 a panel that was closed stays closed on the next page, until photos are uploaded again', async () => {
  leaveNames(REFUSED);
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  serveUploads(server);
  const first = await renderPortal(PAGE);
  expect(await screen.findByText('This is an iPhone photo.')).toBeVisible();
  await first.user.click(panel().getByRole('button', { name: 'Make the uploads small' }));
  cleanup();
  const second = await renderPortal(PAGE);
  expect(await screen.findByRole('button', { name: 'Show the uploads' })).toBeVisible();
  await second.user.click(panel().getByRole('button', { name: 'Close the uploads' }));
  cleanup();
  const third = await renderPortal(PAGE);
  await settle();
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  await third.user.click(await screen.findByRole('button', { name: 'Upload photos' }));
  await screen.findByRole('region', { name: 'Uploads' });
  await choose(third, photograph('DSC_3.jpg'));
  expect(sessionStorage.getItem('admin-uploads-panel')).toBeNull();
  await settle();
});

it('ADM-UP-7 a panel that was closed stays closed in a new tab', async () => {
  leaveNames(REFUSED);
  serveUploads(startTestServer({ portfolio: [sampleItem(1)] }));
  const portal = await renderPortal(PAGE);
  expect(await screen.findByText('This is an iPhone photo.')).toBeVisible();
  await portal.user.click(panel().getByRole('button', { name: 'Close the uploads' }));
  cleanup();
  sessionStorage.removeItem('admin-uploads-panel');
  await renderPortal(PAGE);
  await settle();
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
});

it('ADM-UP-7 on a phone the panel opens small outside of the gallery, until staff want to upload', async () => {
  window.matchMedia = (() => ({ matches: true, addEventListener() {}, removeEventListener() {} })) as never;
  try {
    leaveNames(REFUSED);
    serveUploads(startTestServer({ portfolio: [sampleItem(1)] }));
    const portal = await renderPortal('/dashboard/offers');
    expect(await screen.findByRole('button', { name: 'Show the uploads' })).toBeVisible();
    expect(screen.queryByText('This is an iPhone photo.')).toBeNull();
    portal.goTo(`/admin${PAGE}`);
    await portal.user.click(await screen.findByRole('button', { name: 'Upload photos' }));
    expect(await panel().findByText('This is an iPhone photo.')).toBeVisible();
    cleanup();
    await renderPortal(PAGE);
    expect(await screen.findByText('This is an iPhone photo.')).toBeVisible();
  } finally {
    window.matchMedia = undefined as never;
  }
});

const FIND = 'GET /api/admin/portfolio/uploads?limit=200';
const UNSIGNED = problem(401, 'Please sign in.');
const me = (email: string, name = 'Asha Deshmukh') => ({
  status: 200,
  body: { user: { name, role: 'admin', email } },
});

/** A photo that is on its way until the test finishes it. */
async function openUploading() {
  const { server, portal } = await openPanel();
  const waiting: ((answer: Answer) => void)[] = [];
  serveUploads(server, [], () => new Promise((resolve) => waiting.push(resolve)));
  await choose(portal, photograph('haldi_1.jpg'));
  await waitFor(() => expect(waiting).toHaveLength(1));
  await panel().findByText('haldi_1.jpg');
  return { server, portal, finish: (answer: Answer) => settle(() => waiting.shift()?.(answer)) };
}
const FINISH = 'POST /api/admin/portfolio/uploads/1/finish';

const ended = () => screen.findByRole('alertdialog', { name: 'Your session has ended' });
async function signIn(portal: Portal, server: TestServer, user = { name: 'Asha Deshmukh', role: 'admin' }) {
  server.on('POST /api/admin/auth/login', { status: 200, body: { success: true, user } });
  const dialog = within(await ended());
  await portal.user.type(dialog.getByLabelText('Email'), 'someone@godhuli.example');
  await portal.user.type(dialog.getByLabelText('Password'), 'marigold-2017');
  await portal.user.click(dialog.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
}

it('ADM-UP-6 photos that were chosen wait, and say so, until the server has named the user', async () => {
  expectApiErrors();
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  server.on('GET /api/admin/me', problem(503, 'The service is not available.'));
  const { portal } = await openPanel(server);
  await choose(portal, photograph('haldi_1.jpg'));
  expect(await panel().findByText(/^The connection was lost/, { selector: 'header p' })).toBeVisible();
  expect(server.calls).not.toContain(REGISTER);
  server.on('GET /api/admin/me', me('asha@godhuli.example'));
  expect(await panel().findByText('1 photo stored', { selector: 'header p' })).toBeVisible();
});

it('ADM-UP-6 ADM-SHELL-2 uploads wait when the session ends, and go on after the next sign-in', async () => {
  expectApiErrors();
  const { server, portal, finish } = await openUploading();
  await finish(UNSIGNED);
  expect(await ended()).toHaveTextContent('Your uploads are still here. Sign in again to continue.');
  expect(portal.navigations).toEqual([]);
  server.on(FINISH, FINISHED);
  await signIn(portal, server);
  expect(await panel().findByText('1 photo stored', { selector: 'header p' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('ADM-UP-6 ADM-SHELL-2 uploads wait when the user logs out in another tab', async () => {
  const { server, portal } = await openUploading();
  localStorage.removeItem(STORED_USER_KEY);
  await settle(() => window.dispatchEvent(new StorageEvent('storage', { key: STORED_USER_KEY })));
  expect(await ended()).toBeVisible();
  server.on(FINISH, FINISHED);
  await signIn(portal, server);
  expect(await panel().findByText('1 photo stored', { selector: 'header p' })).toBeVisible();
});

it('ADM-UP-2 the browser keeps no name of a file while the session has ended', async () => {
  expectApiErrors();
  const { server, portal, finish } = await openUploading();
  const stored = () => localStorage.getItem('admin-uploads');
  await choose(portal, new File([new Uint8Array(9)], 'IMG_1.HEIC'));
  await waitFor(() => expect(stored()).toContain('IMG_1'));
  await finish(UNSIGNED);
  await ended();
  expect(stored()).toBe('[]');
  server.on(FINISH, FINISHED);
  await signIn(portal, server);
  await waitFor(() => expect(stored()).toContain('IMG_1'));
});

it('ADM-UP-6 a file that was chosen after the session had ended is uploaded after the next sign-in', async () => {
  expectApiErrors();
  const { server, portal } = await openPanel();
  server.on(REGISTER, UNSIGNED);
  server.on('GET /api/admin/me', UNSIGNED);
  await choose(portal, photograph('haldi_1.jpg'));
  await ended();
  serveUploads(server);
  server.on('GET /api/admin/me', me('asha@godhuli.example'));
  await signIn(portal, server);
  expect(await panel().findByText('1 photo stored', { selector: 'header p' })).toBeVisible();
});

it.each([
  ['another name', 'Ravi Kale'],
  ['the same name', 'Asha Deshmukh'],
])('ADM-UP-2 another user with %s who signs in gets none of the uploads', async (_case, name) => {
  expectApiErrors();
  const { server, portal, finish } = await openUploading();
  await finish(UNSIGNED);
  await ended();
  server.on('GET /api/admin/me', me('ravi@godhuli.example', name));
  server.calls.length = 0;
  await signIn(portal, server, { name, role: 'admin' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull());
  await settle();
  expect(server.calls.filter((call) => call.includes('/uploads') && call !== FIND)).toEqual([]);
});

it('ADM-UP-2 another user who signs in in another tab gets none of the uploads', async () => {
  const { server } = await openUploading();
  server.on('GET /api/admin/me', me('ravi@godhuli.example', 'Ravi Kale'));
  localStorage.setItem(STORED_USER_KEY, JSON.stringify({ name: 'Ravi Kale', role: 'admin' }));
  server.calls.length = 0;
  await settle(() => window.dispatchEvent(new StorageEvent('storage', { key: STORED_USER_KEY })));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull());
  expect(server.calls.filter((call) => call.includes('/uploads') && call !== FIND)).toEqual([]);
});

it.each([
  ['the same user finds', 'asha@godhuli.example', 1],
  ['another user does not find', 'ravi@godhuli.example', 0],
])('ADM-UP-2 ADM-UP-7 after the login page %s a file that needs attention', async (_case, email, found) => {
  const { server, portal } = await openPanel();
  await choose(portal, new File([new Uint8Array(9)], 'IMG_1.HEIC'));
  await panel().findByText('IMG_1.HEIC');
  localStorage.removeItem(STORED_USER_KEY);
  await settle(() => window.dispatchEvent(new StorageEvent('storage', { key: STORED_USER_KEY })));
  expect(portal.navigations).toEqual(['/admin']);
  server.on('GET /api/admin/me', me(email));
  const user = { name: 'Asha Deshmukh', role: 'admin' };
  server.on('POST /api/admin/auth/login', { status: 200, body: { success: true, user } });
  await portal.user.type(screen.getByLabelText('Email'), email);
  await portal.user.type(screen.getByLabelText('Password'), 'marigold-2017');
  await portal.user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(uploadQueue.snapshot().isOwnerUnknown).toBe(false));
  expect(screen.queryAllByText('IMG_1.HEIC')).toHaveLength(found);
});

it('ADM-SHELL-3 Logout asks before it stops uploads', async () => {
  const { server, portal } = await openUploading();
  await portal.user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = within(
    screen.getByRole('alertdialog', { name: 'Photos are still uploading. Log out and stop them?' }),
  );
  await portal.user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(server.calls).not.toContain('POST /api/admin/auth/logout');
  expect(panel().getByText('haldi_1.jpg')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Logout' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(portal.navigations).toEqual(['/admin']));
  expect(uploadQueue.snapshot().entries).toEqual([]);
});
