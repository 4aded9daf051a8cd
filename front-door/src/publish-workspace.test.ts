import { publishWorkspace } from './publish-workspace.js';

jest.useFakeTimers();

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const busy = named('Unavailable', 'This machine is busy.');
const refused = named('ReleaseRefused', 'smoke: it throws.');

function workspace(outcomes: Record<string, (Error | { isWithdrawn?: boolean })[]>) {
  const lines: string[] = [];
  const attempts: string[] = [];
  const start = () =>
    publishWorkspace({
      builds: Object.keys(outcomes).map((remote) => ({ remote, directory: remote })),
      report: (line) => lines.push(line),
      releases: {
        async publishFromDirectory({ remote }) {
          attempts.push(remote);
          const outcome = outcomes[remote]?.shift() ?? {};
          if (outcome instanceof Error) throw outcome;
          return { version: '1.0.0', ...outcome };
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
