import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import './site-editor-page';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { type Answer, ConnectionLost, problem, startTestServer } from '../../testing/test-server';

const PAGE = '/dashboard/pages';
const HERO = '/api/admin/documents/text/hero';
const BODY = { brand_name: 'Godhuli', trade: 'Films', tagline: 'Evenings kept', description: 'Photos.' };

const hero = (version: number, body: object = BODY, more: object = {}) => ({
  ...{ entity: 'text', id: 'hero', locale: 'en', label: 'Top of the page', version, body, live: BODY },
  ...{ state: version === 0 ? 'published' : 'draft', savedBy: 'Esha', savedAt: null, schedule: null, ...more },
});

function startServer(drafts: object[] = []) {
  const server = startTestServer();
  server.on('GET /api/admin/drafts?limit=200', { status: 200, body: { documents: drafts, next: null } });
  server.on('GET /api/admin/schedules?limit=20', { status: 200, body: { schedules: [], next: null } });
  server.on(`GET ${HERO}`, { status: 200, body: hero(0) });
  server.on('POST /preview/draft', { status: 200, body: '' });
  server.on('GET /api/admin/translations', { status: 200, body: { mr: { 'text.hero': ['tagline'] }, hi: {} } });
  return server;
}

afterEach(() => localStorage.clear());

it('ADM-PH-1 EDIT-UI-1 the editor saves what is typed as a draft, and says what is coming soon', async () => {
  const server = startServer();
  server.on(`PUT ${HERO}`, { status: 200, body: hero(2, { ...BODY, tagline: 'Light' }) });
  const portal = await renderPortal(PAGE);
  const headline = await screen.findByLabelText('Headline');
  expect(screen.getByText(/^Coming soon/)).toBeVisible();
  await portal.user.clear(headline);
  await portal.user.type(headline, 'Light');
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(server.bodies[`PUT ${HERO}`]).toEqual({ version: 0, body: { ...BODY, tagline: 'Light' } });
  expect(await axeViolations()).toEqual([]);
  await settle();
});

it('EDIT-CONFLICT-1 EDIT-UI-2 at a conflict the editor chooses, and bad input is named at its field', async () => {
  const server = startServer();
  expectApiErrors();
  server.on(`PUT ${HERO}`, {
    status: 409,
    body: {
      ...(problem(409, 'Someone else changed this.').body as object),
      current: hero(5, { ...BODY, tagline: 'Theirs' }),
    },
  });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  await portal.user.click(await screen.findByRole('button', { name: 'Keep my version' }));
  server.on(`PUT ${HERO}`, {
    status: 422,
    body: {
      ...(problem(422, 'Please fix the fields below.').body as object),
      errors: [{ field: 'body.tagline', message: 'Too long.' }],
    },
  });
  expect(await screen.findByText('Too long.')).toBeVisible();
  expect(server.bodies[`PUT ${HERO}`]).toMatchObject({ version: 5 });
  expect(screen.getByLabelText('Headline')).toHaveValue('Evenings kept!');
  await settle();
});

