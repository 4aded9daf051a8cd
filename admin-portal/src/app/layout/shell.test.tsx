import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import '../../features/dashboard/dashboard-page';
import '../../features/inquiries/inquiries-page';
import '../../features/placeholders/placeholder-page';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { sampleInquiry } from '../../testing/sample-data';
import { ConnectionLost, problem, startTestServer } from '../../testing/test-server';
import { STORED_USER_KEY } from '../session/stored-user-key';
import { frame } from './shell.styles';

const menu = () => screen.getByRole('navigation', { name: 'Admin pages' });
const menuLabels = () =>
  within(menu())
    .getAllByRole('link')
    .map((link) => link.textContent);
const FOR_EVERYONE = [
  'Dashboard',
  'Inquiries',
  'Clients',
  'Calendar',
  'Gallery',
  'Albums',
  'Videos',
  'Blog',
  'Offers',
  'Pages',
  'Services',
  'Packages',
  'Testimonials',
];
const FOR_ADMINS = ['Analytics', 'Marketing', 'Users', 'Settings', 'Messages', 'Releases', 'Audit log'];

it('ADM-SHELL-1 the sidebar collapses, stores that in the browser, and shows name, role and Logout', async () => {
  startTestServer();
  const portal = await renderPortal('/dashboard/offers');
  await settle();
  expect(screen.getByText('Asha Deshmukh')).toBeVisible();
  expect(screen.getByText('Admin')).toBeVisible();
  expect(within(screen.getByRole('button', { name: 'Logout' })).getByText('Logout')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(screen.getByRole('button', { name: 'Expand sidebar' })).toHaveAttribute('aria-expanded', 'false');
  expect(localStorage.getItem('admin-sidebar')).toBe('collapsed');
  expect(screen.getByRole('main').closest('[data-collapsed]')).not.toBeNull();
  expect(await axeViolations()).toEqual([]);
});

it.each([
  [true, '4rem'],
  [undefined, '15.5rem'],
])('ADM-SHELL-1 the sidebar whose collapsed state is %j is %s wide', (isCollapsed, width) => {
  render(<div css={frame} data-collapsed={isCollapsed} data-testid="frame" />);
  // jsdom computes no grid.
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules] as CSSStyleRule[]);
  const columns = rules
    .filter(({ selectorText }) => selectorText && screen.getByTestId('frame').matches(selectorText))
    .map(({ style }) => style.getPropertyValue('grid-template-columns'));
  expect(columns.at(-1)).toBe(`${width} minmax(0, 1fr)`);
});

it('ADM-SHELL-1 menu links have real URLs, and a plain click navigates through the host', async () => {
  startTestServer({ inquiries: [sampleInquiry(1), sampleInquiry(2, { status: 'Booked' })] });
  const portal = await renderPortal('/dashboard/offers');
  const videos = within(menu()).getByRole('link', { name: 'Videos' });
  expect(videos).toHaveAttribute('href', '/admin/dashboard/videos');
  await portal.user.click(videos);
  expect(portal.navigations).toEqual(['/admin/dashboard/videos']);
  expect(within(menu()).getByRole('link', { name: 'Videos' })).toHaveAttribute('aria-current', 'page');
  expect(await within(menu()).findByRole('link', { name: /Inquiries\s*1\s*new/ })).toBeVisible();
});

it('ADM-SHELL-2 without a stored user every page redirects to /admin', async () => {
  startTestServer();
  const portal = await renderPortal('/dashboard/gallery', null);
  await waitFor(() => expect(portal.navigations).toEqual(['/admin']));
  expect(screen.getByRole('button', { name: 'Login' })).toBeVisible();
});

it('ROUTE-4 an unknown path of the portal shows its own page inside the shell, with a way back', async () => {
  startTestServer();
  await renderPortal('/galery');
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  expect(screen.getByText(/Unexpected Application Error!/)).toBeVisible();
  expect(menu()).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/admin/dashboard');
  expect(await axeViolations()).toEqual([]);
});

it('ROUTE-4 an unknown URL shows the not-found page without a session, too', async () => {
  startTestServer();
  const portal = await renderPortal('/galery', null);
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  expect(screen.getByText(/Unexpected Application Error!/)).toBeVisible();
  expect(portal.navigations).toEqual([]);
  expect(await axeViolations()).toEqual([]);
});

it.each(['/dashboard/offers', '/dashboard/gallery'])(
  'ADM-LOGIN-3 a login leads back to %s, which was requested',
  async (path) => {
    const server = startTestServer();
    server.on('POST /api/admin/auth/login', { status: 200, body: { success: true, user: ADMIN } });
    const portal = await renderPortal(path, null);
    await portal.user.type(await screen.findByLabelText('Email'), 'asha@godhuli.example');
    await portal.user.type(screen.getByLabelText('Password'), 'marigold-2017');
    await portal.user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(portal.navigations).toEqual(['/admin', `/admin${path}`]));
    await portal.user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(portal.path()).toBe('/'));
    expect(sessionStorage.getItem('admin-return-to')).toBeNull();
  },
);

