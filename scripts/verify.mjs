/** `npm run verify`: format and lint, house rules, types, unused code, direction of imports, build, size of page and dependencies. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, setup } from './setup.mjs';

setup();
const bin = (name, path) => [process.execPath, join(root, 'node_modules', name, path)];
const CHECKS = [
  ['format and lint', ...bin('@biomejs/biome', 'bin/biome'), 'check', '.', '--error-on-warnings'],
  // Also part of `npm test`, which takes too long before each commit.
  [
    'house rules and wording',
    process.execPath,
    join(root, 'scripts/jest.mjs'),
    ...['--selectProjects', 'scripts', '--silent', '--testPathPatterns', 'house', 'wording'],
  ],
  ['types', ...bin('turbo', 'bin/turbo'), 'run', 'typecheck', '--output-logs=errors-only', '--no-update-notifier'],
  ['weight of the visitor’s page', process.execPath, join(root, 'scripts/budgets.mjs')],
  ['production packages', process.execPath, join(root, 'scripts/dependencies.mjs'), 'production'],
  ['unused code', ...bin('knip', 'bin/knip.js'), '--no-progress'],
  [
    'direction of imports',
    ...bin('dependency-cruiser', 'bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'packages/*/src',
    ...['api', 'front-door', 'shell', 'public-site', 'admin-portal', 'legacy-admin'].map((name) => `${name}/src`),
  ],
];
let failed = 0;

/** Runs one check and shows its output when it has ended, because another check may run beside it. */
async function check([title, command, ...args]) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const status = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${printed}${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)\n`);
  if (status !== 0) failed += 1;
}

// Two at a time: most checks use one core.
const waiting = [...CHECKS];
const inTurn = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await check(next);
};
await Promise.all([inTurn(), inTurn()]);
process.exitCode = failed === 0 ? 0 : 1;
