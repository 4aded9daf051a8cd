import { rm } from 'node:fs/promises';
import { GuestFailure } from '@godhuli/sandbox/guest-process';
import { runPages } from '@godhuli/sandbox/run-pages';
import { CheckTimedOut, checkSmoke } from './isolated-checks.js';
import { fakeRelease, writeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

jest.mock('@godhuli/sandbox/run-pages');
const run = jest.mocked(runPages);

const timeout = new GuestFailure('it did not end within 120 seconds.', true);

async function check(deadline?: number) {
  const release = fakeRelease({});
  const directory = await writeRelease(release);
  try {
    const candidate = { remote: 'sample', directory, files: new Map() };
    const { manifest } = release;
    return await checkSmoke({ candidate, manifest, host: createTestHost(), data: {}, niceness: 10, deadline });
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

it('CARD-7 a check ends before the deadline of its gate', async () => {
  run.mockResolvedValueOnce(false);
  await check(performance.now() + 20_000);
  const [, { startLimitMs = 0, limitMs = 0 } = {}] = run.mock.calls[0] ?? [];
  expect(startLimitMs + limitMs).toBeGreaterThan(0);
  expect(startLimitMs + limitMs).toBeLessThanOrEqual(20_000);
});

it('CARD-7 a check that reaches the deadline of its gate is not repeated', async () => {
  const now = jest.spyOn(performance, 'now');
  run.mockImplementationOnce(async () => {
    now.mockReturnValue(deadline);
    throw timeout;
  });
  const deadline = performance.now() + 60_000;
  await expect(check(deadline)).rejects.toThrow(CheckTimedOut);
  now.mockRestore();
  expect(run).toHaveBeenCalledTimes(1);
});

it('CARD-7 a check that fails for another reason is refused at once', async () => {
  run.mockRejectedValue(new GuestFailure('it did not end within 3 seconds of processor time.'));
  expect(await check()).toMatchObject({ name: 'smoke', ok: false });
  expect(run).toHaveBeenCalledTimes(1);
});
