/** @jest-environment <rootDir>/src/testing/fetch-environment.ts */
import type { HostApi, RemoteModule } from '@godhuli/contracts/host';
import type { PageComposition } from '@godhuli/contracts/page';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { lazy, useEffect, useId, useLayoutEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { createBrowserRouter, createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { FALLBACK_AFTER_MS } from './area/use-remote';
import { HEAD_START_MS } from './remote/load-first-ready';
import { type LoadModule, STEP_LIMIT_MS } from './remote/load-remote';
import { shellRoutes } from './shell-routes';
import { installDialogs } from './testing/dialog-part';
import { publicPage, staffPage } from './testing/page-of';
import { Toasts } from './toast/toasts';

/** A remote that shows where it is and lets a test call its host. */
let host: HostApi;
function App(props: { host: HostApi }) {
  host = props.host;
  const { basePath, location, release } = host;
  return <p>{`${release.version} at ${basePath} ${location.pathname}${location.hash}`}</p>;
}
function Broken(): never {
  throw new Error('broken in rendering');
}
function Counter(props: { host: HostApi }) {
  host = props.host;
  const id = useId();
  const [count, setCount] = useState(0);
  return (
    <button type="button" id={id} onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}
const remoteNamed = (name: string, component = App): { remote: RemoteModule } => ({
  remote: { contract: 1, name, App: component },
});

interface OpenOptions {
  page?: PageComposition;
  at?: string;
  load?: LoadModule;
  markup?: string;
  createRouter?: (routes: RouteObject[]) => ReturnType<typeof createMemoryRouter>;
}
function openShell({ page = staffPage(), at = page.mount.path, load, markup, createRouter }: OpenOptions = {}) {
  const container = document.createElement('div');
  if (markup !== undefined)
    container.innerHTML = `<div data-remote="${page.mount.remote}" data-rendered>${markup}</div>`;
  document.body.append(container);
  const openDocument = jest.fn();
  const routes = shellRoutes({
    page,
    load: load ?? (async ({ release }) => remoteNamed(release.name)),
    openDocument,
    container,
  });
  const router = createRouter?.(routes) ?? createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  );
  return { router, openDocument, container };
}

const sendBeacon = jest.fn((_url: string, _body: Blob) => true);
beforeEach(() => {
  sendBeacon.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true });
  installDialogs();
});
afterEach(() => {
  document.body.innerHTML = '';
});

it('ROUTE-2 /admin shows the staff remote, with its base path', async () => {
  openShell({ at: '/admin/dashboard/gallery' });
  expect(await screen.findByText('1.1.0-bbbbbbbbbbbb at /admin /dashboard/gallery')).toBeVisible();
  expect(document.documentElement.dataset.remoteReady).toBe('admin-portal');
});

it('ROUTE-4 an unknown path shows the text of the data router', async () => {
  const { router } = openShell();
  await screen.findByText(/at \/admin \//);
  await act(() => router.navigate('/admin/nowhere'));
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/at \/admin/)).not.toBeInTheDocument());
});

/** The staff zone's document, with the routes of a release that was published before the gate checked them. */
function pageWithRoutes(routes: string[]): PageComposition {
  const page = staffPage();
  for (const { live } of Object.values(page.remotes)) live.routes = routes;
  return page;
}

it.each(['/', '/evil'])('CARD-5 the route //evil is the page /evil and leaves %s usable', async (path) => {
  openShell({ page: pageWithRoutes(['/', '//evil']), at: `/admin${path}` });
  expect(await screen.findByText(`1.1.0-bbbbbbbbbbbb at /admin ${path}`)).toBeVisible();
});

it('CARD-5 a route with optional segments, each of which doubles the paths of the router, is left out', () => {
  const page = pageWithRoutes(['/', '/a?'.repeat(66)]);
  const [root] = shellRoutes({ page, load: async () => ({}), openDocument: jest.fn(), container: document.body });
  expect(root?.children?.[0]?.children).toEqual([{ index: true, element: null }]);
});

it('ROUTE-4 an unexpected routing error shows the same text', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = staffPage();
  const routes = shellRoutes({ page, load: async () => ({}), openDocument: jest.fn(), container: document.body });
  const [root] = routes;
  root?.children?.push({ path: '/admin/broken', element: <Broken /> });
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/admin/broken'] })} />);
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
});

