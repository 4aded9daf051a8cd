import { fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { GuestFailure } from '@godhuli/sandbox/guest-process';
import { readScripts } from '@godhuli/sandbox/read-scripts';
import { runPages } from '@godhuli/sandbox/run-pages';
import { remotesApp } from '../../testing/remotes-app.js';

jest.mock('@godhuli/sandbox/run-pages');
jest.mock('@godhuli/sandbox/read-scripts', () => ({
  readScripts: jest.fn(jest.requireActual('@godhuli/sandbox/read-scripts').readScripts),
}));
const run = jest.mocked(runPages);
const read = jest.mocked(readScripts);

const timeout = new GuestFailure('it did not end within 120 seconds.', true);
const priorities = () => run.mock.calls.map(([, { niceness }]) => niceness);

let studio: Awaited<ReturnType<typeof remotesApp>>;
beforeAll(async () => {
  studio = await remotesApp();
});
beforeEach(() => run.mockReset());
afterAll(() => studio.close());

const upload = async (name: string, query = '', manifest = {}) =>
  studio.upload(name, new Uint8Array(await packRelease(fakeRelease({ name, manifest }))), query);

it.each(['', '?dryRun=1'])(
  'CARD-7 a release that cannot be checked in time is 503 with Retry-After (%s)',
  async (query) => {
    run.mockRejectedValue(timeout);
    const response = await upload('slow', query);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(((await response.json()) as { detail: string }).detail).toBe(
      'We could not check this release in time, because this machine is busy. Nothing was published. Try again in a minute.',
    );
  },
);

it('CARD-7 the response comes before callers stop waiting after 300 seconds', async () => {
  const start = performance.now();
  const now = jest.spyOn(performance, 'now');
  run.mockImplementationOnce(async () => {
    now.mockReturnValue(start + 270_000);
    throw timeout;
  });
  const response = await upload('slowest').finally(() => now.mockRestore());
  expect(response.status).toBe(503);
  expect(run).toHaveBeenCalledTimes(1);
});

it('CARD-7 a release that was not checked in time is published by the next attempt', async () => {
  run.mockRejectedValueOnce(timeout).mockRejectedValueOnce(timeout);
  expect((await upload('later')).status).toBe(503);
  expect((await upload('later')).status).toBe(201);
  expect(priorities()).toEqual([5, 0, 5]);
});

it('CARD-7 a wrong manifest does not lower the priority of the next release', async () => {
  expect((await upload('typo')).status).toBe(201);
  expect((await upload('typo', '', { contract: 9 })).status).toBe(422);
  expect((await upload('typo', '', { routes: ['/', '/new'] })).status).toBe(201);
  expect(priorities()).toEqual([5, 0]);
});

it('CARD-7 scripts that use up the processor time of the parser lower the priority of the next release', async () => {
  read.mockRejectedValueOnce(new GuestFailure('it did not end within 10 seconds of processor time.'));
  expect((await upload('burner')).status).toBe(422);
  expect((await upload('burner')).status).toBe(201);
  expect(priorities()).toEqual([10]);
});

it('CARD-7 a live release that the probe cannot check in time stays live', async () => {
  const versions: string[] = [];
  for (const text of ['good', 'next']) {
    const version = await studio.publish({ name: 'sample', text });
    await studio.promote('sample', version);
    versions.push(version);
  }
  run.mockRejectedValue(timeout);
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    await studio.report(versions[1] as string, address);
  await studio.remotes.reports.settled();
  expect((await studio.composition()).remotes.sample?.live.version).toBe(versions[1]);
});