it('ADM-SHELL-2 an expired session removes the stored user and redirects to /admin', async () => {
  startTestServer().on('GET /api/admin/me', problem(401, 'Please sign in.'));
  expectApiErrors();
  const portal = await renderPortal('/dashboard/offers');
  await waitFor(() => expect(portal.path()).toBe('/'));
  expect(localStorage.getItem(STORED_USER_KEY)).toBeNull();
});

it.each([
  ['answers', undefined],
  ['fails', () => Promise.reject(new ConnectionLost())],
])(
  'ADM-SHELL-3 Logout calls the server, removes the stored user and goes to /admin when the call %s',
  async (_, response) => {
    const server = startTestServer();
    if (response) server.on('POST /api/admin/auth/logout', response);
    if (response) expectApiErrors();
    const portal = await renderPortal('/dashboard/offers');
    await portal.user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(portal.path()).toBe('/'));
    expect(server.calls).toContain('POST /api/admin/auth/logout');
    expect(localStorage.getItem(STORED_USER_KEY)).toBeNull();
  },
);

it('ADM-SHELL-4 an admin sees every page in the menu, an editor those of editors', async () => {
  startTestServer();
  const admin = await renderPortal('/dashboard/offers', ADMIN);
  await settle();
  expect(menuLabels()).toEqual([...FOR_EVERYONE, ...FOR_ADMINS]);
  admin.unmount();
  await renderPortal('/dashboard/offers', EDITOR);
  await settle();
  expect(menuLabels()).toEqual(FOR_EVERYONE);
});

it.each(FOR_ADMINS)('ADM-SHELL-4 an editor on %s sees a clear refusal, and no request is sent', async (label) => {
  const server = startTestServer();
  await renderPortal(`/dashboard/${label.toLowerCase().split(' ')[0]}`, EDITOR);
  await settle();
  expect(screen.getByRole('heading', { name: 'Only admins can open this page' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/admin/dashboard');
  expect(server.calls).not.toContain('GET /api/remotes');
});

it.each([
  ['blog', '1 post'],
  ['offers', null],
  ['analytics', null],
  ['marketing', null],
])('ADM-PH-1 %s says coming soon, the blog with its count', async (page, count) => {
  startTestServer();
  await renderPortal(`/dashboard/${page}`);
  expect(await screen.findByText('Coming soon')).toBeVisible();
  if (count) expect(await screen.findByText(count)).toBeVisible();
  await settle();
});

it("ADM-PH-1 a count that fails to load shows 'Not available'", async () => {
  startTestServer().on('GET /api/admin/blog', { status: 200, body: { nothing: true } });
  expectApiErrors();
  await renderPortal('/dashboard/blog');
  expect(await screen.findByText('Not available')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('the theme is an attribute of the document, kept in this browser', async () => {
  startTestServer();
  const portal = await renderPortal('/dashboard/offers');
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  await portal.user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('admin-theme')).toBe('dark');
});

it('on a phone the menu is a drawer that receives focus; Escape closes it and returns focus', async () => {
  startTestServer();
  window.matchMedia = (() => ({ matches: true, addEventListener() {}, removeEventListener() {} })) as never;
  try {
    const portal = await renderPortal('/dashboard/offers');
    const button = screen.getByRole('button', { name: 'Open menu' });
    await portal.user.click(button);
    expect(within(menu()).getByRole('link', { name: 'Dashboard' })).toHaveFocus();
    await portal.user.keyboard('{Escape}');
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-expanded', 'false');
  } finally {
    window.matchMedia = undefined as never;
  }
});

it.each([
  ['/dashboard', 'Dashboard · Godhuli admin'],
  ['/dashboard/inquiries', 'Inquiries · Godhuli admin'],
  ['/dashboard/offers', 'Offers · Godhuli admin'],
  ['/dashboard/nowhere', 'Not found · Godhuli admin'],
])('every page of the portal has the same pattern of title: %s', async (path, title) => {
  startTestServer();
  await renderPortal(path);
  await waitFor(() => expect(document.title).toBe(title));
});

it('ADM-SHELL-2 Skip to content moves the focus and does not follow its link, so the open record stays', async () => {
  startTestServer();
  await renderPortal('/dashboard/offers');
  await settle();
  const isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(isFollowed).toBe(false);
  expect(screen.getByRole('main')).toHaveFocus();
});
