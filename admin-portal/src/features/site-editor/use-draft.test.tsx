import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import './site-editor-page';
import { storeUser } from '../../app/session/session';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { type Answer, ConnectionLost, problem, startTestServer } from '../../testing/test-server';

const PAGE = '/dashboard/pages';
const HERO = '/api/admin/documents/text/hero';
const PUT = `PUT ${HERO}`;
const NOTICE = /^This browser has text that was not saved\./;
const BODY = { brand_name: 'Godhuli', trade: 'Films', tagline: 'Evenings kept', description: 'Photos.' };
const DRAFT = { ...BODY, tagline: 'Evenings drafted' };

const documentOf = (entity: string, id: string, version: number, body: object) => ({
  ...{ entity, id, locale: 'en', label: 'Part', version, body, live: null, schedule: null },
  ...{ state: version === 0 ? 'published' : 'draft', savedBy: 'Esha', savedAt: null },
});
const hero = (version: number, body: object) => documentOf('text', 'hero', version, body);

function startServer(stored = hero(0, BODY)) {
  const server = startTestServer();
  server.on('GET /api/admin/drafts?limit=200', { status: 200, body: { documents: [], next: null } });
  server.on('GET /api/admin/schedules?limit=20', { status: 200, body: { schedules: [], next: null } });
  server.on('GET /api/admin/translations', { status: 200, body: { mr: {}, hi: {} } });
  server.on('POST /preview/draft', { status: 200, body: '' });
  server.on(`GET ${HERO}`, { status: 200, body: stored });
  server.on(PUT, (request) => ({ status: 200, body: hero(9, (request.body as { body: object }).body) }));
  return server;
}

/** Opens the page in a browser that keeps a form of the admin. */
async function openWith(kept: unknown, key = `site-draft text hero en ${ADMIN.name}`) {
  const portal = await renderPortal('/dashboard', ADMIN);
  localStorage.setItem(key, typeof kept === 'string' ? kept : JSON.stringify(kept));
  portal.goTo(`/admin${PAGE}`);
  const headline = await screen.findByLabelText('Headline');
  return { ...portal, headline, kept: () => localStorage.getItem(key) };
}

type Server = ReturnType<typeof startServer>;

/** The save of the headline waits until the returned function is called. */
function holdSave(server: Server): () => void {
  let release: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  const saved = hero(1, { ...BODY, tagline: 'Evenings kept!' });
  server.on(PUT, async () => {
    await isHeld;
    server.on(`GET ${HERO}`, { status: 200, body: saved });
    return { status: 200, body: saved };
  });
  return release;
}

/** Types without a connection. */
async function typeUnsaved(server: Server) {
  expectApiErrors();
  server.on(PUT, () => {
    throw new ConnectionLost();
  });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByText('Not saved')).toBeVisible();
  return portal;
}

/** Types without a connection, and opens another part. */
async function leaveUnsaved(server: Server) {
  const portal = await typeUnsaved(server);
  const part = screen.getByLabelText('Part of the website');
  await portal.user.selectOptions(part, 'Footer');
  expect(await screen.findByText('We could not load this part.')).toBeVisible();
  return { portal, part };
}

const planted = { version: 0, body: { ...BODY, tagline: 'PLANTED' } };

afterEach(() => localStorage.clear());

it('EDIT-UI-2 text that this browser keeps is offered, and not saved without a choice', async () => {
  const server = startServer();
  const portal = await openWith(planted);
  expect(portal.headline).toHaveValue('Evenings kept');
  expect(screen.getByText('Published')).toBeVisible();
  expect(screen.getByText(NOTICE)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await portal.user.type(portal.headline, '!');
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.calls.filter((call) => call === PUT)).toHaveLength(1);
  expect(server.bodies[PUT]).toEqual({ version: 0, body: { ...BODY, tagline: 'Evenings kept!' } });
  expect(screen.getByText(NOTICE)).toBeVisible();
  expect(JSON.parse(portal.kept() ?? '')).toEqual({ version: 0, body: { tagline: 'PLANTED' } });
  await settle();
});

