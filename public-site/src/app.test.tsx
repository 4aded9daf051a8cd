import { PAGE_SCRIPT_READY } from '@godhuli/contracts/host';
import { createHostDouble } from '@godhuli/remote-kit/testing/host-double';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remote } from './remote';
import { mockApi, mockLayout, problem, renderAlone, renderAnew, renderApp, renderSite } from './testing/render-site';
import { sampleSite } from './testing/sample-site';

// jsdom cannot read the real styles.
jest.mock('./page/client-parts', () => ({ __esModule: true, default: () => null }));

const logsOf = (logged: jest.SpyInstance) => logged.mock.calls.map(([message]) => message).sort();
const settle = () => act(async () => undefined);
const catchLogs = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

beforeEach(() => void mockLayout());

it('ROUTE-1 has every section under its anchor', () => {
  renderSite();
  const ids = [...document.querySelectorAll('main > section')].map((section) => section.id);
  expect(ids).toEqual(['hero', 'services', 'portfolio', 'packages', 'about', 'testimonials', 'contact']);
  expect(screen.getByRole('contentinfo')).toHaveAttribute('id', 'footer');
  const regions = within(screen.getByRole('main')).getAllByRole('region');
  expect(regions.filter((region) => ids.includes(region.id))).toHaveLength(ids.length);
  for (const region of regions) expect(region).toHaveAccessibleName();
  expect(screen.getByRole('form')).toHaveAccessibleName('Book Your Session');
});

it.each([
  ['with the styles of the server', renderAlone],
  ['without them, which it loads first', renderAnew],
])('PUB-HDR-2 where no page script came with the document, React attaches it, %s', async (_, render) => {
  render(createHostDouble({ initialData: sampleSite() }).host);
  expect(document.querySelector(`[${PAGE_SCRIPT_READY}]`)).toBeNull();
  await waitFor(() => expect(document.querySelector('.site')).toHaveAttribute(PAGE_SCRIPT_READY));
});

it('PUB-LIKE-1 a page script that ran before there was a page shows in it what is liked', async () => {
  const [photo] = sampleSite()['/api/highlights'] as { slug: string; title: string }[];
  localStorage.setItem('shortlist', JSON.stringify([{ slug: photo?.slug, title: photo?.title }]));
  await import('./page-script');
  renderAnew(createHostDouble({ initialData: sampleSite() }).host);
  const like = () => document.querySelector('button[data-photo-action="like"][aria-pressed="true"]');
  await waitFor(() => expect(like()).toHaveValue(photo?.slug));
  expect(screen.getByText('Shortlist (1)')).toBeVisible();
});

it('CARD-5 is a remote of contract 1', () => {
  expect(remote).toMatchObject({ contract: 1, name: 'public-site' });
});

it('PUB-HERO-5 PUB-SERV-1 PUB-PORT-1 fetches everything in parallel, shows that it loads, then shows it', async () => {
  const responded: (() => void)[] = [];
  const site = sampleSite();
  const calls = mockApi(
    Object.fromEntries(
      Object.entries(site).map(([path, value]) => [
        path,
        () =>
          new Promise((resolve) => responded.push(() => resolve({ ok: true, status: 200, json: async () => value }))),
      ]),
    ),
  );
  renderApp(createHostDouble().host);
  expect(calls.map((call) => call.path).sort()).toEqual(Object.keys(site).sort());
  expect(screen.getByText('Loading services...')).toBeVisible();
  expect(screen.getAllByText('Loading portfolio...')[0]).toBeVisible();
  expect(document.getElementById('hero')).toHaveAttribute('aria-busy', 'true');
  await act(async () => {
    for (const response of responded) response();
  });
  expect(screen.queryByText('Loading services...')).toBeNull();
  expect(screen.queryByText('Loading portfolio...')).toBeNull();
  expect(document.getElementById('hero')).not.toHaveAttribute('aria-busy');
  expect(screen.getByText('Service 1', { selector: 'article h3' })).toBeVisible();
  expect(screen.getByText('Evenings kept', { selector: 'h1' })).toBeVisible();
});

it('PUB-HERO-5 PUB-SERV-4 PUB-PORT-4 PUB-PACK-5 API-7 without the API the page shows its defaults', async () => {
  const logged = catchLogs();
  mockApi(Object.fromEntries(Object.keys(sampleSite()).map((path) => [path, problem(503)])));
  renderApp(createHostDouble().host);
  await settle();
  const logs = logsOf(logged);
  expect(logs.filter((message) => message === 'API Error:')).toHaveLength(8);
  for (const subject of ['hero data', 'services', 'portfolio', 'packages', 'stats', 'testimonials', 'profile'])
    expect(logs).toContain(`Error fetching ${subject}:`);
  expect(screen.queryByText(/^Loading/)).toBeNull();
  expect(screen.queryAllByRole('article')).toEqual([]);
  expect(screen.getByText("Capturing Life's Precious Moments", { selector: 'h1' })).toBeVisible();
  expect(screen.getByText('500+', { selector: '#hero dd' })).toBeVisible();
});

it('PUB-SERV-4 one failing list costs its own section alone', async () => {
  const logged = catchLogs();
  const { '/api/services': _, ...rest } = sampleSite();
  mockApi({ ...rest, '/api/services': problem(500) });
  renderApp(createHostDouble().host);
  await settle();
  expect(logsOf(logged)).toEqual(['API Error:', 'Error fetching services:']);
  expect(screen.queryByText('Loading services...')).toBeNull();
  expect(within(document.getElementById('packages') as HTMLElement).getAllByRole('article')).toHaveLength(5);
});

it('an invalid response becomes an empty list and a logged error', async () => {
  const logged = catchLogs();
  mockApi({
    ...sampleSite(),
    '/api/packages': { not: 'a list' },
    '/api/highlights': 'nonsense',
    '/api/stats': [{ number: 7 }, null],
    '/api/profile': [],
    '/api/content': [{ section: '__proto__', key: 'tagline', value: 'polluted' }, 12],
  });
  renderApp(createHostDouble().host);
  await settle();
  expect(new Set(logsOf(logged))).toEqual(
    new Set(['packages', 'portfolio', 'stats', 'profile', 'hero data'].map((subject) => `Error fetching ${subject}:`)),
  );
  expect(screen.getByText('500+', { selector: '#hero dd' })).toBeVisible();
  expect(({} as Record<string, unknown>).tagline).toBeUndefined();
});

it('fetches only what the server did not render from, and nothing after it has gone', async () => {
  const { '/api/stats': stats, ...rest } = sampleSite();
  const calls = mockApi({ '/api/stats': stats });
  renderApp(createHostDouble({ initialData: rest }).host);
  await settle();
  expect(calls.map((call) => call.path)).toEqual(['/api/stats']);
});
