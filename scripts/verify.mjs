/** `npm run verify`: format and lint, house rules, types, unused code, direction of imports, build, size of page and dependencies. */
import { spawnSync } from 'node:child_process';
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
for (const [title, command, ...args] of CHECKS) {
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