it('ROUTE-1 ROUTE-3 moves softly inside its zone and opens a document across zones', async () => {
  const { router, openDocument } = openShell();
  await screen.findByText(/at \/admin \//);
  act(() => host.navigate('/admin/dashboard'));
  expect(await screen.findByText(/at \/admin \/dashboard/)).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/dashboard');
  act(() => host.navigate('/'));
  act(() => host.navigate('/admin-old'));
  expect(openDocument.mock.calls.map(([url]) => url)).toEqual(['http://localhost/', 'http://localhost/admin-old']);
});

it('TOAST-2 a remote raises a toast through its host', async () => {
  openShell();
  await screen.findByText(/at \/admin/);
  act(() => host.toast({ title: 'Saved', description: 'The photo is in the gallery.' }));
  expect(screen.getAllByText('Saved')[0]).toBeVisible();
});

it('CARD-5 a live release that fails gives way to the last good one, and is reported', async () => {
  const load: LoadModule = async ({ release }) => {
    if (release.version.startsWith('1.1.0')) throw new Error('404');
    return remoteNamed(release.name);
  };
  openShell({ load });
  expect(await screen.findByText(/1\.0\.0-aaaaaaaaaaaa at \/admin/)).toBeVisible();
  expect(sendBeacon).toHaveBeenCalledTimes(1);
  const [url, body] = sendBeacon.mock.calls[0] ?? [];
  expect(url).toBe('/api/composition/reports');
  expect(body?.type).toBe('application/json');
});

it('CARD-7 a preview that fails shows so, and is not reported: visitors do not see it', async () => {
  const page = { ...staffPage(false), preview: true };
  const load: LoadModule = async ({ release }) => remoteNamed(release.name, Broken);
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  openShell({ page, load });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(sendBeacon).not.toHaveBeenCalled();
  errors.mockRestore();
});

it('CARD-5 a release that throws while rendering gives way to the last good one', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  openShell({
    load: async ({ release }) => remoteNamed(release.name, release.version.startsWith('1.1.0') ? Broken : App),
  });
  expect(await screen.findByText(/1\.0\.0-aaaaaaaaaaaa at \/admin/)).toBeVisible();
});

it("CARD-5 with no release left a fallback shows, and 'Try again' loads again with new URLs", async () => {
  let healthy = false;
  const attempts: number[] = [];
  openShell({
    page: staffPage(false),
    load: async ({ release, attempt }) => {
      attempts.push(attempt);
      if (!healthy) throw new Error('gone');
      return remoteNamed(release.name);
    },
  });
  expect(await screen.findByRole('heading', { name: 'We could not load this part of the page' })).toBeVisible();
  expect(screen.getByRole('region', { name: /notifications/i })).toBeInTheDocument();
  healthy = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/1\.1\.0-bbbbbbbbbbbb at \/admin/)).toBeVisible();
  expect(new Set(attempts).size).toBe(attempts.length);
});

/** What `work` does happens in pretended time. */
async function inPretendedTime(work: () => Promise<void>) {
  jest.useFakeTimers();
  try {
    await work();
  } finally {
    jest.useRealTimers();
  }
}
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const forever = () => new Promise<never>(() => undefined);

it('CARD-5 the last good release replaces a live one that hangs within 6 seconds, and stays', () =>
  inPretendedTime(async () => {
    let arrive = (_module: unknown) => {};
    openShell({
      load: ({ release }) =>
        release.version.startsWith('1.1.0')
          ? new Promise((resolve) => {
              arrive = resolve;
            })
          : Promise.resolve(remoteNamed(release.name)),
    });
    await after(HEAD_START_MS - 1);
    expect(screen.getByText('Loading…')).toBeVisible();
    await after(2);
    expect(HEAD_START_MS + 2).toBeLessThan(6000);
    expect(screen.getByText(/1\.0\.0-aaaaaaaaaaaa at \/admin/)).toBeVisible();
    arrive(remoteNamed('admin-portal'));
    await after(20_000);
    expect(screen.getByText(/1\.0\.0-aaaaaaaaaaaa at \/admin/)).toBeVisible();
    expect(sendBeacon).not.toHaveBeenCalled();
  }));

