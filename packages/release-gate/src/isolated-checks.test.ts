import { rm } from 'node:fs/promises';
import { GuestFailure } from '@godhuli/sandbox/guest-process';
import { runPages } from '@godhuli/sandbox/run-pages';
import { loadServerBuild } from '@godhuli/sandbox/server-build';
import { CheckTimedOut, checkServerRender, checkSmoke } from './isolated-checks.js';
import { FAKE_SERVER, fakeRelease, writeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

jest.mock('@godhuli/sandbox/run-pages');
jest.mock('@godhuli/sandbox/server-build');
const HOME = { pathname: '/', data: {}, exists: true };
const run = jest.mocked(runPages);

const timeout = new GuestFailure('it did not end within 120 seconds.', true);

async function check(deadline?: number) {
  const release = fakeRelease({});
  const directory = await writeRelease(release);
  try {
    const candidate = { remote: 'sample', directory };
    const { manifest } = release;
    return await checkSmoke({ candidate, manifest, host: createTestHost(), pages: [HOME], niceness: 10, deadline });
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

it('CARD-7 rendering ends after 20 seconds, once a page of each kind is rendered, and says so', async () => {
  const release = fakeRelease({ server: FAKE_SERVER });
  const directory = await writeRelease(release);
  const now = jest.spyOn(performance, 'now');
  let elapsed = performance.now();
  const shown: string[] = [];
  const render = async ({ url }: { url: string }) => {
    shown.push(url);
    elapsed += 3000;
    now.mockReturnValue(elapsed);
    return { output: { html: '<p>', head: '', data: {} }, rssBytes: 1 };
  };
  const build = { render, kill: () => undefined, pause: () => undefined, ended: false };
  jest.mocked(loadServerBuild).mockResolvedValue(build);
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const pages = [...numbers.map((number) => `/a/${number}`), '/b', '/c'].map((pathname) => ({ ...HOME, pathname }));
  try {
    const candidate = { remote: 'sample', directory };
    const { message } = await checkServerRender({
      candidate,
      manifest: release.manifest,
      host: createTestHost(),
      pages,
    });
    expect(message).toBe('The server build renders 8 of its pages; the other 14 were not tried after 20 seconds.');
    expect(shown.slice(0, 3)).toEqual(['/sample/a/0', '/sample/b', '/sample/c']);
  } finally {
    now.mockRestore();
    await rm(directory, { recursive: true });
  }
});
