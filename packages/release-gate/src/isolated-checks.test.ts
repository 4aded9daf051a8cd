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

describe('CARD-7 the server build renders many pages', () => {
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const pages = [...numbers.map((number) => `/a/${number}`), '/b', '/c'].map((pathname) => ({ ...HOME, pathname }));
  const start = jest.mocked(loadServerBuild);
  let shown: string[] = [];

  interface Machine {
    /** how long a page takes, and how much processor time */
    wallMs: number;
    cpuMs: number;
    /** number of the page that reaches its wall-clock limit */
    hangsAt?: number;
    leftMs?: number;
  }

  async function messageOn({ wallMs, cpuMs, hangsAt, leftMs }: Machine): Promise<string> {
    const release = fakeRelease({ server: FAKE_SERVER });
    const directory = await writeRelease(release);
    const now = jest.spyOn(performance, 'now');
    let elapsed = performance.now();
    const deadline = leftMs && elapsed + leftMs;
    start.mockReset().mockImplementation(async () => {
      let used = 0;
      const render = async ({ url }: { url: string }) => {
        if (shown.length === hangsAt) throw timeout;
        shown.push(url);
        elapsed += wallMs;
        now.mockReturnValue(elapsed);
        used += cpuMs;
        return { output: { html: '<p>', head: '', data: {} }, rssBytes: 1, cpuMs: used };
      };
      return { render, kill: () => undefined, pause: () => undefined, ended: false };
    });
    shown = [];
    try {
      const candidate = { remote: 'sample', directory };
      const { manifest } = release;
      return (await checkServerRender({ candidate, manifest, host: createTestHost(), pages, deadline })).message;
    } finally {
      now.mockRestore();
      await rm(directory, { recursive: true });
    }
  }

  it('until 20 seconds have passed, once a page of each kind is rendered, and says so', async () => {
    expect(await messageOn({ wallMs: 3000, cpuMs: 100 })).toBe(
      'The server build renders 8 of its pages; there was no time for the other 14.',
    );
    expect(shown.slice(0, 3)).toEqual(['/sample/a/0', '/sample/b', '/sample/c']);
  });

  it('in one process while it has processor time left, however busy the machine is', async () => {
    await messageOn({ wallMs: 3000, cpuMs: 100 });
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('in a further process after half of its processor time', async () => {
    expect(await messageOn({ wallMs: 10, cpuMs: 500 })).toBe('The server build renders 22 of its pages.');
    expect(start).toHaveBeenCalledTimes(6);
  });

  it('only one of each kind if little of the time of the gate is left', async () => {
    expect(await messageOn({ wallMs: 10, cpuMs: 10, leftMs: 60_000 })).toContain('renders 8 of its pages;');
  });

  it('and is not refused for a later page that reaches its wall-clock limit', async () => {
    expect(await messageOn({ wallMs: 10, cpuMs: 10, hangsAt: 12 })).toContain('renders 12 of its pages;');
  });
});