it('CARD-5 a slow live release that is ready before the last good one shows', () =>
  inPretendedTime(async () => {
    const { load, arrive } = heldBack();
    openShell({ load });
    await after(HEAD_START_MS + 1);
    arrive('1.1.0');
    await after(1);
    expect(screen.getByText(/1\.1\.0-bbbbbbbbbbbb at \/admin/)).toBeVisible();
  }));

/** Loads that end when a test says so, by the beginning of the version. */
function heldBack() {
  const waiting = new Map<string, () => void>();
  const load: LoadModule = ({ release }) =>
    new Promise((resolve) => waiting.set(release.version.slice(0, 5), () => resolve(remoteNamed(release.name))));
  return { load, arrive: (version: string) => waiting.get(version)?.() };
}

it('CARD-5 a remote that hangs shows the fallback within 6 seconds, and still arrives later', () =>
  inPretendedTime(async () => {
    let arrive = (_module: unknown) => {};
    const load: LoadModule = ({ release, attempt }) =>
      attempt > 0 && release.version.startsWith('1.1.0')
        ? new Promise((resolve) => {
            arrive = resolve;
          })
        : forever();
    openShell({ load });
    expect(FALLBACK_AFTER_MS).toBeLessThan(6000);
    await after(FALLBACK_AFTER_MS);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    // The live release is asked for a second time behind the fallback.
    await after(STEP_LIMIT_MS - FALLBACK_AFTER_MS);
    arrive(remoteNamed('admin-portal'));
    await after(10);
    expect(screen.getByText(/1\.1\.0-bbbbbbbbbbbb at \/admin/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  }));

it('hydrates the markup of the server without a mismatch, and gives the data it was made from', async () => {
  const markup = renderToString(<Counter host={{} as HostApi} />);
  const { container } = openShell({
    page: publicPage(),
    at: '/',
    markup,
    load: async () => remoteNamed('public-site', Counter),
  });
  const button = screen.getByRole('button', { name: '0' });
  await waitFor(() => expect(document.documentElement.dataset.remoteReady).toBe('public-site'));
  expect(container.querySelector('button')).toBe(button);
  fireEvent.click(button);
  expect(button).toHaveTextContent('1');
  expect(host.initialData).toEqual({ '/api/stats': [{ number: '500+' }] });
  expect(sendBeacon).not.toHaveBeenCalled();
});

it('a hydration mismatch is logged and reported to the host, and the page still becomes interactive', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  openShell({
    page: publicPage(),
    at: '/',
    markup: '<button>of another release</button>',
    load: async () => remoteNamed('public-site', Counter),
  });
  expect(await screen.findByRole('button', { name: '0' })).toBeVisible();
  expect(String(said.mock.calls)).toMatch(/hydrat/i);
  expect(sendBeacon).toHaveBeenCalledTimes(1);
});

it.each([
  ['loaded', async () => ({})],
  ['hydrated', async () => remoteNamed('public-site', Broken)],
])('keeps the markup of the server readable when its remote cannot be %s', async (_what, load) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container } = openShell({ page: publicPage(), at: '/', markup: '<h1>Godhuli</h1>', load });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  await waitFor(() => expect(container.querySelector('h1')).toHaveTextContent('Godhuli'));
});

const gone: LoadModule = async () => {
  throw new Error('404');
};
const notHydrated: LoadModule = async () => remoteNamed('public-site', Broken);

interface OpenFailingOptions {
  live: LoadModule;
  previous: LoadModule;
  markup?: string;
}
/** Opens the visitor's document over the markup of the server, with a live release that fails and the last good one. */
function openFailing({ live, previous, markup = '<h1>Godhuli</h1>' }: OpenFailingOptions) {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const load: LoadModule = (request) => (request.release.version.startsWith('1.1.0') ? live : previous)(request);
  return openShell({ page: publicPage(true), at: '/', markup, load });
}
const LAST_GOOD = /^1\.0\.0-aaaaaaaaaaaa at \/ \/$/;

it('CARD-5 the last good release takes the place of one that cannot be hydrated: the page is there once', () =>
  inPretendedTime(async () => {
    const { container } = openFailing({ live: notHydrated, previous: async () => remoteNamed('public-site') });
    await after(100);
    expect(container).toHaveTextContent(LAST_GOOD);
    expect(container.children).toHaveLength(1);
  }));

