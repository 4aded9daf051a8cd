import { execFile } from 'node:child_process';
import { expect, test } from './page/test';
import { ROOT } from './product/start-product';

/** Runs `npm run …` to its end. Returns its output, or throws an error that contains it. */
function npmRun(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('npm', ['run', ...args], { cwd: ROOT, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error) reject(new Error(stdout + stderr));
      else resolve(stdout);
    });
  });
}

test('npm run coverage:requirements names the tests of every row', async () => {
  expect(await npmRun('coverage:requirements')).toMatch(/\b([1-9]\d+) of \1 rows are named by a test/);
});

// The parts with browsers take minutes next to other tests; run them by hand.
test('npm run bench -- --quick runs its parts without a browser, and asserts nothing about time', async () => {
  const printed = await npmRun('bench', '--', '--quick', 'memory', 'api');
  expect(printed).toContain('resident memory, embedded database');
  expect(printed).toContain('Node CPU of a cached GET /api/portfolio');
});
