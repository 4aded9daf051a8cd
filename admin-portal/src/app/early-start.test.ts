import { startTestServer } from '../testing/test-server';
import { STORED_USER_KEY } from './session/stored-user-key';

afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

/** What is requested while the remote is evaluated, before the host renders it. */
async function requestsOf(url: string): Promise<string[]> {
  history.replaceState(null, '', url);
  const { calls } = startTestServer();
  await jest.isolateModulesAsync(async () => {
    await import('./early-start');
  });
  return calls;
}

it('requests the first data of the opened screen at once, but only where a user has signed in', async () => {
  expect(await requestsOf('/admin/dashboard/inquiries?status=New')).toEqual([]);
  localStorage.setItem(STORED_USER_KEY, '{"name":"Asha","role":"admin"}');
  expect(await requestsOf('/admin/dashboard/inquiries?status=New')).toEqual(['GET /api/inquiries?status=New']);
  expect(await requestsOf('/staff/dashboard/gallery')).toEqual(['GET /api/admin/portfolio', 'GET /api/hero']);
  expect(await requestsOf('/admin')).toEqual([]);
  expect(await requestsOf('/admin/dashboard/unknown')).toEqual([]);
});
