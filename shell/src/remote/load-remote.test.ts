import { releaseOf } from '../testing/page-of';
import { type LoadModule, loadRemote, STEP_LIMIT_MS } from './load-remote';

const release = releaseOf('legacy-admin', '1.0.0-aaaaaaaaaaaa', ['/']);
const good = { remote: { contract: 1, name: 'legacy-admin', App: () => null } };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('CARD-5 loads a remote at run time and returns what it exposes', async () => {
  const load: LoadModule = async ({ attempt, onStep }) => {
    onStep('init');
    onStep('expose');
    expect(attempt).toBe(0);
    return good;
  };
  await expect(loadRemote(load, release)).resolves.toEqual({ ok: true, remote: good.remote });
});

it.each(['entry', 'init', 'expose'] as const)(
  'names %s as the step that failed, after one retry with new URLs',
  async (step) => {
    const attempts: number[] = [];
    const load: LoadModule = async ({ attempt, onStep }) => {
      attempts.push(attempt);
      if (step !== 'entry') onStep(step);
      throw new Error('broken');
    };
    await expect(loadRemote(load, release)).resolves.toEqual({ ok: false, step, cause: 'broken' });
    expect(attempts).toHaveLength(2);
    expect(attempts[0]).toBe(0);
    expect(attempts[1]).toBeGreaterThan(0);
  },
);

it('heals when the retry succeeds', async () => {
  const load: LoadModule = async ({ attempt }) => {
    if (attempt === 0) throw new Error('once');
    return good;
  };
  await expect(loadRemote(load, release)).resolves.toMatchObject({ ok: true });
});

it('gives each step five seconds, the retry too', async () => {
  const steps: string[] = [];
  const load: LoadModule = ({ onStep }) =>
    new Promise(() => {
      setTimeout(() => onStep('init'), STEP_LIMIT_MS - 1);
      steps.push('begun');
    });
  const result = loadRemote(load, release);
  await jest.advanceTimersByTimeAsync(2 * STEP_LIMIT_MS);
  expect(steps).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(2 * STEP_LIMIT_MS);
  await expect(result).resolves.toEqual({ ok: false, step: 'init', cause: `took longer than ${STEP_LIMIT_MS} ms` });
});

it.each([
  ['nothing', undefined, 'does not export'],
  ['no remote', {}, 'does not export'],
  ['another contract', { remote: { ...good.remote, contract: 99 } }, 'contract 99'],
  ['another name', { remote: { ...good.remote, name: 'stranger' } }, 'stranger'],
  ['no App', { remote: { contract: 1, name: 'legacy-admin' } }, 'does not export an App'],
])('refuses a module with %s at step contract, without a retry', async (_what, module, cause) => {
  const load = jest.fn<Promise<unknown>, Parameters<LoadModule>>(async () => module);
  const result = await loadRemote(load, release);
  expect(result).toMatchObject({ ok: false, step: 'contract', cause: expect.stringContaining(cause) });
  expect(load).toHaveBeenCalledTimes(1);
});
