import { screen, waitFor } from '@testing-library/react';
import { NO_FILTER, portfolioQuery } from '../features/portfolio/portfolio.requests';
import { renderPortal, settle } from '../testing/render-portal';
import { startTestServer } from '../testing/test-server';
import { dropEarlyRequests } from './early-requests';
import { createQueryClient } from './query-client';
import { prepareScreen, releaseFirstQueries } from './screens';

const GALLERY = '/dashboard/gallery';
const { queryKey } = portfolioQuery(NO_FILTER);

beforeEach(dropEarlyRequests);
afterEach(releaseFirstQueries);

const createClient = () => createQueryClient(() => undefined);
const galleryIn = (client: ReturnType<typeof createClient>) => client.getQueryData(queryKey)?.pages[0]?.items;

it('the data of a screen are in the cache before it is rendered, and only until it is shown', async () => {
  startTestServer();
  const client = createClient();
  prepareScreen(GALLERY, '', client);
  await waitFor(() => expect(galleryIn(client)).toEqual([]));
  releaseFirstQueries();
  await waitFor(() => expect(galleryIn(client)).toBeUndefined());
});

it('a screen that is left before its code has loaded keeps no data', async () => {
  const server = startTestServer();
  const client = createClient();
  prepareScreen(GALLERY, '', client);
  prepareScreen('/dashboard/audit', '', client);
  await settle();
  expect(server.calls).toContain('GET /api/admin/portfolio');
  expect(client.getQueryCache().getAll()).toEqual([]);
});

it.each([
  ['gallery', GALLERY, 'Gallery', ['GET /api/admin/portfolio', 'GET /api/hero']],
  ['inbox', '/dashboard/inquiries', 'Inquiries', ['GET /api/inquiries']],
])('the %s requests each of its first data once', async (_, path, heading, requests) => {
  const server = startTestServer();
  await renderPortal(path);
  await screen.findByRole('heading', { level: 1, name: heading });
  await settle();
  for (const request of requests) expect(server.calls.filter((each) => each === request)).toEqual([request]);
});