it.each([
  ['loaded', gone],
  ['hydrated', notHydrated],
])('CARD-5 the markup of a release that cannot be %s stays until the last good one shows its page', (_what, live) =>
  inPretendedTime(async () => {
    let arrive = (_module: unknown) => {};
    let show = (_component: { default: typeof App }) => {};
    const previous = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    const Late = lazy(
      () =>
        new Promise<{ default: typeof App }>((resolve) => {
          show = resolve;
        }),
    );
    const { container } = openFailing({ live, previous });
    await after(100);
    expect(container).toHaveTextContent('Godhuli');
    arrive(remoteNamed('public-site', (props) => <Late {...props} />));
    await after(100);
    expect(container).toHaveTextContent('Godhuli');
    show({ default: App });
    await after(1000);
    expect(container).toHaveTextContent(LAST_GOOD);
    expect(container.children).toHaveLength(1);
  }),
);

function Form({ version }: { version: string }) {
  return (
    <form>
      <input name="name" />
      <textarea name="message" id="message" />
      <input type="checkbox" name="dateUndecided" />
      <input type="hidden" name="version" value={version} />
    </form>
  );
}

/** Fills in the form of a live release that fails. @returns the form of the last good one */
async function fillIn(live: LoadModule): Promise<HTMLFormElement> {
  const { container } = openFailing({
    live,
    previous: async () => remoteNamed('public-site', () => <Form version="last good" />),
    markup: renderToString(<Form version="live" />),
  });
  const form = () => container.querySelector('form') as HTMLFormElement;
  const field = (name: string) => form()?.elements.namedItem(name) as HTMLInputElement;
  field('name').value = 'Asha';
  field('message').value = 'In June';
  field('dateUndecided').checked = true;
  field('message').focus();
  await waitFor(() => expect(field('version').value).toBe('last good'));
  return form();
}

it.each([
  ['loaded', gone],
  ['hydrated', notHydrated],
])('CARD-5 PUB-CONT-3 keeps what is typed when the last good release replaces one not %s', async (_what, live) => {
  const values = new FormData(await fillIn(live));
  expect(Object.fromEntries(values)).toEqual({
    name: 'Asha',
    message: 'In June',
    dateUndecided: 'on',
    version: 'last good',
  });
});

it('CARD-5 PUB-CONT-3 the field that a visitor types in keeps the focus when the last good release comes', async () => {
  const form = await fillIn(gone);
  expect(form.elements.namedItem('message')).toHaveFocus();
});

it('PUB-CONT-3 the last good release does not replace a form that the browser is sending', () =>
  inPretendedTime(async () => {
    const markup = '<form><button aria-busy="true">Sending</button></form>';
    const { container } = openFailing({ live: gone, previous: async () => remoteNamed('public-site'), markup });
    await after(1000);
    expect(container).toHaveTextContent(/^Sending$/);
    expect(container.children).toHaveLength(1);
  }));

function fail(): never {
  throw new Error('broken in an effect');
}
function FailingInEffect() {
  useEffect(fail, []);
  return <Form version="failing" />;
}
function FailingInLayoutEffect() {
  useLayoutEffect(fail, []);
  return <Form version="failing" />;
}

it.each([
  ['useEffect', FailingInEffect],
  ['useLayoutEffect', FailingInLayoutEffect],
])('CARD-5 PUB-CONT-3 releases that all fail in %s leave the page, with what is typed', async (_name, Failing) => {
  const failing: LoadModule = async () => remoteNamed('public-site', () => <Failing />);
  const markup = renderToString(<Form version="server" />);
  const { container } = openFailing({ live: failing, previous: failing, markup });
  const form = () => container.querySelector('form') as HTMLFormElement;
  (form().elements.namedItem('message') as HTMLTextAreaElement).value = 'In June';
  expect(await screen.findByText(/^Some buttons on this page do not work yet/)).toBeVisible();
  await waitFor(() => expect(container.children).toHaveLength(1));
  expect(Object.fromEntries(new FormData(form()))).toEqual({ name: '', message: 'In June', version: 'server' });
});

