import { fireEvent, render, screen } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode } from 'react';
import { HostProvider } from '../ui/host-context';
import { CodeFailureNotice } from './code-failure-notice';
import { useCode } from './late-code';

const VERSION = '1.0.0-aaaaaaaaaaaa';
const CHUNK = 'https://studio.test/remotes/admin-portal/assets/7.js';
const release = { name: 'admin-portal', version: VERSION };
const CODE = { default: () => <p>The page</p> };
function Broken(): ReactNode {
  throw new Error('broken render');
}
const chunkFailure = () =>
  Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError', request: CHUNK });

/** In place of the host's boundary, which replaces the release. */
class HostBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? <p>The host got: {this.state.error.message}</p> : this.props.children;
  }
}

function Late({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const { Content, failure, retry } = useCode(load);
  if (Content) return <Content />;
  if (!failure) return null;
  return (
    <CodeFailureNotice failure={failure} onRetry={retry}>
      We could not load this page.
    </CodeFailureNotice>
  );
}

/** Responds to requests for the chunk with a status (0: no connection), and names the live version. */
function serve(status: number, live = VERSION) {
  globalThis.fetch = (async (url: string) => {
    if (status === 0) throw new TypeError('Failed to fetch');
    return url === CHUNK
      ? { status, arrayBuffer: async () => new ArrayBuffer(0) }
      : { json: async () => ({ generation: 8, remotes: { 'admin-portal': live } }) };
  }) as unknown as typeof fetch;
}

function renderLate(load: jest.Mock) {
  render(
    <HostProvider value={{ release } as never}>
      <HostBoundary>
        <Late load={load} />
      </HostBoundary>
    </HostProvider>,
  );
}

it.each([
  ['the connection is lost', 0],
  ['the server starts again', 503],
])('code that cannot be loaded while %s is loaded by Try again', async (_, status) => {
  serve(status);
  renderLate(jest.fn().mockRejectedValueOnce(chunkFailure()).mockResolvedValue(CODE));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We could not load this page. Check your connection and try again.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The page')).toBeVisible();
});

it('code that could not be loaded is requested again when the browser is online', async () => {
  serve(0);
  renderLate(jest.fn().mockRejectedValueOnce(chunkFailure()).mockResolvedValue(CODE));
  await screen.findByRole('alert');
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('The page')).toBeVisible();
});

it('code that the server has is requested once more, without a message', async () => {
  serve(200);
  renderLate(jest.fn().mockRejectedValueOnce(chunkFailure()).mockResolvedValue(CODE));
  expect(await screen.findByText('The page')).toBeVisible();
});

it('code that is gone because a newer release is live offers a reload', async () => {
  serve(404, '1.1.0-bbbbbbbbbbbb');
  renderLate(jest.fn().mockRejectedValue(chunkFailure()));
  expect(await screen.findByRole('alert')).toHaveTextContent('A newer version of the portal is live.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});

it.each([
  ['CARD-7 code that the live release lacks', 404, chunkFailure()],
  ['CARD-7 code whose bytes are not those of the live release', 200, chunkFailure()],
  ['CARD-7 an error of the code itself', 0, new TypeError('broken')],
])('%s reaches the host, which replaces the release', async (_, status, error) => {
  serve(status);
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  renderLate(jest.fn().mockRejectedValue(error));
  expect(await screen.findByText(`The host got: ${error.message}`)).toBeVisible();
  logged.mockRestore();
});

it('CARD-7 an error while loaded code renders reaches the host, which replaces the release', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  renderLate(jest.fn().mockResolvedValue({ default: Broken }));
  expect(await screen.findByText('The host got: broken render')).toBeVisible();
  logged.mockRestore();
});
