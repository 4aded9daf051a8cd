import { rm } from 'node:fs/promises';
import { GuestFailure } from '@godhuli/sandbox/guest-process';
import { runPages } from '@godhuli/sandbox/run-pages';
import { CheckTimedOut, checkSmoke } from './isolated-checks.js';
import { fakeRelease, writeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

jest.mock('@godhuli/sandbox/run-pages');
const run = jest.mocked(runPages);

const timeout = new GuestFailure('it did not end within 120 seconds.', true);

async function check() {
  const release = fakeRelease({});
  const directory = await writeRelease(release);
  try {
    const candidate = { remote: 'sample', directory, files: new Map() };
    return await checkSmoke({ candidate, manifest: release.manifest, host: createTestHost(), data: {}, niceness: 10 });
  } finally {
    await rm(directory, { recursive: true });
  }
}

const priorities = () => run.mock.calls.map(([, { niceness }]) => niceness);

beforeEach(() => run.mockReset());

it('CARD-7 a check that reaches its wall-clock limit runs once more, at normal priority', async () => {
  run.mockRejectedValueOnce(timeout).mockResolvedValueOnce(false);
  expect(await check()).toMatchObject({ name: 'smoke', ok: true });
  expect(priorities()).toEqual([10, 0]);
});

it('CARD-7 a check that reaches its wall-clock limit twice has no verdict', async () => {
  run.mockRejectedValue(timeout);
  await expect(check()).rejects.toThrow(CheckTimedOut);
  expect(run).toHaveBeenCalledTimes(2);
});

it('CARD-7 a check that fails for another reason is refused at once', async () => {
  run.mockRejectedValue(new GuestFailure('it did not end within 3 seconds of processor time.'));
  expect(await check()).toMatchObject({ name: 'smoke', ok: false });
  expect(run).toHaveBeenCalledTimes(1);
});
