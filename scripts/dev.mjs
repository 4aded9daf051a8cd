/**
 * `npm run dev`: the site on one URL (RUN-5). An edited component of the shell or a remote is replaced in the open page and
 * keeps its state; an edit of a server restarts that server alone. Data is in `.data-dev`.
 */
import './load-env.mjs';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import chokidar from 'chokidar';
import { createCompiler } from './dev/compile.mjs';
import { createProgram } from './dev/program.mjs';
import { freePort } from './free-port.mjs';
import { root, setup } from './setup.mjs';

const TURBO = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
/** Editors write a file in several steps, and several files at once. */
const QUIET_MS = 30;

setup();
// These need what has just been built.
const { MOUNTS } = await import('@godhuli/contracts/mounts');
const { urlAt } = await import('@godhuli/server/listen');
const { developmentScripts, serveSite } = await import('../shell/webpack.dev.mjs');

const readJson = (...path) => (existsSync(join(...path)) ? JSON.parse(readFileSync(join(...path), 'utf8')) : null);

/** The folders of a workspace and of every workspace that it depends on, without those named in `except`. */
function foldersOf(workspace, except = []) {
  const folder = ['', 'packages'].map((parent) => join(root, parent, workspace)).find(existsSync);
  const { dependencies = {} } = readJson(folder, 'package.json');
  const own = Object.keys(dependencies).filter((name) => name === 'api' || name.startsWith('@godhuli/'));
  const others = own.map((name) => name.replace('@godhuli/', '')).filter((name) => !except.includes(name));
  return new Set([folder, ...others.flatMap((name) => [...foldersOf(name, except)])]);
}

/** Runs the build of one workspace. @returns {Promise<boolean>} whether it succeeded */
const build = (folder) =>
  new Promise((resolve) => {
    const args = ['run', 'build', `--filter=${folder}`, '--output-logs=errors-only', '--no-update-notifier'];
    spawn(process.execPath, [TURBO, ...args], { cwd: root, stdio: 'inherit' }).once('exit', (code) =>
      resolve(code === 0),
    );
  });

/** Calls `react` with the files that changed below a folder; never twice at once. */
function onChange(folder, react) {
  const changed = new Set();
  let timer;
  let running = Promise.resolve();
  // A file that is still being written is not compiled.
  const options = { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: QUIET_MS, pollInterval: 10 } };
  chokidar.watch(folder, options).on('all', (_event, file) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      running = running.then(() => react(files));
    }, QUIET_MS);
  });
}

/** The shell's build, with the development server's scripts in place of its own. */
function copyShell(directory) {
  rmSync(directory, { recursive: true, force: true });
  cpSync(join(root, 'shell', 'dist'), directory, { recursive: true });
  const shell = { ...readJson(directory, 'shell.json'), scripts: developmentScripts };
  writeFileSync(join(directory, 'shell.json'), JSON.stringify(shell));
}

const { PORT, HOST, DATA_DIR, ALLOWED_HOSTS = '' } = process.env;
const port = Number(PORT || 3000);
const host = HOST || '127.0.0.1';
const dataDirectory = DATA_DIR || join(root, '.data-dev');
const allowedHosts = ALLOWED_HOSTS.toLowerCase()
  .split(/[\s,]+/)
  .filter(Boolean);
const scratch = join(root, 'node_modules', '.development');
const shellDirectory = join(scratch, 'shell');
const [apiPort, frontDoorPort, ...remotePorts] = await Promise.all([0, 1, ...MOUNTS].map(freePort));
const remotes = MOUNTS.map(({ remote }, index) => ({
  name: remote,
  path: `/development/${remote}/`,
  url: `http://127.0.0.1:${remotePorts[index]}`,
  manifest: readJson(root, remote, 'dist', 'release.json'),
})).filter(({ name }) => existsSync(join(root, name, 'webpack.dev.mjs')));

/** Writes a module that imports the packages that a workspace's programs import. @returns its path */
function importsOf(workspace) {
  const dist = join(root, workspace, 'dist');
  const sources = readdirSync(dist, { recursive: true })
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(join(dist, path), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/^(?:import|export)\b[^'"]*['"]([^'".][^'"]*)['"];$/gm)].map(([, name]) => name),
  );
  const { dependencies } = readJson(root, workspace, 'package.json');
  const isForeign = (name) =>
    !name.startsWith('@godhuli/') && Object.keys(dependencies).some((each) => `${name}/`.startsWith(`${each}/`));
  const foreign = [...new Set(names)].filter(isForeign);
  // Inside the workspace, whose own versions it imports.
  const file = join(root, workspace, 'node_modules', '.development', 'packages.mjs');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, foreign.map((name) => `import '${name}';\n`).join(''));
  return file;
}

