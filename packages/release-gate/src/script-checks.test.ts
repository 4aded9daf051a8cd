import { GuestFailure } from '@godhuli/sandbox/guest-process';
import { readScripts } from '@godhuli/sandbox/read-scripts';
import { CheckTimedOut } from './isolated-checks.js';
import { checkScripts } from './script-checks.js';
import { fakeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

jest.mock('@godhuli/sandbox/read-scripts');
const read = jest.mocked(readScripts);

const timeout = new GuestFailure('it did not end within 120 seconds.', true);
const noProblems = { syntax: [], container: [], secondReact: [], noEval: [] };

function check() {
  const { manifest, files } = fakeRelease({});
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const candidate = { remote: 'sample', directory: '/', files: new Map(bytes) };
  return checkScripts({ candidate, manifest, host: createTestHost(), takenBy: null, isStored: false, niceness: 10 });
}

const priorities = () => read.mock.calls.map(([, { niceness }]) => niceness);

beforeEach(() => read.mockReset());

it('CARD-7 scripts that are not read in time are read once more, at normal priority', async () => {
  read.mockRejectedValueOnce(timeout).mockResolvedValueOnce(noProblems);
  expect((await check()).checks.every(({ ok }) => ok)).toBe(true);
  expect(priorities()).toEqual([10, 0]);
});

it('CARD-7 scripts that are not read in time twice have no verdict', async () => {
  read.mockRejectedValue(timeout);
  await expect(check()).rejects.toThrow(CheckTimedOut);
  expect(read).toHaveBeenCalledTimes(2);
});

it('CARD-7 scripts that need too much processor time are refused at once', async () => {
  read.mockRejectedValue(new GuestFailure('it did not end within 10 seconds of processor time.'));
  expect(await check()).toMatchObject({ checks: [{ name: 'syntax', ok: false }], isTooComplex: true });
  expect(read).toHaveBeenCalledTimes(1);
});
