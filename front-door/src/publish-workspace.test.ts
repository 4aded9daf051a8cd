import { publishWorkspace } from './publish-workspace.js';

jest.useFakeTimers();

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const busy = named('Unavailable', 'This machine is busy.');
const refused = named('ReleaseRefused', 'smoke: it throws.');

type Outcome = Error | { isWithdrawn?: boolean } | Promise<object>;

/** @param served the remotes with a live release */
function workspace(outcomes: Record<string, Outcome[]>, served: string[] = []) {
  const lines: string[] = [];
  const attempts: string[] = [];
  const start = () =>
    publishWorkspace({
      served: new Set(served),
      builds: Object.keys(outcomes).map((remote) => ({ remote, directory: remote })),
      report: (line) => lines.push(line),
      releases: {
        async publishFromDirectory({ remote }) {
          attempts.push(remote);
          const outcome = outcomes[remote]?.shift() ?? {};
          if (outcome instanceof Error) throw outcome;
          return { version: '1.0.0', ...(await outcome) };
        },
      },
    });
  return { start, lines, attempts };
}

it('RUN-1 a build that could not be checked is tried again until it is published', async () => {
  const { start, lines, attempts } = workspace({ site: [busy, busy, {}], portal: [{}] });
  await start();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(attempts).toEqual(['site', 'portal', 'site', 'site']);
  expect(lines).toEqual([
    'site is not published yet: This machine is busy. We try again until it is published or refused.',
    'site is published now.',
  ]);
});

it('RUN-1 a build that is refused is not tried again', async () => {
  const { start, lines, attempts } = workspace({ site: [busy, refused], portal: [refused] });
  await start();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(attempts).toEqual(['site', 'portal', 'site']);
  expect(lines.slice(1)).toEqual([
    'portal was not published: smoke: it throws.',
    'site was not published: smoke: it throws.',
  ]);
});

it('RUN-1 a build that was rolled back says that it waits for a person', async () => {
  const { start, lines } = workspace({ site: [{ isWithdrawn: true }] });
  await start();
  expect(lines.join()).toMatch(/^site was not published: 1\.0\.0 was rolled back before/);
});

it('RUN-1 a stopped installation publishes nothing more', async () => {
  const { start, attempts } = workspace({ site: [busy] });
  const stop = await start();
  stop();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(attempts).toEqual(['site']);
});

/** A check that ends when the test says so. */
function longCheck() {
  let end: () => void = () => undefined;
  const checked = new Promise<object>((resolve) => {
    end = () => resolve({});
  });
  return { checked, end };
}

it('RUN-1 a start waits at most a minute for new builds of remotes that have a live release', async () => {
  const { checked, end } = longCheck();
  const { start, lines, attempts } = workspace({ site: [checked], portal: [], old: [] }, ['site', 'portal']);
  let isOpen = false;
  void start().then(() => (isOpen = true));
  await jest.advanceTimersByTimeAsync(59_000);
  expect(isOpen).toBe(false);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(isOpen).toBe(true);
  end();
  await jest.advanceTimersByTimeAsync(0);
  expect(attempts).toEqual(['old', 'site', 'portal']);
  expect(lines).toEqual([
    'The build of site is not checked yet. Its last release stays live until then.',
    'The build of portal is not checked yet. Its last release stays live until then.',
    'site is published now.',
    'portal is published now.',
  ]);
});

it('RUN-1 a start waits for the first release of a remote, however long its check takes', async () => {
  const { checked, end } = longCheck();
  const { start, lines } = workspace({ site: [checked] });
  let isOpen = false;
  const starting = start().then(() => (isOpen = true));
  await jest.advanceTimersByTimeAsync(600_000);
  expect(isOpen).toBe(false);
  end();
  await starting;
  expect(lines).toEqual([]);
});
