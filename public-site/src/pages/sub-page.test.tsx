import { createHostDouble } from '@godhuli/remote-kit/testing/host-double';
import { act, render, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { LABELS, setLanguage } from '../languages/language';
import { remote } from '../remote';
import { Site } from '../site';
import { addServerStyles, mockApi, mockLayout, problem } from '../testing/render-site';
import { sampleSite } from '../testing/sample-site';
import { SubPage } from './sub-page';

beforeEach(() => void mockLayout());
afterEach(() => {
  document.body.replaceChildren();
  setLanguage('en');
});

const [item, next] = sampleSite()['/api/highlights'] as Record<string, unknown>[];
const PHOTO = { item, previous: null, next };
const surroundings = () => {
  const { '/api/content': content, '/api/services': services, '/api/profile': profile } = sampleSite();
  return { '/api/content': content, '/api/services': services, '/api/profile': profile };
};
const hostAt = (initialData: Record<string, unknown>, pathname = '/p/frame-1') =>
  createHostDouble({ initialData, location: { pathname, search: '', hash: '' } }).host;

it('a photo page hydrates without a mismatch', async () => {
  const host = hostAt({ ...surroundings(), '/api/photos/frame-1': PHOTO });
  addServerStyles(host);
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Site host={host} pages={{ Home: SubPage, SubPage }} />);
  document.body.append(root);
  const recovered = jest.fn();
  await act(async () => void hydrateRoot(root, <remote.App host={host} />, { onRecoverableError: recovered }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Frame 1');
  expect(recovered).not.toHaveBeenCalled();
});

it.each([
  ['/p/*', '/api/photos/*', 'Photo not found'],
  ['/stories/*', '/api/albums/*', 'Story not found'],
  ['/films/*', '/api/films/*', 'Film not found'],
  ['/portfolio/*', '/api/gallery/*', 'Page not found'],
  ['/mr/p/*', '/api/photos/*', 'फोटो सापडला नाही'],
])('PUB-PHOTO-1 %s without an entry and without services hydrates without a mismatch', async (route, path, heading) => {
  const { '/api/services': services, ...others } = surroundings();
  const labels = route.startsWith('/mr') ? { [LABELS]: { 'Photo not found': heading } } : {};
  const initialData = { ...others, ...labels, [path]: null };
  const server = hostAt(initialData, route);
  addServerStyles(server);
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Site host={server} pages={{ Home: SubPage, SubPage }} />);
  document.body.append(root);
  mockApi({ '/api/services': services });
  const host = hostAt(initialData, route.replace('*', 'removed'));
  const recovered = jest.fn();
  await act(async () => void hydrateRoot(root, <remote.App host={host} />, { onRecoverableError: recovered }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
  expect(recovered).not.toHaveBeenCalled();
});

/** Opens a photo page that the server has not rendered. */
async function openPhoto(response: unknown) {
  const host = hostAt(surroundings());
  addServerStyles(host);
  const calls = mockApi({ '/api/photos/frame-1': response });
  render(<remote.App host={host} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  return (heading: string) =>
    waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading));
}

it('a photo page that the server has not rendered fetches its own data alone', async () => {
  await (await openPhoto(PHOTO))('Frame 1');
});

it('LANG-11 a photo page that the server has not rendered fetches the texts of its language', async () => {
  const host = hostAt({ ...surroundings(), [LABELS]: {} }, '/mr/p/frame-1');
  addServerStyles(host);
  mockApi({ '/api/translations/mr/photos/frame-1': { ...PHOTO, item: { ...item, title: 'दिवे' } } });
  render(<remote.App host={host} />);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('दिवे'));
});

it('FILM-5 a film that the browser fetches plays on the page', async () => {
  const film = { ...item, slug: 'rings', title: 'Rings', poster: null, file: '/films/rings.mp4', link: null };
  const rest = { captions: null, captionsLanguage: 'en', durationSeconds: 60, publishedAt: '2026-01-01T00:00:00.000Z' };
  const host = hostAt(surroundings(), '/films/rings');
  addServerStyles(host);
  mockApi({ '/api/films/rings': { ...film, ...rest } });
  render(<remote.App host={host} />);
  const play = await screen.findByRole('button', { name: 'Play film: Rings' });
  play.click();
  await waitFor(() =>
    expect(document.querySelector('video')).toHaveAttribute('src', 'http://localhost/films/rings.mp4'),
  );
});

it.each([
  ['nothing there', problem(404), 'Photo not found'],
  ['a failure', problem(503), 'We could not load this page'],
  ['something else', { item: {} }, 'We could not load this page'],
])('a photo page whose data is %s says so', async (_what, response, heading) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await (await openPhoto(response))(heading);
});
