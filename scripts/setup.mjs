/**
 * Prepares the checkout with Node's own modules only: installs from the lockfile if it has changed,
 * then builds what is stale (turbo's cache decides). `npm start` and `npm test` begin here.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Every program that runs turbo imports this module, so no telemetry is sent.
process.env.TURBO_TELEMETRY_DISABLED = '1';
const stamp = join(root, 'node_modules', '.installed-from');
const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Prints which step failed and what to do, and ends the process. */
function fail(step, advice) {
  console.error(`\n${step} failed. ${advice}`);
  process.exit(1);
}

/** Runs a command in the root and shows its output. Ends the process if it fails. */
function step(title, command, args, advice) {
  console.log(`> ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) fail(title, advice);
  console.log(`  done in ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail('Checking Node', `Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
}

/** Returns the digest of everything that an install depends on. */
function installDigest() {
  const hash = createHash('sha256').update(process.version);
  for (const file of ['package-lock.json', 'package.json', '.npmrc']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

export function setup() {
  checkNode();
  const digest = installDigest();
  const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === digest && existsSync(turbo);
  if (!isInstalled) {
    step(
      'Installing the packages of package-lock.json',
      npm,
      // Not `npm ci`: it refuses a lockfile whose optional packages for other platforms the registry does not have.
      // Also with NODE_ENV=production: the site is built here.
      ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'],
      'Check that the npm registry can be reached, and run the same command again.',
    );
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, installDigest());
  }
  step(
    'Building what has changed',
    process.execPath,
    [turbo, 'run', 'build', '--output-logs=errors-only', '--no-update-notifier'],
    'The message above names the workspace and the file.',
  );
}

/** Returns the current commit, or 'unknown' outside git. */
export function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // A build contains API_BASE_URL.
  await import('./load-env.mjs');
  setup();
}