it('EDIT-PUB-1 EDIT-UI-3 the publish dialog shows before and after, and publishes the chosen versions', async () => {
  const server = startServer([hero(3, { ...BODY, tagline: 'Light' })]);
  server.on('POST /api/admin/publications', { status: 200, body: { published: 1 } });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(await dialog.findByText('Light')).toBeVisible();
  expect(dialog.getByText('Headline')).toBeVisible();
  expect(dialog.getByText('Evenings kept')).toBeVisible();
  await portal.user.click(dialog.getByRole('button', { name: 'Publish 1 now' }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Done']));
  expect(server.bodies['POST /api/admin/publications']).toEqual({
    documents: [{ entity: 'text', id: 'hero', version: 3 }],
  });
  await settle();
});

it('EDIT-UI-3 a publish dialog that was opened again stays open when the first publication ends', async () => {
  const server = startServer([hero(3, { ...BODY, tagline: 'Light' })]);
  let respond: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (respond = resolve));
  server.on('POST /api/admin/publications', () => answer);
  const portal = await renderPortal(PAGE);
  const open = async () => portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  await open();
  await portal.user.click(await screen.findByRole('button', { name: 'Publish 1 now' }));
  await portal.user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await open();
  await settle(() => respond({ status: 200, body: { published: 1 } }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Done']));
  expect(screen.getByRole('dialog', { name: 'Publish changes' })).toBeVisible();
  await settle();
});

const THEME = { accent: 'maroon', neutral: 'warm', display_font: 'playfair', text_font: 'inter' };
const theme = (more: object = {}) =>
  hero(2, { ...THEME, accent: 'plum' }, { id: 'theme', label: 'Theme', live: THEME, ...more });

it('EDIT-UI-3 the publish dialog says that a draft is the same as what is published', async () => {
  startServer([hero(3, BODY)]);
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(await dialog.findByText('No differences.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await settle();
});

it('EDIT-CONFLICT-1 EDIT-UI-3 a draft that changed is shown again, and the next attempt publishes it', async () => {
  const server = startServer([hero(3, { ...BODY, tagline: 'Light' })]);
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(await dialog.findByText('Light')).toBeVisible();
  server.on('POST /api/admin/publications', problem(409, "'Top of the page' was changed by someone else."));
  const documents = [hero(4, { ...BODY, tagline: 'Theirs' })];
  server.on('GET /api/admin/drafts?limit=200', { status: 200, body: { documents, next: null } });
  await portal.user.click(dialog.getByRole('button', { name: 'Publish 1 now' }));
  expect(await dialog.findByText('Theirs')).toBeVisible();
  expect(dialog.getByRole('alert')).toHaveTextContent('was changed by someone else');
  server.on('POST /api/admin/publications', { status: 200, body: { published: 1 } });
  await portal.user.click(dialog.getByRole('button', { name: 'Publish 1 now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['POST /api/admin/publications']).toMatchObject({ documents: [{ version: 4 }] });
  await settle();
});

it('EDIT-UI-3 the publish dialog offers 500 drafts, as many as can be published at once', async () => {
  const draft = hero(3, { ...BODY, tagline: 'Light' });
  const server = startServer([draft]);
  const drafts = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...draft,
      entity: 'package',
      body: {},
      live: {},
      id: `${first + index}`,
    }));
  const pages = { '': [drafts(1, 200), '200'], '&cursor=200': [drafts(201, 200), '400'] } as const;
  for (const [cursor, [documents, next]] of Object.entries(pages))
    server.on(`GET /api/admin/drafts?limit=200${cursor}`, { status: 200, body: { documents, next } });
  server.on('GET /api/admin/drafts?limit=100&cursor=400', {
    status: 200,
    body: { documents: drafts(401, 100), next: '500' },
  });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(await dialog.findByText('The first 500 drafts. The others appear once these are published.')).toBeVisible();
  expect(dialog.getByText('Publish 500 now')).toBeVisible();
  await settle();
});

it('EDIT-UI-3 the publish dialog waits for drafts that were saved just now', async () => {
  const draft = hero(3, { ...BODY, tagline: 'Light' });
  const server = startServer([draft]);
  const portal = await renderPortal(PAGE);
  const open = await screen.findByRole('button', { name: 'Publish…' });
  await settle();
  let respond: (answer: Answer) => void = () => undefined;
  server.on('GET /api/admin/drafts?limit=200', () => new Promise<Answer>((resolve) => (respond = resolve)));
  await portal.user.click(open);
  await settle();
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(dialog.getByText('Loading…')).toBeVisible();
  expect(dialog.queryByText('Publish 1 now')).toBeNull();
  const documents = [draft, { ...draft, entity: 'package', id: '3', body: {}, live: {} }];
  respond({ status: 200, body: { documents, next: null } });
  expect(await dialog.findByText('Publish 2 now')).toBeVisible();
  await settle();
});

it('EDIT-UI-3 the publish dialog lists the drafts after the open part is saved', async () => {
  const server = startServer();
  let respond: (answer: Answer) => void = () => undefined;
  server.on(`PUT ${HERO}`, () => new Promise<Answer>((resolve) => (respond = resolve)));
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  await portal.user.click(screen.getByRole('button', { name: 'Publish…' }));
  await waitFor(() => expect(server.calls).toContain(`PUT ${HERO}`));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(dialog.getByText('Loading…')).toBeVisible();
  const saved = hero(1, { ...BODY, tagline: 'Evenings kept!' });
  server.on('GET /api/admin/drafts?limit=200', { status: 200, body: { documents: [saved], next: null } });
  respond({ status: 200, body: saved });
  expect(await dialog.findByText('Publish 1 now')).toBeVisible();
  expect(server.calls.filter((call) => call === `PUT ${HERO}`)).toHaveLength(1);
  await settle();
});

it('EDIT-UI-3 the publish dialog and the page say that the open part is not saved', async () => {
  const server = startServer();
  expectApiErrors();
  server.on(`PUT ${HERO}`, problem(422, 'Please fix the fields below.'));
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByText('The open part is not saved')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(await dialog.findByText(/^The open part has changes that are not saved\./)).toBeVisible();
  expect(dialog.queryByText(/^Everything is published/)).toBeNull();
  expect(server.calls.filter((call) => call === `PUT ${HERO}`)).toHaveLength(2);
  expect(await axeViolations()).toEqual([]);
  await settle();
});

it('EDIT-UI-3 an older draft is listed with a notice that the newer text is not saved', async () => {
  const server = startServer([hero(3, { ...BODY, tagline: 'Light' })]);
  expectApiErrors();
  server.on(`PUT ${HERO}`, () => {
    throw new ConnectionLost();
  });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByText('1 unpublished; the open part is not saved')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(await dialog.findByText('Publish 1 now')).toBeVisible();
  expect(dialog.getByText(/^The open part has changes that are not saved\./)).toBeVisible();
  await settle();
});

it('EDIT-UI-3 SET-THEME-1 an editor publishes without the drafts that only an admin may publish', async () => {
  const server = startServer([hero(3, { ...BODY, tagline: 'Light' }), theme()]);
  server.on('POST /api/admin/publications', { status: 200, body: { published: 1 } });
  const portal = await renderPortal(PAGE, EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  const box = await dialog.findByRole('checkbox', { name: 'Theme' });
  expect(box).toBeDisabled();
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription('Only an admin can publish logo, theme and languages.');
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(dialog.getByRole('button', { name: 'Publish 1 now' }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Done']));
  expect(server.bodies['POST /api/admin/publications']).toEqual({
    documents: [{ entity: 'text', id: 'hero', version: 3 }],
  });
  await settle();
});

const TIME = { _id: '7', wallTime: '2099-01-01T10:00', zone: 'Asia/Kolkata', dueAt: '2099-01-01T04:30:00.000Z' };
const SCHEDULED = { state: 'scheduled', schedule: { ...TIME, by: 'Esha Editor' } };
const scheduledHero = hero(3, { ...BODY, tagline: 'Light' }, SCHEDULED);

it('EDIT-SCHED-1 the form of a scheduled text says when it is published, and who scheduled it', async () => {
  startServer([scheduledHero]).on(`GET ${HERO}`, { status: 200, body: scheduledHero });
  await renderPortal(PAGE);
  expect(await screen.findByText(/^Scheduled for 1 Jan 2099 at 10:00\sam by Esha Editor\./)).toBeVisible();
  await settle();
});

it('EDIT-SCHED-1 the list of drafts says who scheduled one', async () => {
  const server = startServer([scheduledHero]);
  server.on(`GET ${HERO}`, { status: 200, body: scheduledHero });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  const drafts = within(await screen.findByRole('dialog'));
  expect(await drafts.findByText(/^Scheduled for 1 Jan 2099 at 10:00\sam by Esha Editor/)).toBeVisible();
  await settle();
});

it('EDIT-SCHED-1 a schedule is confirmed with its time', async () => {
  const server = startServer([hero(3, { ...BODY, tagline: 'Light' })]);
  const stored = { ...TIME, state: 'waiting', by: 'Asha', labels: [], finishedAt: null, isLate: false, problem: null };
  server.on('POST /api/admin/schedules', { status: 201, body: stored });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  fireEvent.change(await screen.findByLabelText('Publish later (time in India)'), { target: { value: TIME.wallTime } });
  await portal.user.click(screen.getByRole('button', { name: 'Schedule 1' }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Scheduled']));
  expect(portal.toasts[0]?.description).toMatch(/^Visitors see the changes from 1 Jan 2099 at 10:00\sam\.$/);
  await settle();
});

it('EDIT-SCHED-1 a change of a scheduled text is refused without a choice of versions', async () => {
  const server = startServer([scheduledHero]);
  expectApiErrors();
  server.on(`GET ${HERO}`, { status: 200, body: scheduledHero });
  const refusal = 'This is scheduled for publication. Cancel the schedule to change it.';
  server.on(`PUT ${HERO}`, {
    status: 409,
    body: { ...(problem(409, refusal).body as object), current: scheduledHero },
  });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByText(refusal)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep my version' })).not.toBeInTheDocument();
  await settle();
});

it('EDIT-SCHED-2 a failed publication is reported for a week, with its time', async () => {
  const failed = (daysAgo: number, label: string) => ({
    ...{ ...TIME, state: 'failed', by: 'Asha', labels: [label], isLate: false, problem: 'The photo is missing.' },
    finishedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  });
  const schedules = [failed(8, 'Old'), failed(1, 'Profile')];
  startServer().on('GET /api/admin/schedules?limit=20', { status: 200, body: { schedules, next: null } });
  await renderPortal(PAGE);
  const text = /^A scheduled publication failed yesterday at .+: Profile. The photo is missing.$/;
  expect(await screen.findByText(text)).toBeVisible();
  await settle();
});

it('EDIT-SCHED-2 a cancelled schedule leaves a draft in the form, and the focus in the dialog', async () => {
  const server = startServer([scheduledHero]);
  const draft = hero(3, { ...BODY, tagline: 'Light' });
  server.on(`GET ${HERO}`, { status: 200, body: scheduledHero });
  server.on('DELETE /api/admin/schedules/7', () => {
    server.on(`GET ${HERO}`, { status: 200, body: draft });
    server.on('GET /api/admin/drafts?limit=200', { status: 200, body: { documents: [draft], next: null } });
    return { status: 204 };
  });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Cancel schedule' }));
  expect(await screen.findByText('Saved as a draft')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Publish changes' })).toHaveFocus();
  await settle();
});

it.each([
  ['an editor cannot cancel a schedule that includes the theme', EDITOR, 0],
  ['an admin can cancel a schedule that includes the theme', ADMIN, 2],
])('SET-THEME-1 %s', async (_, user, count) => {
  startServer([scheduledHero, theme(SCHEDULED)]);
  const portal = await renderPortal(PAGE, user);
  await portal.user.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish changes' }));
  expect(await dialog.findByRole('checkbox', { name: 'Theme' })).toBeDisabled();
  expect(dialog.queryAllByRole('button', { name: 'Cancel schedule' })).toHaveLength(count);
  await settle();
});

it('EDIT-UI-1 a preview that the server could not render is tried again by itself', async () => {
  const server = startServer();
  expectApiErrors();
  server.on('POST /preview/draft', problem(503, 'The page could not be rendered with these texts.'));
  await renderPortal(PAGE);
  expect(await screen.findByText('The page could not be rendered with these texts.')).toBeVisible();
  server.on('POST /preview/draft', { status: 200, body: '' });
  expect(await screen.findByTitle('Preview of the website')).toBeInTheDocument();
  expect(screen.queryByText('The page could not be rendered with these texts.')).not.toBeInTheDocument();
  await settle();
});

it('LANG-2 LANG-9 a field shows the English text and what is wrong, and is saved in its language', async () => {
  const server = startServer();
  const empty = { brand_name: 'गोधूली', trade: '', tagline: '', description: '' };
  const marathi = (version: number, body: object) =>
    hero(version, body, { locale: 'mr', live: empty, changedInEnglish: version === 0 ? ['brand_name'] : [] });
  server.on(`GET ${HERO}?locale=mr`, { status: 200, body: marathi(0, empty) });
  server.on(`PUT ${HERO}`, { status: 200, body: marathi(1, { ...empty, tagline: 'आठवणी' }) });
  server.on('POST /preview/draft?page=/mr', { status: 200, body: '' });
  const portal = await renderPortal(PAGE);
  await portal.user.click(await screen.findByRole('button', { name: 'Marathi 1' }));
  expect(screen.getByRole('option', { name: 'Top of the page (1 missing)' })).toBeInTheDocument();
  const headline = await screen.findByLabelText('Headline');
  await waitFor(() => expect(headline).toHaveAccessibleDescription('Missing. English: Evenings kept'));
  const name = screen.getByLabelText('Studio name');
  expect(name).toHaveAccessibleDescription('English has changed since. English: Godhuli');
  await portal.user.type(headline, 'आठवणी');
  expect(await screen.findByText('Saved as a draft')).toBeVisible();
  expect(name).toHaveAccessibleDescription('English: Godhuli');
  const body = { ...empty, tagline: 'आठवणी' };
  expect(server.bodies[`PUT ${HERO}`]).toEqual({ locale: 'mr', version: 0, body });
  expect(server.bodies['POST /preview/draft?page=/mr']).toMatchObject({
    unsaved: [{ locale: 'mr', id: 'hero', body }],
  });
  expect(await axeViolations()).toEqual([]);
  await settle();
});
