/**
 * `npm run test:node -- 22 [Jest options]`: the unit tests on another version of Node, which npm installs into
 * `node_modules/.node`. The versions that CI runs are in .github/workflows/ci.yml.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const [version, ...args] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  console.error('Usage: npm run test:node -- VERSION (22, 24, 20.19) [Jest options]');
  process.exit(1);
}
const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const folder = join(root, 'node_modules', '.node', version);
const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const run = (command, commandArgs) => spawnSync(command, commandArgs, { cwd: root, stdio: 'inherit' }).status ?? 1;

if (!existsSync(node)) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const status = run(npm, [
    'install',
    `${name}@${version}`,
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
  ]);
  if (status !== 0) process.exit(status);
}
process.exitCode = run(node, [join(root, 'scripts', 'jest.mjs'), ...args]);
