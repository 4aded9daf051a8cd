/**
 * `npm start` runs a copy of the build, so that the next build may replace `dist/` while the site runs: programs that start
 * later, for example to render pages, have the version of the running site.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the copies, each named by its process. It is inside the checkout, so that packages are found. */
const runningIn = (root) => join(root, 'node_modules', '.running');

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes the copies of processes that have ended. */
function removeEnded(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!isAlive(Number(name))) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Returns the folders of the workspaces that have been built, relative to the root. */
function builtWorkspaces(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, dirname(pattern))).map((name) => join(dirname(pattern), name))
      : [pattern],
  );
  return folders.filter((folder) => existsSync(join(root, folder, 'dist')));
}

/**
 * Copies what has been built, and links to what no build changes. The copy is removed when this process exits.
 * @param {string} root of the checkout
 * @returns {string} the copy, laid out like the checkout
 */
export function copyForRunning(root) {
  const folder = runningIn(root);
  removeEnded(folder);
  const copy = join(folder, String(process.pid));
  // An earlier process with this id was killed: in a container every start has the same id.
  rmSync(copy, { recursive: true, force: true });
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const workspace of builtWorkspaces(root)) {
    const [from, to] = [join(root, workspace), join(copy, workspace)];
    mkdirSync(to, { recursive: true });
    for (const name of ['package.json', 'dist']) cpSync(join(from, name), join(to, name), { recursive: true });
    for (const name of ['seeds', 'node_modules'])
      if (existsSync(join(from, name))) symlinkSync(join(from, name), join(to, name), 'junction');
    const { name } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    const link = join(copy, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(to, link, 'junction');
  }
  return copy;
}
