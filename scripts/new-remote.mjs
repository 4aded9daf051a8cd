/**
 * `npm run new-remote -- NAME`: creates the folder of a new remote from packages/remote-kit/template. NAME may be a path.
 * Inside this repository the folder becomes a workspace; outside, it gets the studio's two packages as tarballs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './setup.mjs';

const template = join(root, 'packages', 'remote-kit', 'template');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** The name of a remote, as in remoteNameSchema of the contracts. */
const NAME = /^[a-z][a-z0-9-]{1,40}$/;

class Refusal extends Error {}

/** Returns the path of a folder in the repository with `/`; null if it is outside. */
function pathInRepository(folder) {
  const path = relative(root, folder);
  return path === '' || path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path
    ? null
    : path.split(sep).join('/');
}

/** Writes the files of the template with their placeholders replaced. */
function writeTemplate(folder, values) {
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    // The .gitignore, and files that tools would read as part of this repository, have other names in the template.
    const path = relative(template, source)
      .replace(/\.tmpl$/, '')
      .replace(/^gitignore$/, '.gitignore');
    const text = readFileSync(source, 'utf8').replace(/__([A-Z_]+)__/g, (whole, name) => values[name] ?? whole);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Packs one of our packages into the folder. Returns the dependency for package.json. */
function pack(name, folder) {
  const into = join(folder, 'packages');
  mkdirSync(into, { recursive: true });
  const options = {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  };
  const packed = JSON.parse(execFileSync(npm, ['pack', '--json', '-w', name, '--pack-destination', into], options));
  return `file:./packages/${packed[0].filename}`;
}

function buildPackages() {
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  if (!existsSync(turbo)) throw new Refusal('The packages are not built yet. Run: npm run build');
  const args = ['run', 'build', '--filter=@godhuli/remote-kit', '--output-logs=errors-only', '--no-update-notifier'];
  execFileSync(process.execPath, [turbo, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

function addWorkspace(path) {
  const file = join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.workspaces = [...new Set([...manifest.workspaces, path])];
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Creates a remote in a new folder.
 * @param {string} folder absolute; its last part is the remote's name
 * @returns {{ name: string, workspace: string | null }} the workspace's path if it is in this repository
 * @throws {Refusal} with a sentence for people
 */
export function newRemote(folder) {
  const name = basename(folder);
  if (!NAME.test(name))
    throw new Refusal(
      `'${name}' is not a valid remote name. Use 2 or more lowercase letters, digits and -, starting with a letter.`,
    );
  if (existsSync(folder)) throw new Refusal(`${folder} already exists.`);
  const workspace = pathInRepository(folder);
  if (workspace) {
    writeTemplate(folder, { NAME: name, CONTRACTS: '1.0.0', REMOTE_KIT: '1.0.0' });
    addWorkspace(workspace);
  } else {
    buildPackages();
    const [contracts, remoteKit] = ['@godhuli/contracts', '@godhuli/remote-kit'].map((each) => pack(each, folder));
    writeTemplate(folder, { NAME: name, CONTRACTS: contracts, REMOTE_KIT: remoteKit });
  }
  return { name, workspace };
}

function main() {
  const wanted = process.argv[2];
  if (!wanted || process.argv.length > 3)
    throw new Refusal('Usage: npm run new-remote -- NAME (or a path that ends in NAME)');
  // npm changes to the root. The path is relative to the folder in which the command was typed.
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: npm's own, and no task of turbo reads it
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), wanted);
  const { name, workspace } = newRemote(folder);
  const from = workspace
    ? { install: 'npm install', start: `npm run dev -w ${name}` }
    : { install: `cd ${folder} && npm install`, start: 'npm start' };
  console.log(
    `${name} is in ${folder}. Next:\n  ${from.install}\n  ${from.start}\nThe steps from here to a live release are in docs/new-remote.md.`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  }
}
