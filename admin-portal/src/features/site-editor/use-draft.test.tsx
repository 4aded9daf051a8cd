import { screen, waitFor } from '@testing-library/react';
import './site-editor-page';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { ConnectionLost, startTestServer } from '../../testing/test-server';

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
  expect(JSON.parse(portal.kept() ?? '')).toEqual(planted);
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

it('EDIT-UI-2 text that was not saved is offered to its user when the form opens again', async () => {
  const server = startServer();
  expectApiErrors();
  server.on(PUT, () => {
    throw new ConnectionLost();
  });
  const portal = await renderPortal(PAGE);
  await portal.user.type(await screen.findByLabelText('Headline'), '!');
  expect(await screen.findByText('Not saved')).toBeVisible();
  const part = screen.getByLabelText('Part of the website');
  await portal.user.selectOptions(part, 'Footer');
  expect(await screen.findByText('We could not load this part.')).toBeVisible();
  await portal.user.selectOptions(part, 'Top of the page');
  expect(await screen.findByText(NOTICE)).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Use it' }));
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
