import { startTestServer } from '../testing/test-server';
import { dropEarlyRequests, requestEarly, takeEarlyResponse } from './early-requests';

const PATH = '/api/hero';

beforeEach(dropEarlyRequests);
afterEach(() => jest.restoreAllMocks());

it('an early request is sent once and its response is given once', async () => {
  const server = startTestServer();
  requestEarly(PATH);
  requestEarly(PATH);
  expect((await takeEarlyResponse(PATH))?.ok).toBe(true);
  expect(takeEarlyResponse(PATH)).toBeUndefined();
  expect(server.calls).toEqual([`GET ${PATH}`]);
});

it('an early response is dropped when it is too old or the user changes', () => {
  startTestServer();
  requestEarly(PATH);
  const later = Date.now() + 10_001;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  expect(takeEarlyResponse(PATH)).toBeUndefined();
  requestEarly(PATH);
  dropEarlyRequests();
  expect(takeEarlyResponse(PATH)).toBeUndefined();
});