it('EDIT-UI-2 kept text that staff want to use is saved over the version that it was typed over', async () => {
  const server = startServer(hero(5, DRAFT));
  const kept = { version: 4, body: { ...BODY, tagline: 'Kept', archived: true } };
  const portal = await openWith(kept);
  await portal.user.click(screen.getByRole('button', { name: 'Use it' }));
  expect(portal.headline).toHaveValue('Kept');
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies[PUT]).toEqual({ version: 4, body: { ...BODY, tagline: 'Kept' } });
  await waitFor(() => expect(portal.kept()).toBeNull());
  await settle();
});

it('EDIT-UI-2 kept text that staff want to use leaves the fields that they have typed since', async () => {
  const server = startServer();
  const { portal, part } = await leaveUnsaved(server);
  server.on(PUT, (request) => ({ status: 200, body: hero(9, (request.body as { body: object }).body) }));
  await portal.user.selectOptions(part, 'Top of the page');
  expect(await screen.findByText(NOTICE)).toBeVisible();
  await portal.user.type(screen.getByLabelText('Introduction'), ' Films.');
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Use it' }));
  const body = { ...BODY, tagline: 'Evenings kept!', description: 'Photos. Films.' };
  await waitFor(() => expect(server.bodies[PUT]).toMatchObject({ body }));
  await settle();
});

it('EDIT-UI-2 a form that opens again during its last save shows what is being saved', async () => {
  const server = startServer();
  const portal = await renderPortal(PAGE);
  const release = holdSave(server);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  const part = screen.getByLabelText('Part of the website');
  expectApiErrors();
  await portal.user.selectOptions(part, 'Footer');
  expect(await screen.findByText('We could not load this part.')).toBeVisible();
  await portal.user.selectOptions(part, 'Top of the page');
  release();
  expect(await screen.findByLabelText('Headline')).toHaveValue('Evenings kept!');
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  await settle();
});

it('EDIT-UI-2 English that opens again after Marathi during its last save shows what is being saved', async () => {
  const server = startServer();
  server.on(`GET ${HERO}?locale=mr`, { status: 200, body: { ...hero(0, { ...BODY, tagline: '' }), locale: 'mr' } });
  const portal = await renderPortal(PAGE);
  const release = holdSave(server);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  await portal.user.click(screen.getByRole('button', { name: /^Marathi/ }));
  await waitFor(() => expect(screen.getByLabelText('Headline')).toHaveValue(''));
  await portal.user.click(screen.getByRole('button', { name: /^English/ }));
  release();
  await waitFor(() => expect(screen.getByLabelText('Headline')).toHaveValue('Evenings kept!'));
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  await settle();
});

it('EDIT-UI-2 kept text that staff discard is removed from this browser', async () => {
  const server = startServer();
  const portal = await openWith(planted);
  await portal.user.click(screen.getByRole('button', { name: 'Discard it' }));
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(portal.kept()).toBeNull();
  expect(portal.headline).toHaveValue('Evenings kept');
  expect(server.calls).not.toContain(PUT);
  await settle();
});

it('EDIT-UI-2 the text of another user, or of nobody, is not offered and stays in this browser', async () => {
  startServer();
  for (const key of ['site-draft text hero', `site-draft text hero en ${EDITOR.name}`]) {
    const portal = await openWith(planted, key);
    expect(portal.headline).toHaveValue('Evenings kept');
    expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
    expect(portal.kept()).not.toBeNull();
    portal.unmount();
  }
});

it('EDIT-UI-2 text that could not be saved is saved when the browser is online again', async () => {
  const server = startServer();
  await typeUnsaved(server);
  server.on(PUT, (request) => ({ status: 200, body: hero(9, (request.body as { body: object }).body) }));
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  await settle();
});

