import { act, screen, waitFor, within } from '@testing-library/react';
import './dashboard-page';
import { axeViolations, expectApiErrors, renderPortal } from '../../testing/render-portal';
import { sampleInquiry, sampleItem } from '../../testing/sample-data';
import { never, problem, startTestServer } from '../../testing/test-server';

const counter = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling as HTMLElement;

it('ADM-DASH-1 welcomes by name, shows the counts, and links to gallery, blog and videos', async () => {
  startTestServer({
    portfolio: [sampleItem(1), sampleItem(2)],
    inquiries: [
      sampleInquiry(1),
      sampleInquiry(2, { status: 'Responded' }),
      sampleInquiry(3, { status: 'Booked' }),
      sampleInquiry(4, { quarantined: true }),
    ],
  });
  const portal = await renderPortal('/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: /Welcome.*Asha Deshmukh/ })).toBeVisible();
  expect(await within(counter('Gallery Items')).findByText('2')).toBeVisible();
  expect(await within(counter('Blog Posts')).findByText('1')).toBeVisible();
  expect(await within(counter('Videos')).findByText('3')).toBeVisible();
  expect(counter('Inquiries')).toHaveTextContent('3 1 New1 likely spam');
  expect(within(counter('Inquiries')).getByRole('link', { name: '1 likely spam' })).toHaveAttribute(
    'href',
    '/admin/dashboard/inquiries?view=spam',
  );
  const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
  for (const [name, path] of [
    ['Gallery', 'gallery'],
    ['Blog', 'blog'],
    ['Videos', 'videos'],
  ] as const)
    expect(actions.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
      'href',
      `/admin/dashboard/${path}`,
    );
  expect(actions.getAllByRole('link', { name: /coming soon/i }).map((link) => link.getAttribute('href'))).toEqual([
    '/admin/dashboard/blog',
  ]);
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(await screen.findByRole('link', { name: /Visitor 1/ }));
  expect(portal.navigations).toEqual(['/admin/dashboard/inquiries#1']);
});

it('ADM-DASH-1 each counter loads and fails on its own', async () => {
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  server.on('GET /api/admin/blog', problem(500, 'Out of order.'));
  server.on('GET /api/admin/videos', never);
  server.on('GET /api/inquiries/counts', { status: 200, body: 'garbage' });
  const errors = expectApiErrors();
  await renderPortal('/dashboard');
  expect(await within(counter('Blog Posts')).findByText('Not available')).toBeVisible();
  expect(await within(counter('Inquiries')).findByText('Not available')).toBeVisible();
  expect(await within(counter('Gallery Items')).findByText('1')).toBeVisible();
  expect(counter('Videos')).toHaveAttribute('aria-busy', 'true');
  expect(errors).toHaveBeenCalledWith('API Error:', expect.objectContaining({ detail: 'Out of order.' }));
});

it('shows since when the website shows older data, until it is current again', async () => {
  const server = startTestServer({});
  server.on('GET /status.json', {
    status: 200,
    body: { staleSince: new Date(Date.now() - 12 * 60_000).toISOString() },
  });
  await renderPortal('/dashboard');
  const banner = await screen.findByText(/^The website has been showing older data since .* \(12 min\)/);
  expect(banner).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  server.on('GET /status.json', { status: 200, body: { staleSince: null } });
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitFor(() => expect(banner).not.toBeInTheDocument());
});

it('ADM-DASH-2 shows what is due, the shoots of the week, ending holds, the last publish and the weeks', async () => {
  const server = startTestServer({});
  const count = (inquiries: number, bookings: number) => ({ inquiries, bookings });
  const entry = {
    ...{ _id: '7', kind: 'booking', title: 'Asha and Ravi', city: 'Pune', crew: 'Crew A', startsOn: '2026-12-01' },
    ...{ endsBefore: '2026-12-03', heldUntil: null, ceremonies: [] },
  };
  server.on('GET /api/admin/dashboard', {
    status: 200,
    body: {
      ...{ today: '2026-12-01', dueTasks: [], dueCount: 12, unanswered: 15, likelySpam: 2 },
      dueNow: [{ _id: '3', name: 'Meera', replyDueAt: '2026-11-30T10:00:00.000Z' }],
      shoots: [entry, { ...entry, _id: '8', title: 'Nisha', startsOn: '2026-12-04', endsBefore: '2026-12-05' }],
      endingHolds: [{ ...entry, _id: '9', kind: 'hold', title: 'Lata', heldUntil: '2026-12-02' }],
      lastPublish: { at: '2026-11-30T10:00:00.000Z', by: 'Asha', action: 'releases.promote' },
      weeks: [
        ...[{ week: '2026-11-23', inquiries: 9, bookings: 2, bySource: [count(6, 2), count(3, 0)] }],
        ...[{ week: '2026-11-30', inquiries: 3, bookings: 1, bySource: [count(1, 0), count(2, 1)] }],
      ],
      sources: ['Instagram', 'Unknown'],
    },
  });
  await renderPortal('/dashboard');
  expect(await screen.findByRole('link', { name: /Meera/ })).toHaveAttribute('href', '/admin/dashboard/inquiries#3');
  expect(screen.getByText('12 due now, 15 unanswered')).toBeVisible();
  const today = within(screen.getByRole('region', { name: 'Today and this week' }));
  expect(today.getByText('Today')).toBeVisible();
  expect(screen.getByText(/Ends 2 Dec 2026/)).toBeVisible();
  expect(screen.getByText(/Release published/)).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Inquiries and bookings per week' }));
  expect(table.getByRole('row', { name: '23 Nov 2026 9 2' })).toBeInTheDocument();
  const sources = within(screen.getByRole('table', { name: 'Inquiries and bookings per source' }));
  expect(sources.getByRole('row', { name: 'Instagram 7 2' })).toBeVisible();
  expect(sources.getByRole('row', { name: 'Unknown 5 1' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('ADM-DASH-2 says in a sentence that no inquiry has arrived yet', async () => {
  const server = startTestServer({});
  server.on('GET /api/admin/dashboard', {
    status: 200,
    body: {
      ...{ today: '2026-12-01', dueTasks: [], dueCount: 0, unanswered: 0, likelySpam: 0 },
      ...{ dueNow: [], shoots: [], endingHolds: [], lastPublish: null, sources: [] },
      weeks: ['2026-11-23', '2026-11-30'].map((week) => ({ week, inquiries: 0, bookings: 0, bySource: [] })),
    },
  });
  await renderPortal('/dashboard');
  expect(await screen.findByText('No inquiries or bookings in the last 2 weeks.')).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

it('the lists of the first page are requested once, while its code is loading', async () => {
  const server = startTestServer({ portfolio: [sampleItem(1)], inquiries: [sampleInquiry(1)] });
  await renderPortal('/dashboard');
  expect(await within(counter('Gallery Items')).findByText('1')).toBeVisible();
  const lists = server.calls.filter((call) => call.includes('order=newest'));
  expect(lists.toSorted()).toEqual([
    'GET /api/admin/portfolio?order=newest&limit=12',
    'GET /api/inquiries?order=newest&limit=4',
  ]);
});
