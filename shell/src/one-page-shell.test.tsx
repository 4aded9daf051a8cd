/** @jest-environment <rootDir>/src/testing/fetch-environment.ts */
import type { HostApi, RemoteModule } from '@godhuli/contracts/host';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { prepareToastKey } from './boot/toast-key';
import { OnePageShell } from './one-page-shell';
import type { LoadModule } from './remote/load-remote';
import { installDialogs } from './testing/dialog-part';
import { publicPage } from './testing/page-of';
import { DeferredToasts } from './toast/deferred-toasts';
import { toast } from './toast/toast-store';

let host: HostApi;
function App(props: { host: HostApi }) {
  host = props.host;
  return <p>{`at ${host.location.pathname}${host.location.search}${host.location.hash}`}</p>;
}
const remote: RemoteModule = { contract: 1, name: 'public-site', App };

/** Opens the visitor's document over the server's markup, once nothing is left of the one before. */
async function openPage(load: LoadModule = async () => ({ remote })) {
  await waitFor(() => expect(document.documentElement.dataset.remoteReady).toBeUndefined());
  const container = document.createElement('div');
  container.innerHTML = `<div data-remote="public-site" data-rendered>${renderToString(<p>at /</p>)}</div>`;
  document.body.append(container);
  const openDocument = jest.fn();
  render(<OnePageShell page={publicPage()} load={load} openDocument={openDocument} container={container} />);
  await waitFor(() => expect(document.documentElement.dataset.remoteReady).toBe('public-site'));
  return { container, openDocument };
}
const area = () => screen.getByRole('region', { name: /notifications/i });

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  document.body.innerHTML = '';
});

it('ROUTE-1 hydrates the one page, and follows query and hash without a new document', async () => {
  const { openDocument } = await openPage();
  act(() => host.navigate('/?type=wedding#contact'));
  expect(screen.getByText('at /?type=wedding#contact')).toBeVisible();
  expect(window.location.hash).toBe('#contact');
  act(() => {
    window.history.replaceState(null, '', '/');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(screen.getByText('at /')).toBeVisible();
  expect(openDocument).not.toHaveBeenCalled();
});

it('CARD-5 every other path is another document, requested by the shell', async () => {
  const { openDocument } = await openPage();
  act(() => host.navigate('/admin'));
  act(() => host.navigate('/gallery', { replace: true }));
  expect(openDocument.mock.calls).toEqual([
    ['http://localhost/admin', undefined],
    ['http://localhost/gallery', { replace: true }],
  ]);
});

it('asks before unsaved changes are left, and prevents the browser from leaving', async () => {
  installDialogs();
  const { openDocument } = await openPage();
  act(() => host.setUnsavedChanges('Leave without sending?'));
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  act(() => host.navigate('/admin'));
  expect(openDocument).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Leave', hidden: true }));
  expect(openDocument).toHaveBeenCalledWith('http://localhost/admin');
});

it('keeps its page while a view of it has another path in the history', async () => {
  const { openDocument } = await openPage();
  act(() => {
    window.history.pushState(null, '', '/p/dusk');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(screen.getByText(/^at /)).toBeVisible();
  act(() => host.navigate('/'));
  expect(openDocument).toHaveBeenCalledWith('http://localhost/', undefined);
});

it('ROUTE-4 an error of the shell itself shows the text of the data router', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = { ...publicPage(), remotes: {} };
  render(<OnePageShell page={page} load={async () => ({})} openDocument={jest.fn()} container={document.body} />);
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
});

it('TOAST-1 TOAST-2 the toast area is there at once, F8 reaches it, and the first toast brings the rest', async () => {
  prepareToastKey();
  await openPage();
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
  expect(area().contains(document.activeElement)).toBe(true);
  act(() => host.toast({ title: 'Sent', description: 'We will call.' }));
  await waitFor(() => expect(area().querySelector('.shell-toast__title')).toHaveTextContent('Sent'));
  expect(area().contains(document.activeElement)).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(area().querySelector('.shell-toast')).toBeNull());
});

it('TOAST-1 the toast area comes once someone is in a form, after the response to the tap on it', async () => {
  const load = jest.fn(() => import('./toast/toasts'));
  render(
    <>
      <DeferredToasts load={load} />
      <form>
        <input aria-label="Name" />
      </form>
    </>,
  );
  expect(load).not.toHaveBeenCalled();
  await act(async () => screen.getByLabelText('Name').focus());
  expect(load).not.toHaveBeenCalled();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
});

it('TOAST-1 the next focus in a form fetches the toast area that could not be fetched', async () => {
  const load = jest.fn(() => import('./toast/toasts'));
  load.mockRejectedValueOnce(new Error('offline'));
  render(
    <>
      <DeferredToasts load={load} />
      <form>
        <input aria-label="Name" />
        <input aria-label="Phone" />
      </form>
    </>,
  );
  await act(async () => screen.getByLabelText('Name').focus());
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await act(async () => screen.getByLabelText('Phone').focus());
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

it('TOAST-1 the toast area comes for someone who was in a form before this code ran', async () => {
  document.body.innerHTML = '<form><input aria-label="Name"></form>';
  screen.getByLabelText('Name').focus();
  const load = jest.fn(() => import('./toast/toasts'));
  await act(async () => void render(<DeferredToasts load={load} />));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
});

it('TOAST-1 a toast is shown, for its time, when the rest of the area cannot be fetched', async () => {
  jest.useFakeTimers();
  render(<DeferredToasts load={() => Promise.reject(new Error('offline'))} />);
  await act(async () => toast({ title: 'Submission Failed', variant: 'destructive' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Submission Failed');
  await act(() => jest.advanceTimersByTimeAsync(4999));
  expect(screen.getByRole('alert')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  jest.useRealTimers();
});