it('EDIT-UI-2 text that was not saved is offered to its user when the form opens again', async () => {
  const server = startServer();
  const { portal, part } = await leaveUnsaved(server);
  await portal.user.selectOptions(part, 'Top of the page');
  expect(await screen.findByText(NOTICE)).toBeVisible();
  server.on(PUT, { status: 200, body: hero(1, { ...BODY, tagline: 'Evenings kept!' }) });
  await portal.user.click(screen.getByRole('button', { name: 'Use it' }));
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(screen.getByLabelText('Headline')).toHaveValue('Evenings kept!');
  await settle();
});

it.each([
  ['other types of values', { rows: 7, items: 7 }],
  ['lines in place of rows', { items: ['500'] }],
  ['a text in place of a list', { items: 'planted' }],
  ['a value that has no text', { items: [{ number: { toString: 1 }, label: '' }] }],
])('EDIT-UI-2 kept figures with %s are dropped', async (_, body) => {
  const server = startServer();
  const figures = documentOf('stats', 'all', 0, { items: [{ number: '500', label: 'Weddings' }] });
  server.on('GET /api/admin/documents/stats/all', { status: 200, body: figures });
  const key = `site-draft stats all en ${ADMIN.name}`;
  const portal = await openWith({ version: 0, body }, key);
  await portal.user.selectOptions(screen.getByLabelText('Part of the website'), 'Figures');
  expect(await screen.findByLabelText('Number')).toHaveValue('500');
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(portal.kept()).toBeNull();
  await settle();
});

it.each(['{', '{"version":"0","body":{"tagline":"x"}}'])(
  'EDIT-UI-2 a kept copy such as %s is dropped',
  async (text) => {
    startServer();
    const portal = await openWith(text);
    expect(portal.headline).toHaveValue('Evenings kept');
    expect(portal.kept()).toBeNull();
    await settle();
  },
);

const DISCARD = `DELETE ${HERO}/draft?version=4&locale=en`;

/** A server with a draft, which is gone after the answer to its removal. */
function startDraftServer() {
  const server = startServer(hero(4, DRAFT));
  let respond = (_: Answer) => {};
  server.on(DISCARD, async () => {
    const answer = await new Promise<Answer>((resolve) => (respond = resolve));
    if (answer.status < 300) server.on(`GET ${HERO}`, { status: 200, body: hero(0, BODY) });
    return answer;
  });
  return { server, respond: (answer: Answer) => settle(() => respond(answer)) };
}
const refuseSaving = (server: ReturnType<typeof startServer>) =>
  server.on(PUT, problem(422, 'Please fix the fields below.', [{ field: 'body.tagline', message: 'Too long.' }]));

it('EDIT-DRAFT-2 discarding a draft discards refused text too', async () => {
  const { server, respond } = startDraftServer();
  expectApiErrors();
  refuseSaving(server);
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByText('Too long.')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await respond({ status: 204 });
  expect(await screen.findByText('Published')).toBeVisible();
  expect(screen.getByLabelText('Headline')).toHaveValue('Evenings kept');
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('site-draft'))).toEqual([]);
  await settle();
});

it('EDIT-DRAFT-2 a draft that is discarded during the pause after typing is not saved again', async () => {
  const { server, respond } = startDraftServer();
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  await portal.user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await respond({ status: 204 });
  expect(await screen.findByText('Published')).toBeVisible();
  expect(screen.getByLabelText('Headline')).toHaveValue('Evenings kept');
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(server.calls).not.toContain(PUT);
  await settle();
});

it('EDIT-DRAFT-2 a draft is discarded after the save that is running', async () => {
  const { server } = startDraftServer();
  let save = (_: Answer) => {};
  server.on(PUT, () => new Promise<Answer>((resolve) => (save = resolve)));
  const newest = DISCARD.replace('version=4', 'version=9');
  server.on(newest, () => {
    server.on(`GET ${HERO}`, { status: 200, body: hero(0, BODY) });
    return { status: 204 };
  });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  await waitFor(() => expect(server.calls).toContain(PUT));
  await portal.user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await settle(() => save({ status: 200, body: hero(9, { ...DRAFT, tagline: 'Evenings drafted!' }) }));
  expect(await screen.findByText('Published')).toBeVisible();
  expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([newest]);
  await settle();
});