it('asks before unsaved changes are left, softly or for another zone', async () => {
  const { router, openDocument } = openShell({ at: '/admin/dashboard' });
  await screen.findByText(/at \/admin \/dashboard/);
  act(() => host.setUnsavedChanges('Leave without saving?'));
  await act(() => router.navigate('/admin'));
  expect(screen.getByRole('dialog')).toHaveTextContent('Leave without saving?');
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/admin/dashboard');
  act(() => host.navigate('/'));
  expect(openDocument).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(openDocument).toHaveBeenCalledWith('http://localhost/');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(false);
});

it('finishes a navigation that waits for an answer once nothing is unsaved, and never asks again', async () => {
  const { router } = openShell({ at: '/admin/dashboard' });
  await screen.findByText(/at \/admin \/dashboard/);
  act(() => host.setUnsavedChanges('Leave without saving?'));
  await act(() => router.navigate('/admin'));
  expect(screen.getByRole('dialog')).toBeVisible();
  await act(async () => host.setUnsavedChanges(null));
  expect(await screen.findByText(/at \/admin \/$/)).toBeVisible();
  act(() => host.setUnsavedChanges('Leave without saving?'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens another zone that waits for an answer once nothing is unsaved, and never asks again', async () => {
  const { openDocument } = openShell({ at: '/admin/dashboard' });
  await screen.findByText(/at \/admin \/dashboard/);
  act(() => host.setUnsavedChanges('Leave without saving?'));
  act(() => host.navigate('/'));
  expect(screen.getByRole('dialog')).toBeVisible();
  act(() => host.setUnsavedChanges(null));
  expect(openDocument.mock.calls).toEqual([['http://localhost/']]);
  act(() => host.setUnsavedChanges('Leave without saving?'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('gives the focus back to the field when the question whether to leave is answered with Stay', async () => {
  openShell({ at: '/admin/dashboard', load: async () => remoteNamed('admin-portal', Counter) });
  const field = await screen.findByRole('button', { name: '0' });
  field.focus();
  act(() => host.setUnsavedChanges('Leave without saving?'));
  act(() => host.navigate('/'));
  expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(field).toHaveFocus();
});

it('asks within a path only for a remote whose query or hash names what it edits', async () => {
  const { router } = openShell({ at: '/admin/dashboard?story=2' });
  await screen.findByText(/at \/admin \/dashboard/);
  act(() => host.setUnsavedChanges('Leave without saving?'));
  await act(() => router.navigate('/admin/dashboard?story=3'));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => host.setUnsavedChanges('Leave without saving?', { scope: 'url' }));
  await act(() => router.navigate(-1));
  expect(screen.getByRole('dialog')).toHaveTextContent('Leave without saving?');
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.search).toBe('?story=3');
  act(() => host.navigate('/admin/dashboard?story=3#7'));
  expect(router.state.location.hash).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.hash).toBe('#7'));
});

it.each(['Stay', 'Leave'])('asks before a hash typed in the address bar leaves unsaved changes: %s', async (answer) => {
  window.history.pushState(null, '', '/admin/dashboard');
  const { router } = openShell({ createRouter: createBrowserRouter });
  await screen.findByText(/at \/admin \/dashboard/);
  await act(() => router.navigate('/admin/dashboard#7'));
  act(() => host.setUnsavedChanges('Leave without saving?', { scope: 'url' }));
  window.location.hash = '#8';
  fireEvent.click(await screen.findByRole('button', { name: answer }));
  await waitFor(() => expect(window.location.hash).toBe(answer === 'Stay' ? '#7' : '#8'));
  expect(await screen.findByText(`1.1.0-bbbbbbbbbbbb at /admin /dashboard${window.location.hash}`)).toBeVisible();
  router.dispose();
});

it('asks nothing when a remote replaces its own query, or navigates as soon as its changes are saved', async () => {
  const { router } = openShell({ at: '/admin/dashboard?story=new' });
  await screen.findByText(/at \/admin \/dashboard/);
  act(() => host.setUnsavedChanges('Leave without saving?', { scope: 'url' }));
  act(() => host.navigate('/admin/dashboard?story=7', { replace: true }));
  expect(router.state.location.search).toBe('?story=7');
  act(() => {
    host.setUnsavedChanges(null);
    host.navigate('/admin');
  });
  expect(router.state.location.pathname).toBe('/admin');
});