copyShell(shellDirectory);
const api = createProgram({
  name: 'API',
  file: join(root, 'api', 'dist', 'main.js'),
  cwd: root,
  env: {
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    DATA_DIR: dataDirectory,
    FRONT_DOOR_TOKEN: randomBytes(32).toString('base64url'),
    // No load balancer has to notice that it stops.
    DRAIN_SECONDS: '0',
  },
  readyUrl: `http://127.0.0.1:${apiPort}/livez`,
  packages: importsOf('api'),
});
const frontDoor = createProgram({
  name: 'front door',
  file: join(root, 'front-door', 'dist', 'dev.js'),
  args: [
    JSON.stringify({
      port: frontDoorPort,
      apiUrl: `http://127.0.0.1:${apiPort}`,
      allowedHosts,
      shellDirectory,
      dataDirectory: join(scratch, 'front-door'),
      remotes,
    }),
  ],
  cwd: root,
  env: {},
  readyUrl: `http://127.0.0.1:${frontDoorPort}/livez`,
});
const remoteServers = remotes.map(({ name, path, url }) =>
  createProgram({
    name,
    file: join(root, name, 'webpack.dev.mjs'),
    cwd: join(root, name),
    env: { PORT: new URL(url).port, DEVELOPMENT_PATH: path.slice(0, -1) },
    readyUrl: `${url}/remoteEntry.js`,
  }),
);
const programs = [api, frontDoor, ...remoteServers];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await Promise.all(programs.map((program) => program.stop()));
    process.exit(0);
  });

const started = programs.map((program) => program.start());
const site = await serveSite({
  host,
  port,
  allowedHosts,
  remotes,
  findFrontDoor: async () => {
    await Promise.all([api.ready(), frontDoor.ready()]);
    return `http://127.0.0.1:${frontDoorPort}`;
  },
});
await Promise.all(started);

const servers = [
  { program: api, folders: foldersOf('api') },
  { program: frontDoor, folders: foldersOf('front-door', ['api']) },
];
const TSC = 'tsc -p tsconfig.build.json --noCheck';
/** Build scripts whose result for a server is that of the compiler alone. */
const COMPILED = [TSC, `${TSC} && node mark-pure.mjs`];
for (const folder of new Set(servers.flatMap(({ folders }) => [...folders]))) {
  const { scripts } = readJson(folder, 'package.json');
  const compile = COMPILED.includes(scripts?.build) ? createCompiler(folder) : null;
  if (!existsSync(join(folder, 'src'))) continue;
  onChange(join(folder, 'src'), async (files) => {
    const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
    if (sources.length === 0) return;
    const problem = compile ? sources.map(compile).find(Boolean) : null;
    if (problem) console.error(problem);
    if (problem || (!compile && !(await build(folder)))) return;
    const users = servers.filter(({ folders }) => folders.has(folder));
    const restart = async ({ program }) => (await program.restart()) && console.log(`> restarted: ${program.name}`);
    await Promise.all(users.map(restart));
  });
}

/** What is part of every document is built, not replaced in the page. */
const IN_EVERY_DOCUMENT =
  /(design-tokens|shell[/\\]public|shell[/\\]src[/\\]boot)[/\\]|\.css$|[/\\](boot|add-fonts|check-document|hydration-mark|static-pages|toast-area|toast-labels|visitor-input)\.tsx?$/;
for (const folder of ['shell/src', 'shell/public', 'packages/design-tokens'])
  onChange(join(root, folder), async (files) => {
    if (!files.some((file) => IN_EVERY_DOCUMENT.test(file)) || !(await build('shell'))) return;
    copyShell(shellDirectory);
    await frontDoor.restart();
    site.reload();
  });

const url = urlAt(host, port);
console.log(`\nGodhuli is open at ${url}`);
for (const { path, remote } of MOUNTS) console.log(`  ${remote.padEnd(14)} ${url}${path}`);