it('EDIT-DRAFT-2 what was typed stays, and is saved, when the draft could not be discarded', async () => {
  const { server, respond } = startDraftServer();
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  await portal.user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await respond(problem(503, 'Please try again.'));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['The draft was not discarded']));
  expect(screen.getByLabelText('Headline')).toHaveValue('Evenings drafted!');
  await waitFor(() => expect(server.bodies[PUT]).toMatchObject({ body: { tagline: 'Evenings drafted!' } }));
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  await settle();
});

/** A server whose form refuses what is typed, and whose history has an older version. */
function startHistoryServer() {
  const server = startServer(hero(4, DRAFT));
  expectApiErrors();
  refuseSaving(server);
  const revision = {
    _id: '3',
    entity: 'text',
    id: 'hero',
    locale: 'en',
    label: 'Top of the page',
    version: 3,
    state: 'published',
  };
  const revisions = [{ ...revision, by: 'Esha', at: '2026-11-01T10:00:00.000Z', body: { ...BODY, tagline: 'Oldest' } }];
  server.on('GET /api/admin/revisions?limit=50&entity=text&id=hero&locale=en', {
    status: 200,
    body: { revisions, next: null },
  });
  server.on(RESTORE, () => {
    const restored = { status: 200, body: hero(5, { ...BODY, tagline: 'Oldest' }) };
    server.on(`GET ${HERO}`, restored);
    return restored;
  });
  return server;
}
const RESTORE = 'POST /api/admin/revisions/3/restore';

it('EDIT-HIST-1 a version is restored over refused text after a question', async () => {
  const server = startHistoryServer();
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByText('Too long.')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'History' }));
  const restore = await screen.findByRole('button', { name: 'Restore as draft' });
  await portal.user.click(restore);
  const question = () => screen.getByRole('alertdialog', { name: 'Replace what you typed?' });
  await portal.user.click(within(question()).getByRole('button', { name: 'Keep editing' }));
  expect(server.calls).not.toContain(RESTORE);
  await portal.user.click(restore);
  await portal.user.click(within(question()).getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(screen.getByLabelText('Headline')).toHaveValue('Oldest'));
  expect(server.bodies[RESTORE]).toEqual({ version: 4 });
  expect(screen.getByText('Saved as a draft')).toBeVisible();
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await settle();
});

it('EDIT-HIST-1 a version is restored without a question when nothing would be lost', async () => {
  startHistoryServer();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'History' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Restore as draft' }));
  await waitFor(() => expect(screen.getByLabelText('Headline')).toHaveValue('Oldest'));
  await settle();
});

/** The pauses after which a form saves itself that begin during `work`. */
async function autosavesDuring(work: () => void): Promise<number> {
  const timers = jest.spyOn(window, 'setTimeout');
  await settle(work);
  return timers.mock.calls.filter(([, ms]) => ms === 800).length;
}

it.each([
  ['is repeated after the same user has signed in again', ADMIN, 1],
  ['is not repeated after another user has signed in', { ...ADMIN, name: 'Esha Editor' }, 0],
])('EDIT-UI-2 a save that the end of the session refused %s', async (_, user, count) => {
  const server = startServer();
  expectApiErrors();
  server.on(PUT, problem(401, 'Please sign in.'));
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByRole('alertdialog', { name: 'Your session has ended' })).toBeVisible();
  expect(await autosavesDuring(() => storeUser(user))).toBe(count);
  expect(screen.getByText('Not saved')).toBeVisible();
  expect(screen.getByLabelText('Headline')).toHaveValue('Evenings kept!');
});
