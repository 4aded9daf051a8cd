/** `npm run verify`: format and lint, types, unused code, direction of imports, build, weight of the visitor's page. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, setup } from './setup.mjs';

setup();
const bin = (name, path) => [process.execPath, join(root, 'node_modules', name, path)];
const CHECKS = [
  ['format and lint', ...bin('@biomejs/biome', 'bin/biome'), 'check', '.', '--error-on-warnings'],
  ['types', ...bin('turbo', 'bin/turbo'), 'run', 'typecheck', '--output-logs=errors-only', '--no-update-notifier'],
  ['weight of the visitor’s page', process.execPath, join(root, 'scripts/budgets.mjs')],
  ['unused code', ...bin('knip', 'bin/knip.js'), '--no-progress'],
  [
    'direction of imports',
    ...bin('dependency-cruiser', 'bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'api',
    'shell',
    'public-site',
    'admin-portal',
    'legacy-admin',
  ],
];
let failed = 0;
for (const [title, command, ...args] of CHECKS) {
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  if (status !== 0) failed += 1;
}
// The lockfile names versions and digests, never the address of a registry.
if (/"resolved": "https?:/.test(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
  console.log('FAILED the lockfile holds addresses of a registry');
  failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
